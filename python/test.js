/**
 * Runs the Python tests: `node python/test.js` lints, checks types and runs the light tests in an environment of its
 * own, those against the service of this build among them; `node python/test.js trainers` runs each trainer's own code against a real service, with the Pythons named in
 * KALLOS_TRAINER_PYTHON (several with commas, since trainers don't go together), and says what is not installed there.
 * KALLOS_REQUIRE_PYTHON=1 makes a missing Python a failure.
 */
import { spawnSync } from 'node:child_process';
import console from 'node:console';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';

const here = import.meta.dirname;
const requirements = join(here, 'requirements-test.txt');
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kallos', 'python');
const isWindows = process.platform === 'win32';

const CANDIDATES = [
  process.env.KALLOS_PYTHON,
  'python3',
  'python3.13',
  'python3.12',
  'python3.11',
  'python3.10',
];
const OLDEST = 10;

const LOOK = `
import sys
from importlib.util import find_spec
print(*sys.version_info[:2], *(name for name in ("venv", "ensurepip") if not find_spec(name)))`;

/** A Python's version, and why no environment can be made with it; null where there is no such Python. */
function look(python) {
  const { stdout, status } = spawnSync(python, ['-c', LOOK], { encoding: 'utf8' });
  if (status !== 0) return null;
  const [major, minor, ...missing] = stdout.trim().split(' ');
  const version = `${major}.${minor}`;
  if (Number(major) !== 3 || Number(minor) < OLDEST)
    return { python, version, trouble: `is ${version}, and 3.${OLDEST} or later is needed` };
  if (missing.length === 0) return { python, version, trouble: null };
  const advice = process.platform === 'linux' ? ' (on Debian and Ubuntu: apt-get install python3-venv)' : '';
  return { python, version, trouble: `has no ${missing.join(' and no ')}${advice}` };
}

function leaveOut(why) {
  console.log(`THE PYTHON TESTS ARE LEFT OUT: ${why}`);
  process.exit(process.env.KALLOS_REQUIRE_PYTHON ? 1 : 0);
}

/** The python of an environment with what the tests need; made once for each list of requirements. */
function environment() {
  const pythons = CANDIDATES.filter(Boolean).flatMap((python) => look(python) ?? []);
  const found = pythons.find(({ trouble }) => trouble === null);
  if (!found) {
    const troubles = pythons.map(({ python, trouble }) => `${python} ${trouble}`);
    leaveOut(troubles.length > 0 ? `${troubles.join('; ')}.` : 'no python3 is on the PATH.');
  }
  const key = createHash('sha256').update(readFileSync(requirements)).update(found.version);
  const folder = join(cache, key.digest('hex').slice(0, 16));
  const python = join(folder, isWindows ? 'Scripts/python.exe' : 'bin/python');
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    if (spawnSync(found.python, ['-m', 'venv', folder], { stdio: 'inherit' }).status !== 0)
      leaveOut(`${found.python} -m venv failed.`);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
    if (spawnSync(python, install, { stdio: ['ignore', 'inherit', 'inherit'] }).status !== 0)
      leaveOut('pip could not install python/requirements-test.txt.');
    writeFileSync(complete, '');
  }
  return python;
}

function run(python, args) {
  const path = [join(here, 'src'), process.env.PYTHONPATH].filter(Boolean).join(delimiter);
  const options = { cwd: here, stdio: 'inherit', env: { ...process.env, PYTHONPATH: path } };
  return spawnSync(python, args, options).status ?? 1;
}

/** What needs the service and no trainer. */
const LIGHT = ['e2e/test_service.py', 'e2e/test_guides.py'];

/** Exit code of pytest where every test file was skipped. */
const NO_TESTS = 5;

let failed = false;
if (process.argv[2] === 'trainers') {
  const pythons = process.env.KALLOS_TRAINER_PYTHON?.split(',').filter(Boolean) ?? [];
  if (pythons.length === 0) leaveOut('KALLOS_TRAINER_PYTHON names no Python with a trainer.');
  for (const python of pythons) {
    console.log(python);
    const others = LIGHT.map((file) => `--ignore=${file}`);
    const status = run(python, ['-m', 'pytest', 'e2e', ...others, '-rs', '-o', 'filterwarnings=ignore']);
    failed ||= status !== 0 && status !== NO_TESTS;
  }
} else {
  const python = environment();
  const steps = [
    ['-m', 'ruff', 'format', '--check', '.'],
    ['-m', 'ruff', 'check', '.'],
    ['-m', 'mypy'],
    ['-m', 'pytest'],
  ];
  if (existsSync(join(here, '..', 'dist', 'cli', 'main.js'))) steps.push(['-m', 'pytest', ...LIGHT]);
  else console.log('The tests against the service are left out: npm run build makes it.');
  for (const step of steps) failed = run(python, step) !== 0 || failed;
}
process.exitCode = failed ? 1 : 0;
