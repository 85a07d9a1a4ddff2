import { expect, it } from 'vitest';
import { fleetOf, settingsOf } from './settings.js';
import type { JudgeSettings } from './work.js';

it('names a fleet for all that its judgements depend on', async () => {
  const nameOf = async (judging: JudgeSettings) => fleetOf(await settingsOf(judging));
  const alike = [
    await nameOf({ seed: 1 }),
    await nameOf({ seed: 1, concurrency: 8, browser: '/opt/chromium' } as object),
  ];
  expect(new Set(alike).size).toBe(1);
  const others: JudgeSettings[] = [
    { seed: 2 },
    { seed: 1, cpuSeconds: 3 },
    { seed: 1, memoryMb: 512 },
    { seed: 1, profile: 'full' },
    { seed: 1, offline: { mode: 'sealed' } },
    { seed: 1, offline: { mode: 'off' } },
    { seed: 1, checks: { 'text-contrast': 'off' } },
  ];
  const names = await Promise.all(others.map(nameOf));
  expect(new Set([...alike, ...names]).size).toBe(1 + others.length);
});
