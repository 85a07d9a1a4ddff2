import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How the browser is walled off from the host. */
export interface Isolation {
  kind: 'unshare' | 'bubblewrap' | 'none';
  /** True when the browser has its own network namespace without any interface. */
  network: boolean;
  /** True when the browser's private files lie on a memory file system that vanishes with it. */
  privateFiles: boolean;
  /** Wraps a command. `scratch` is a folder that the browser may write. */
  wrap(command: readonly string[], scratch: string): string[];
}

/**
 * Without namespaces nothing ends the browser when Kallos is killed but the debugging pipe, at whose end it leaves by itself; a shell
 * stays behind it for so long, to remove its files.
 */
const NOT_ISOLATED: Isolation = {
  kind: 'none',
  network: false,
  privateFiles: false,
  wrap: (command, scratch) =>
    process.platform === 'win32'
      ? [...command]
      : ['/bin/sh', '-c', 'dir=$1; shift; "$@"; rm -rf -- "$dir"', 'kallos', scratch, ...command],
};

/**
 * Mounts a private memory file system over the scratch folder and over /dev/shm (often 64 MB in containers, which crashes tabs),
 * then drops the privileges that this took: Chromium refuses its own sandbox to root.
 */
const ENTER = [
  'mount -t tmpfs -o size=1g,mode=0700 kallos "$1"',
  '(mount -t tmpfs -o mode=1777 kallos /dev/shm || true)',
  'shift',
  'exec unshare --user --map-user=1000 --map-group=1000 -- "$@"',
].join(' && ');

const unshare = (network: boolean): Isolation => ({
  kind: 'unshare',
  network: !network,
  privateFiles: true,
  wrap: (command, scratch) => [
    // The kernel ends the namespace's first process, and with it all the others, when Kallos is killed.
    'setpriv',
    '--pdeathsig=KILL',
    'unshare',
    '--user',
    '--map-root-user',
    '--mount',
    '--pid',
    '--ipc',
    ...(network ? [] : ['--net']),
    '--fork',
    '--kill-child',
    '--',
    '/bin/sh',
    '-c',
    ENTER,
    'kallos',
    scratch,
    ...command,
  ],
});

const bubblewrap = (network: boolean): Isolation => ({
  kind: 'bubblewrap',
  network: !network,
  privateFiles: true,
  wrap: (command, scratch) => [
    'bwrap',
    '--unshare-user',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--unshare-pid',
    '--unshare-ipc',
    ...(network ? [] : ['--unshare-net']),
    '--die-with-parent',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/dev/shm',
    '--tmpfs',
    scratch,
    '--',
    ...command,
  ],
});

/** The strongest isolation that works on this machine, found by trying it. `network` keeps the host's network (a user's own URL). */
export async function chooseIsolation(scratch: string, network = false): Promise<Isolation> {
  if (process.platform !== 'linux') return NOT_ISOLATED;
  for (const candidate of [unshare(network), bubblewrap(network)]) {
    const [program, ...args] = candidate.wrap(['/bin/true'], scratch);
    const works = await run(program!, args, { timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (works) return candidate;
  }
  return NOT_ISOLATED;
}
