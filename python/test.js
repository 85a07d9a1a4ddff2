/**
 * Runs the Python tests: `node python/test.js` lints, checks types and runs the light tests in an environment of its
 * own; `node python/test.js trainers` runs each trainer's own code against a real service, with the Pythons named in
 * KALLOS_TRAINER_PYTHON (several with commas, since trainers don't go together), and says what is not installed there.
 * KALLOS_REQUIRE_PYTHON=1 makes a missing Python a failure.
 */
import { execFileSync, spawnSync } from 'node:child_process';
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

function version(python) {
  const { stdout, status } = spawnSync(
    python,
    ['-c', 'import sys, venv, ensurepip; print(*sys.version_info[:2])'],
    { encoding: 'utf8' },
  );
  return status === 0 ? stdout.trim().split(' ').map(Number) : null;
}

function leaveOut(why) {
  console.log(`The Python tests are left out: ${why}`);
  process.exit(process.env.KALLOS_REQUIRE_PYTHON ? 1 : 0);
}

/** The python of an environment with what the tests need; made once for each list of requirements. */
function environment() {
  const found = CANDIDATES.filter(Boolean)
    .map((python) => ({ python, version: version(python) }))
    .find(({ version }) => version?.[0] === 3 && version[1] >= OLDEST);
  if (!found) leaveOut(`no Python 3.${OLDEST} or later with venv is on the PATH.`);
  const key = createHash('sha256').update(readFileSync(requirements)).update(found.version.join('.'));
  const folder = join(cache, key.digest('hex').slice(0, 16));
  const python = join(folder, isWindows ? 'Scripts/python.exe' : 'bin/python');
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    execFileSync(found.python, ['-m', 'venv', folder], { stdio: 'inherit' });
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

/** Exit code of pytest where every test file was skipped. */
const NO_TESTS = 5;

let failed = false;
if (process.argv[2] === 'trainers') {
  const pythons = process.env.KALLOS_TRAINER_PYTHON?.split(',').filter(Boolean) ?? [];
  if (pythons.length === 0) leaveOut('KALLOS_TRAINER_PYTHON names no Python with a trainer.');
  for (const python of pythons) {
    console.log(python);
    const status = run(python, ['-m', 'pytest', 'e2e', '-rs', '-o', 'filterwarnings=ignore']);
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
  for (const step of steps) failed = run(python, step) !== 0 || failed;
}
process.exitCode = failed ? 1 : 0;
