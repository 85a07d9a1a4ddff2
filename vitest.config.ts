import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'benchmarks/**/*.test.ts'],
    setupFiles: ['vitest.setup.ts'],
    // A real browser on a busy two-core machine: limits are there to end a hang, not to measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
  },
});
