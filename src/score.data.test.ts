import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadInputs, type Item } from './artifact/load.js';
import { scoreMany } from './score.js';
import type { Profile } from './render/index.js';
import type { Finding } from './channels/schema.js';
import type { Verdict } from './reward/verdict.js';

/** Pages that no one here wrote. They are not in this repository: see CONTRIBUTING.md. */
const DATA = resolve(process.env.KALLOS_DATA ?? '../shared/data');
const absent = !existsSync(DATA);
if (absent && process.env.KALLOS_REQUIRE_DATA !== '1') {
  console.log(`skipped: there are no real pages at ${DATA}; name their folder with KALLOS_DATA`);
}
const onRealPages = it.skipIf(absent && process.env.KALLOS_REQUIRE_DATA !== '1');

/** Every n-th page of a set, so that a few stand for all. */
function sample(folder: string, every: number): string[] {
  return readdirSync(join(DATA, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort()
    .filter((_, i) => i % every === 0)
    .map((name) => join(DATA, folder, name));
}

async function judge(paths: string[], profile: Profile = 'reward'): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  const items: AsyncIterable<Item> = loadInputs(paths);
  for await (const verdict of scoreMany(items, { profile, recipe: 'provable' })) {
    // What it cost is no part of a verdict's identity.
    verdicts.set(verdict.id, { ...verdict, cost: { queueMs: 0, wallMs: 0, cpuMs: 0, usd: 0 } });
  }
  return verdicts;
}

onRealPages('gives every real page a verdict, and the same one again', async () => {
  const paths = [...sample('design2code', 12), ...sample('generated', 8), ...sample('slides', 10)];
  expect(paths.length).toBeGreaterThan(10);
  const first = await judge(paths);
  const second = await judge(paths);
  expect(first.size).toBe(paths.length);
  expect([...first.values()].filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  for (const [id, verdict] of first) expect(second.get(id), id).toEqual(verdict);
});

onRealPages('says of what both profiles look at the same in both', async () => {
  const paths = [...sample('design2code', 20), ...sample('generated', 20)];
  const reward = await judge(paths, 'reward');
  const full = await judge(paths, 'full');
  for (const [id, { channels, findings }] of reward) {
    const other = full.get(id)!;
    // What only the full profile gathers (the rules of axe-core) is no check that they share.
    const shared = Object.entries(channels.correctness.parts).filter(
      ([, { reason }]) => reason !== 'not-gathered',
    );
    const isShared = ({ check }: Finding) => shared.some(([part]) => part.split('@')[0] === check);
    expect(other.channels.correctness.parts, id).toMatchObject(Object.fromEntries(shared));
    expect(other.channels.execution, id).toEqual(channels.execution);
    const viewports = new Set(findings.map(({ viewport }) => viewport));
    expect(
      other.findings.filter(
        (finding) =>
          (finding.viewport === null || finding.viewport === 'desktop') &&
          (finding.channel !== 'correctness' || isShared(finding)),
      ),
      id,
    ).toEqual(findings);
    expect(viewports.has('mobile'), id).toBe(false);
  }
});
