import { readFileSync } from 'node:fs';
import type { RenderFingerprint } from './capture.js';

/** Kallos's own version, from the package that this file is in. */
export const KALLOS_VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

let known: string | undefined;

/**
 * The class of CPU: rasterisers choose their arithmetic by vector width, so the last bit of a blended colour may differ between
 * classes, and pictures are promised to be identical only within one.
 */
export function cpuClass(): string {
  return (known ??= `${process.arch}-${vectorWidth()}`);
}

function vectorWidth(): string {
  if (process.arch !== 'x64' || process.platform !== 'linux') return 'any';
  try {
    const flags = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]?.split(' ') ?? [];
    return ['avx512f', 'avx2', 'avx'].find((flag) => flags.includes(flag)) ?? 'sse';
  } catch {
    return 'unknown';
  }
}

export function renderFingerprint(parts: {
  product: string;
  fonts: string;
  lock: string;
  determinism: RenderFingerprint['determinism'];
  seed: string;
}): RenderFingerprint {
  return {
    kallos: KALLOS_VERSION,
    browser: parts.product,
    fonts: parts.fonts,
    lock: parts.lock,
    cpu: cpuClass(),
    determinism: parts.determinism,
    seed: parts.seed,
  };
}
