import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');

/** Compiles the sources when they are newer than what was compiled last: the tests run the real command. */
export async function compile(): Promise<void> {
  const newest = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing'))
    .map((path) => statSync(join(ROOT, 'src', path)).mtimeMs)
    .reduce((a, b) => Math.max(a, b), 0);
  if (existsSync(MAIN) && statSync(MAIN).mtimeMs > newest) return;
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await execute([tsc, '-p', join(ROOT, 'tsconfig.build.json')], {});
}

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Given on standard input, which is then closed. */
  input?: string;
  /** Called with standard output so far, whenever there is more. */
  watch?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs `kallos` as a child process. */
export function kallos(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  return execute([MAIN, ...args], options);
}

function execute(args: readonly string[], { cwd, env, input = '', watch }: RunOptions): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      watch?.(stdout, (signal) => child.kill(signal));
    });
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** The objects of JSON Lines. */
export function lines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
