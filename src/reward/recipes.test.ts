import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, type ChannelName, type ChannelResult } from '../channels/schema.js';
import { applyRecipe, contributions, RECIPES, recipeSchema, resolveRecipe, type Recipe } from './recipes.js';

type Channels = Record<ChannelName, ChannelResult>;

const channel = (status: ChannelResult['status'], score: number | null = null): ChannelResult => ({
  status,
  score,
  reason: status === 'scored' ? null : 'KALLOS_TEST',
  parts: {},
  spread: null,
});
const scored = (score: number) => channel('scored', score);
const all = (score: number): Channels => ({
  execution: scored(score),
  correctness: scored(score),
  visual: scored(score),
  interaction: scored(score),
});
const recipe = (name: string) => RECIPES.get(name)!;

const anyScore = fc.double({ min: 0, max: 1, noNaN: true });
const anyChannel = fc.oneof(
  anyScore.map(scored),
  fc.constantFrom('not-applicable', 'not-run', 'gated', 'failed').map((status) => channel(status)),
);
const anyChannels: fc.Arbitrary<Channels> = fc.record({
  execution: anyChannel,
  correctness: anyChannel,
  visual: anyChannel,
  interaction: anyChannel,
});
const anyRecipe = fc.constantFrom(...RECIPES.values());

describe('a part of a channel', () => {
  const agent = (score: number | null): ChannelResult => ({
    ...scored(0.9),
    parts: score === null ? {} : { aescoder: { status: 'scored', score, weight: 0, reason: null } },
  });
  const reward = (interaction: ChannelResult) =>
    applyRecipe({ channels: { ...all(1), interaction } }, recipe('aescoder-agent'));

  it('counts instead of its score, and is missing where there is none', () => {
    expect(reward(agent(1 / 3)).value).toBeCloseTo(0.1 + 0.8 + 0.1 / 3);
    expect(reward(agent(null))).toMatchObject({ value: null, valid: false, missing: ['interaction'] });
    expect(reward(channel('not-applicable')).value).toBeCloseTo(1);
  });
});

describe('default@1', () => {
  it('weighs execution .1, correctness .4, visual .4 and interaction .1', () => {
    const channels = {
      execution: scored(1),
      correctness: scored(0.5),
      visual: scored(0.25),
      interaction: scored(0),
    };
    expect(applyRecipe({ channels }, recipe('default'))).toEqual({
      recipe: 'default@1',
      value: expect.closeTo(0.1 + 0.2 + 0.1) as number,
      valid: true,
      missing: [],
    });
  });

  it('is null without the visual channel and names it', () => {
    const channels = { ...all(1), visual: channel('not-run') };
    expect(applyRecipe({ channels }, recipe('default'))).toEqual({
      recipe: 'default@1',
      value: null,
      valid: false,
      missing: ['visual'],
    });
  });

  it('does without interaction, and shares its weight among the others', () => {
    const channels = { ...all(1), correctness: scored(0), interaction: channel('failed') };
    expect(applyRecipe({ channels }, recipe('default')).value).toBeCloseTo(0.5 / 0.9);
  });

  it('is 0 when the page does not work, judge or no judge', () => {
    const gated = channel('gated');
    const channels = { execution: scored(0), correctness: gated, visual: gated, interaction: gated };
    expect(applyRecipe({ channels }, recipe('default'))).toMatchObject({ value: 0, valid: true });
  });
});

describe('aescoder@1', () => {
  it('adds .1 for passing, .8 x visual and .1 x interaction', () => {
    const channels = { ...all(0), execution: scored(0.9), visual: scored(0.5), interaction: scored(1) };
    expect(applyRecipe({ channels }, recipe('aescoder')).value).toBeCloseTo(0.1 + 0.4 + 0.1);
  });

  it('is -1 in all when execution fails', () => {
    const channels = { ...all(1), execution: scored(0) };
    expect(applyRecipe({ channels }, recipe('aescoder'))).toMatchObject({ value: -1, valid: true });
  });
});

describe('every recipe', () => {
  const range = (each: Recipe): [number, number] => [each.name.startsWith('aescoder') ? -1 : 0, 1];

  it('gives a value in its range, or null with valid false, never anything between', () => {
    fc.assert(
      fc.property(anyChannels, anyRecipe, (channels, each) => {
        const reward = applyRecipe({ channels }, each);
        expect(reward.valid).toBe(reward.value !== null);
        expect(reward.missing.length > 0).toBe(!reward.valid);
        const [low, high] = range(each);
        if (reward.value !== null) {
          expect(reward.value).toBeGreaterThanOrEqual(low - 1e-12);
          expect(reward.value).toBeLessThanOrEqual(high + 1e-12);
        }
      }),
    );
  });

  it('is the sum of what its channels bring, where no gate closes', () => {
    fc.assert(
      fc.property(anyChannels, anyRecipe, (channels, each) => {
        const { value } = applyRecipe({ channels }, { ...each, gate: null });
        const parts = Object.values(contributions({ channels }, each));
        if (value !== null) expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(value, 12);
      }),
    );
  });

  it('never falls when a channel rises', () => {
    fc.assert(
      fc.property(
        anyChannels,
        anyRecipe,
        fc.constantFrom(...CHANNELS),
        anyScore,
        anyScore,
        (channels, each, name, a, b) => {
          const at = (score: number) =>
            applyRecipe({ channels: { ...channels, [name]: scored(score) } }, each).value;
          const [low, high] = [at(Math.min(a, b)), at(Math.max(a, b))];
          if (low !== null && high !== null) expect(high).toBeGreaterThanOrEqual(low - 1e-12);
        },
      ),
    );
  });

  it('is unmoved by a channel that it does not name', () => {
    fc.assert(
      fc.property(
        anyChannels,
        anyChannel,
        anyRecipe,
        fc.constantFrom(...CHANNELS),
        (channels, other, each, name) => {
          fc.pre(!(name in each.channels) && each.gate?.channel !== name);
          expect(applyRecipe({ channels: { ...channels, [name]: other } }, each)).toEqual(
            applyRecipe({ channels }, each),
          );
        },
      ),
    );
  });

  it('gives one score to a page whose channels all have that score, whichever do not apply', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 1, noNaN: true }),
        fc.subarray([...CHANNELS], { maxLength: CHANNELS.length - 1 }),
        fc.constantFrom(recipe('default'), recipe('aescode'), recipe('provable')),
        (score, left, each) => {
          const channels = all(score);
          for (const name of left) channels[name] = channel('not-applicable');
          const { value, missing } = applyRecipe({ channels }, each);
          if (value === null) expect(missing).toEqual(CHANNELS.filter((name) => name in each.channels));
          else expect(value).toBeCloseTo(score, 12);
        },
      ),
    );
  });

  it('is null for a required channel that failed, unless the gate has already decided', () => {
    fc.assert(
      fc.property(anyChannels, anyRecipe, fc.constantFrom('failed', 'not-run'), (channels, each, status) => {
        const required = CHANNELS.filter((name) => each.channels[name]?.optional === false);
        for (const name of required.filter((other) => other !== 'execution')) {
          const reward = applyRecipe(
            { channels: { ...channels, execution: scored(1), [name]: channel(status) } },
            each,
          );
          expect(reward.value).toBeNull();
          expect(reward.missing).toContain(name);
        }
      }),
    );
  });
});

describe('a recipe without a gate', () => {
  it('counts a gated channel as the lowest score, so that a page gains nothing by failing', () => {
    const plain = recipeSchema.parse({
      name: 'plain',
      version: 1,
      channels: { correctness: { weight: 1 }, visual: { weight: 1 } },
    });
    const channels = { ...all(1), visual: channel('gated') };
    expect(applyRecipe({ channels }, plain).value).toBe(0.5);
  });
});

describe('resolving a recipe', () => {
  it('finds it by name, with or without its version', async () => {
    expect(await resolveRecipe('aescode@1')).toBe(await resolveRecipe('aescode'));
  });

  it('refuses a name or a version that does not exist', async () => {
    await expect(resolveRecipe('default@9')).rejects.toMatchObject({ code: 'KALLOS_CONFIG' });
  });

  it('reads one from a JSON file and says what is wrong with a bad one', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kallos-recipe-'));
    try {
      const good = join(dir, 'good.json');
      await writeFile(good, '{"name":"mine","version":2,"channels":{"correctness":{"weight":1}}}');
      expect(applyRecipe({ channels: all(0.5) }, await resolveRecipe(good))).toMatchObject({
        recipe: 'mine@2',
        value: 0.5,
      });
      const bad = join(dir, 'bad.json');
      await writeFile(bad, '{"name":"mine","version":2,"channels":{"beauty":{"weight":1}}}');
      await expect(resolveRecipe(bad)).rejects.toThrow(/not a recipe: channels.*beauty/);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
