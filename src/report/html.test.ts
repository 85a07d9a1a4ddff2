import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prepareAssets, report } from './index.js';
import { capture, finding, part, scored, unfinished, unscored, verdict } from './testing/sample.js';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

function elements(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  return children.flatMap((child) => ('tagName' in child ? [child] : []).concat(elements(child)));
}

const attribute = (element: Element | undefined, name: string) =>
  element?.attrs.find((attr) => attr.name === name)?.value;

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

async function page(verdicts = [verdict()], assets = true) {
  const prepared = new Map<string, Awaited<ReturnType<typeof prepareAssets>>>();
  if (assets) for (const each of verdicts) prepared.set(each.id, await prepareAssets(each, await capture()));
  const source = report(verdicts, 'html', { assets: prepared });
  const all = elements(parse(source));
  const byTag = (tag: string) => all.filter(({ tagName }) => tagName === tag);
  const byClass = (name: string) =>
    all.filter((element) => attribute(element, 'class')?.split(' ').includes(name));
  return { source, all, byTag, byClass };
}

const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)></style><!-- javascript:alert(1) \u202e \u001b[2J`;

test('the policy allows nothing but the report’s own style and script, by hash', async () => {
  const { byTag } = await page();
  const policy = attribute(
    byTag('meta').find((meta) => attribute(meta, 'http-equiv') === 'Content-Security-Policy'),
    'content',
  );
  const hash = (element: Element) => createHash('sha256').update(textOf(element)).digest('base64');
  expect([byTag('style').length, byTag('script').length]).toEqual([1, 1]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`style-src 'sha256-${hash(byTag('style')[0]!)}'`);
  expect(policy).toContain(`script-src 'sha256-${hash(byTag('script')[0]!)}'`);
  expect(() => new Script(textOf(byTag('script')[0]!))).not.toThrow();
});

test('needs nothing from elsewhere and no inline style or handler', async () => {
  const { all } = await page([verdict(), verdict({ id: 'two' })]);
  for (const { tagName, attrs } of all) {
    for (const { name, value } of attrs) {
      expect(`${tagName} ${name}`).not.toMatch(/ (style|on\w+)$/);
      if (['src', 'href'].includes(name)) expect(value).toMatch(/^(#|data:image\/webp;base64,|data:,$)/);
    }
  }
});

test('text from pages is text, wherever it turns up', async () => {
  const hostile = verdict({
    id: HOSTILE,
    kindReason: HOSTILE,
    detail: HOSTILE,
    channels: { ...verdict().channels, visual: unscored('failed', HOSTILE) },
    findings: [
      finding({
        check: HOSTILE,
        message: HOSTILE,
        selector: HOSTILE,
        suggestion: HOSTILE,
        viewport: HOSTILE,
        measured: { [HOSTILE]: HOSTILE },
      }),
      finding({ fingerprint: 'sha256:99' }),
    ],
  });
  const shot = await capture({
    title: HOSTILE,
    console: [{ level: HOSTILE, text: HOSTILE }],
    errors: [{ kind: 'exception', message: HOSTILE, source: null, excused: false }],
    requests: [
      {
        url: `javascript:${HOSTILE}`,
        type: HOSTILE,
        fate: 'missing',
        status: null,
        from: null,
        reason: null,
      },
    ],
    dialogs: [{ type: HOSTILE, message: HOSTILE }],
    notes: [HOSTILE],
  });
  const code = new Map([['page.html', Buffer.from(`${'\n'.repeat(8)}${HOSTILE}`)]]);
  const assets = new Map([[HOSTILE, await prepareAssets(hostile, { ...shot, code })]]);
  const source = report([hostile, unfinished()], 'html', { assets });
  const all = elements(parse(source));
  const count = (tag: string) => all.filter(({ tagName }) => tagName === tag).length;
  expect([count('script'), count('style'), count('img')]).toEqual([1, 1, 2]);
  expect(all.flatMap(({ attrs }) => attrs).filter(({ name }) => name.startsWith('on'))).toEqual([]);
  expect(source).not.toContain('\u001b');
  expect(source).not.toContain('\u202e');
  expect(textOf(parse(source))).toContain('<script>alert(1)</script>');
});

test('boxes and findings lead to each other', async () => {
  const { all, byClass } = await page();
  const boxes = byClass('box');
  expect(boxes).toHaveLength(3); // the fourth was found at a viewport without a picture
  for (const box of boxes) {
    const target = all.find((element) => `#${attribute(element, 'id') ?? ''}` === attribute(box, 'href'));
    expect(attribute(target, 'data-key')).toBe(attribute(box, 'data-key'));
    const back = all.filter((element) => attribute(element, 'href') === `#${attribute(box, 'id') ?? ''}`);
    expect(back).toHaveLength(1);
  }
  const [first] = boxes.filter((box) => attribute(box, 'class') === 'box error');
  const rect = elements(first!).find(({ tagName }) => tagName === 'rect');
  expect(['x', 'y', 'width', 'height'].map((name) => Number(attribute(rect, name)))).toEqual([
    160, 292, 420, 24,
  ]);
});

test('no id stands twice, even when a defect was seen at several viewports', async () => {
  const findings = [finding({ viewport: 'mobile', box: null }), finding(), finding({ viewport: 'tablet' })];
  const { all, byClass } = await page([verdict({ findings }), verdict({ id: 'two' })]);
  const ids = all.flatMap((element) => attribute(element, 'id') ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(byClass('box')[0]).toBeDefined();
});

test('a box off the picture or without extent can still be pointed at', async () => {
  const findings = [finding({ box: [-50, 5000, 0, 0] })];
  const { byTag, byClass } = await page([verdict({ findings })]);
  const rect = byTag('rect').find(({ parentNode }) => parentNode === byClass('box')[0]);
  expect(['x', 'y', 'width', 'height'].map((name) => Number(attribute(rect, name)))).toEqual([
    0, 948, 12, 12,
  ]);
});

test('a channel without a score has words and no meter', async () => {
  const channels = {
    execution: scored(0),
    correctness: unscored('failed', 'timeout'),
    visual: unscored('not-run', 'not-asked-for'),
    interaction: unscored('gated', 'execution'),
  };
  const { all, byClass } = await page([verdict({ channels })]);
  const meters = all.filter((element) => attribute(element, 'role') === 'meter');
  expect(meters.map((meter) => attribute(meter, 'aria-valuenow'))).toEqual(['0.00']);
  expect(byClass('status').map(textOf)).toEqual(['failed', 'not run', 'gated']);
});

test('a judge of looks is quoted, with the range of its score; what it wrote is text', async () => {
  const visual = {
    ...scored(0.8, { look: part(0.8), 'brief-fit': part(null, 0, 'no-request') }),
    opinion: {
      judge: 'vlm m',
      interval: [0.7, 0.9] as [number, number],
      pulls: [{ measure: 'hueDiscord', value: 0.04, pull: -0.4 }],
      reasons: [HOSTILE],
    },
  };
  const { source, byClass } = await page([verdict({ channels: { ...verdict().channels, visual } })]);
  const range = byClass('range')[0];
  expect(['x', 'width'].map((name) => attribute(range, name))).toEqual(['70.00%', '20.00%']);
  expect(textOf(byClass('said')[0]!)).toContain('<script>alert(1)</script>');
  expect(source).not.toContain('<script>alert(1)');
  expect(byClass('pull').map(textOf)).toEqual(['worse for hue discord']);
  expect(textOf(byClass('channels')[0]!)).toMatch(/brief-fit\s+not judged/);
});

test('quotes the code with the line marked', async () => {
  const { byClass } = await page();
  expect(textOf(byClass('marked')[0]!)).toMatch(/^9\s+<p class="note">Picked by hand/);
});

test('without captures there is no picture, and the findings are all there', async () => {
  const { byTag, byClass } = await page([verdict()], false);
  expect(byTag('img')).toEqual([]);
  expect(byClass('finding')).toHaveLength(4);
});

test('many artifacts get a gallery, the worst first', async () => {
  const reward = (value: number) => ({ recipe: 'r@1', value, valid: true, missing: [] });
  const { byClass } = await page([
    verdict({ id: 'good', reward: reward(0.9) }),
    verdict({ id: 'bad', reward: reward(0.1) }),
  ]);
  expect(byClass('tile-name').map(textOf)).toEqual(['bad', 'good']);
  expect((await page()).byClass('gallery')).toEqual([]);
});

test('pictures are scaled down and small, in the plane of the page', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const large = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#fff', noise } })
    .png()
    .toBuffer();
  const { picture, thumbnail } = await prepareAssets(verdict(), await capture({}, large));
  const bytes = Buffer.from(picture!.src.split(',')[1]!, 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 800 });
  expect([picture?.width, picture?.height]).toEqual([1600, 1000]);
  expect(bytes.length).toBeLessThan(large.length / 4);
  expect(thumbnail).toMatch(/^data:image\/webp;base64,/);
});
