import { z } from 'zod';
import type { FactOf } from '../../artifact/facts/schema.js';
import { elementOf } from '../../graph/tree.js';
import type { Layout } from '../../render/capture.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect, type Pixels } from '../check.js';
import { asked, gravity, scoreOfFacts } from './asked.js';
import { area, intersect } from './geometry.js';
import { illegible, type Illegible } from './legibility.js';
import { placesOf, readingOf, type Reading } from './reading.js';
import { reachableLines } from './reachable.js';
import { sceneOf, type TextLine } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

type Wanted = FactOf<'text' | 'number'>;

const OPTIONS = z.strictObject({
  /** Whether capitals must be as asked for. */
  matchCase: z.boolean().default(false),
});

/**
 * Texts and numbers that the brief asks for, as a reader sees them. What no one can read does not count: hidden, of a few
 * pixels, in the colour of its ground, filtered or masked away, covered, outside the page, or in an attribute alone.
 *
 * Where most of the page is a canvas, which can draw text that no one else knows of, a missing text is only likely.
 */
export const requiredText = defineCheck({
  meta: {
    id: 'required-text',
    title: 'Required text',
    description:
      'Texts and numbers that the brief asks for, verbatim, where a reader sees them. Capitals, white space, line breaks, typographic quotes and dashes, and separators of thousands make no difference; a text may be split over elements. Text of a few pixels, in the colour of its background, of which a filter or mask leaves nothing, below something else, outside the page, hidden, or only in an attribute such as `alt` does not count.\n\nThe texts are `facts` of the brief, which are certain, and what can be read out of its prompt: quoted texts that it asks to appear are certain, names, listed labels and numbers with a unit are likely, reported as warnings and of little weight.',
    remedy: 'Write the text as it was asked for, in a size and colour that can be read.',
    severity: 'error',
    weight: 0.6,
    source:
      "Chosen here: what a brief states verbatim is its least disputable part. Limits of legibility are those below which AeSlides (arXiv 2604.22840) and this project's graph call an element hidden.",
    viewports: 'primary',
  },
  options: OPTIONS,
  async evaluate(context): Promise<CheckResult> {
    const facts = asked(context.brief, 'text', 'number');
    if (facts.length === 0) return { score: null, reason: 'no-facts' };
    const page = await readPage(context);
    const missing = facts.flatMap((fact) => missingFrom(page, fact) ?? []);
    const unmet = new Map(missing.map((each) => [each.fact, each]));
    return {
      score: scoreOfFacts(
        facts.map((fact) => ({
          confidence: fact.confidence,
          met: unmet.has(fact) ? 0 : 1,
          sure: !page.isDrawn,
        })),
      ),
      defects: missing.map((each) => defectOf(page, each)),
    };
  },
});

interface Page {
  layout: Layout;
  matchCase: boolean;
  pixels: Pixels | null;
  /** Addresses of pictures that the renderer could not offer: that is not the page's fault. */
  gone: ReadonlySet<string>;
  lines: readonly TextLine[];
  seen: Reading;
  /** Text that is drawn where nobody can scroll to, text that isn't drawn, and attributes, each with its element. */
  outside: Unseen;
  hidden: Unseen;
  attributes: Unseen;
  /** A canvas takes up much of the window. */
  isDrawn: boolean;
}

interface Unseen {
  elements: number[];
  reading: Reading;
}

const ATTRIBUTES = ['alt', 'title', 'aria-label', 'aria-description', 'content', 'data-text'];

async function readPage(context: CheckContext<z.infer<typeof OPTIONS>>): Promise<Page> {
  const { layout, graph } = context;
  const { matchCase } = context.options;
  const lines = [...reachableLines(layout), ...fieldLines(layout, graph.nodes)].sort(
    (a, b) => a.node - b.node,
  );
  const scene = sceneOf(layout);
  const drawn = new Set([...lines, ...scene.outside].map(({ node }) => node));
  const hidden: [number, string][] = [];
  const attributes: [number, string][] = [];
  layout.nodes.forEach(({ type, text, parent, attributes: given }, i) => {
    if (type === 'text' && text?.trim() && !drawn.has(i)) hidden.push([elementOf(layout, parent), text]);
    for (const name of ATTRIBUTES) if (given?.[name]) attributes.push([i, given[name]]);
  });
  const unseen = (list: readonly [number, string][]): Unseen => ({
    elements: list.map(([element]) => element),
    reading: readingOf(
      list.map(([, text]) => text),
      matchCase,
    ),
  });
  return {
    layout,
    matchCase,
    pixels: await context.pixels(),
    gone: new Set(
      context.capture.data.requests
        .filter(({ fate }) => fate === 'unavailable' || fate === 'placeholder')
        .map(({ url }) => url),
    ),
    lines,
    seen: readingOf(
      lines.map(({ text }) => text),
      matchCase,
    ),
    outside: unseen(scene.outside.map(({ element, text }) => [element, text])),
    hidden: unseen(hidden),
    attributes: unseen(attributes),
    isDrawn: shareOfCanvas(layout) >= THRESHOLDS['required-text'].minCanvas.value,
  };
}

/** What form controls show: their values and hints, which the layout does not hold as text of the page. */
function fieldLines(layout: Layout, nodes: CheckContext['graph']['nodes']): TextLine[] {
  const scene = sceneOf(layout);
  return nodes.flatMap(({ element, role, text, box, font, opacity, paint }) => {
    const { name } = layout.nodes[element]!;
    if (
      text === '' ||
      (role !== 'field' && role !== 'button') ||
      !['input', 'textarea', 'select'].includes(name)
    ) {
      return [];
    }
    const fontSize = font?.size ?? 16;
    const clip = scene.clip[element] ?? null;
    return [{ node: element, element, text, box, ink: box, fontSize, clip, paint, opacity, rotated: false }];
  });
}

function shareOfCanvas(layout: Layout): number {
  const [width, height] = layout.size;
  const areas = layout.nodes.map(({ name, box }) =>
    name === 'canvas' && box ? area(intersect(box, [0, 0, width, height])) : 0,
  );
  return Math.max(0, ...areas) / (width * height);
}

/** Where a text that nobody can read stands all the same. */
type Where = Illegible | 'outside' | 'hidden' | 'attribute' | 'nowhere';

interface Missing {
  fact: Wanted;
  where: Where;
  element: number | null;
  line: TextLine | null;
}

function missingFrom(page: Page, fact: Wanted): Missing | null {
  const { layout, lines, seen, pixels, gone, matchCase } = page;
  let worst: Missing | null = null;
  for (const { first, last } of placesOf(seen, fact.text, matchCase)) {
    const reason = lines
      .slice(first, last + 1)
      .map((line) => ({ line, reason: illegible(layout, line, pixels, gone) }))
      .find(({ reason }) => reason !== null);
    if (!reason) return null;
    worst ??= { fact, where: reason.reason!, element: reason.line.element, line: reason.line };
  }
  if (worst) return worst;
  for (const where of ['outside', 'hidden', 'attributes'] as const) {
    const { reading, elements } = page[where];
    const [place] = placesOf(reading, fact.text, matchCase);
    if (place) {
      return {
        fact,
        where: where === 'attributes' ? 'attribute' : where,
        element: elements[place.first]!,
        line: null,
      };
    }
  }
  return { fact, where: 'nowhere', element: null, line: null };
}

const STANDS: Readonly<Record<Exclude<Where, 'nowhere'>, string>> = {
  tiny: 'is drawn too small to be read',
  invisible: 'is drawn so that it does not stand out from its background',
  covered: 'lies below something else',
  outside: 'lies outside the page, where nobody can scroll to',
  hidden: 'is hidden in the document',
  attribute: 'stands only in an attribute, which nobody sees',
};

function defectOf({ layout, isDrawn }: Page, { fact, where, element, line }: Missing): Defect {
  const wanted = quote(fact.text, 80);
  const place = element === null || element < 0 ? '' : ` (${nameOf(layout, element)})`;
  return {
    element: element !== null && element >= 0 ? element : null,
    box: line?.box ?? (element !== null && element >= 0 ? layout.nodes[element]!.box : null),
    message:
      where === 'nowhere'
        ? `${wanted} was asked for and is nowhere on the page.`
        : `${wanted} was asked for, but ${STANDS[where]}${place}.`,
    measured: { where },
    expected: { text: fact.text.slice(0, 200) },
    suggestion:
      where === 'nowhere'
        ? `Write ${wanted} where a reader sees it.`
        : `Show ${wanted} where a reader sees it, in a legible size and colour.`,
    ...gravity(fact.confidence, !isDrawn),
  };
}
