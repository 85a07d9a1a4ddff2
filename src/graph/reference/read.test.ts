import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { modelsOf } from '../../models/testing/asking.js';
import { inTurn, startModelServer, type Turn } from '../../models/testing/server.js';
import { drawReference, readReferencePicture } from './read.js';

const PICTURE = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#eee' } })
  .png()
  .toBuffer();
const BRIEF = { prompt: 'A page for Harbour Roasters with a plan for $49' };

const element = (words: string, box: number[], parent = -1, role = 'text') => ({
  role,
  words,
  parent,
  left: box[0],
  top: box[1],
  right: box[2],
  bottom: box[3],
});
const SEEN = [
  element('', [0, 0, 1000, 400], -1, 'section'),
  element('HARBOUR ROASTARS', [100, 50, 600, 150], 0, 'heading'),
  element('$94', [100, 500, 300, 560]),
];

const read = async (turn: Turn, brief = {}) => {
  await using server = await startModelServer(inTurn(turn));
  const model = modelsOf(server).judge!;
  const graph = await readReferencePicture(PICTURE, { ...BRIEF, ...brief }, model).catch(
    (error: unknown) => error as Error & { code: string },
  );
  return { graph, asked: server.asked };
};

it('reads a picture into the graph schema, with the words of the brief', async () => {
  const { graph, asked } = await read({ say: { elements: SEEN } });
  expect(graph).toMatchObject({
    schema: 'kallos.graph/1',
    canvas: [400, 300],
    nodes: [
      { role: 'section', text: '', box: [0, 0, 400, 120] },
      { role: 'heading', text: 'Harbour Roasters', parent: 0, box: [40, 15, 200, 30] },
      { role: 'text', text: '' },
    ],
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]!.messages[0]!.pictures).toHaveLength(1);
});

it('measures in px of the canvas that is asked for', async () => {
  const { graph } = await read({ say: { elements: SEEN } }, { canvas: [1280, 720] });
  expect(graph).toMatchObject({ canvas: [1280, 720], nodes: [{ box: [0, 0, 1280, 288] }, {}, {}] });
});

describe('boxes that cannot be are told, and never a graph', () => {
  it.each<[string, unknown[], RegExp]>([
    ['too few', SEEN.slice(0, 2), />=3/],
    ['outside the picture', [...SEEN, element('', [900, 0, 1200, 100])], /<=1000/],
    ['turned over', [...SEEN, element('', [600, 0, 400, 100])], /right must be beyond left/],
    ['without area', [...SEEN, element('', [400, 0, 400, 100])], /right must be beyond left/],
    ['beyond their parent', [...SEEN, element('', [100, 100, 300, 600], 0)], /reaches over its parent/],
    ['within what comes later', [...SEEN, element('', [0, 600, 100, 700], 3)], /parent must come before/],
    ['all the same', [1, 2, 3, 4].map(() => element('', [0, 0, 1000, 1000])), /have one box/],
  ])('%s', async (_, elements, problem) => {
    const { graph, asked } = await read({ say: { elements } });
    expect(graph).toMatchObject({ code: 'KALLOS_MODEL_REPLY' });
    expect(asked).toHaveLength(3);
    expect(asked[1]!.messages.at(-1)!.texts.join()).toMatch(problem);
  });
});

it('has a reference drawn from the prompt, on the canvas that is asked for', async () => {
  await using server = await startModelServer(inTurn({ picture: PICTURE }));
  const { image } = modelsOf(server);
  const brief = { ...BRIEF, kind: 'slide' as const, canvas: [1280, 720] as [number, number] };
  expect(Buffer.from(await drawReference(brief, image!))).toEqual(PICTURE);
  expect(server.asked[0]!.body).toMatchObject({
    prompt: expect.stringMatching(/slide.*\$49/s) as string,
    size: '1280x720',
  });
  await expect(drawReference({}, image!)).rejects.toMatchObject({ code: 'KALLOS_USAGE' });
});
