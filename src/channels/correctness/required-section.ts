import { z } from 'zod';
import type { FactOf } from '../../artifact/facts/schema.js';
import { SECTIONS, type SectionName } from '../../artifact/facts/sections.js';
import type { DesignGraph, GraphNode } from '../../graph/schema.js';
import type { Layout } from '../../render/capture.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../check.js';
import { asked, gravity, scoreOfFacts } from './asked.js';
import { area, intersect } from './geometry.js';
import { namesOf, singular } from './names.js';
import { reachableLines } from './reachable.js';
import { sceneOf, upFrom, type TextLine } from './scene.js';
import { SIGNS } from './section-signs.js';
import { THRESHOLDS } from './thresholds.js';

const { minArea, heroSize, heroPicture, minChart } = THRESHOLDS['required-section'];

/**
 * Parts of the page that the brief asks for, each told by any of several signs: a tag or role, a word in a class name or
 * id of something that shows content, a word in a heading or link, or its shape. An empty box named after a part is none.
 */
export const requiredSection = defineCheck({
  meta: {
    id: 'required-section',
    title: 'Required sections',
    description:
      'Parts of the page that the brief asks for: `sections` of the brief, and those that its prompt names (a navigation bar, a hero, pricing, questions and answers, a contact form, a footer...). A part is found by its tag or role, by a class name or id of something with content in it, by a heading or link, or by its shape; only when nothing speaks for it is it reported. What the prompt names is likely, and weighs little; so is every finding, since a part may go by another name.',
    remedy:
      'Add the part, with a heading that says what it is and an element that means it (`nav`, `aside`, `footer`, `form`, `table`).',
    severity: 'error',
    weight: 0.5,
    source: 'Names of parts collected here from prompts for pages and from the landmarks of WAI-ARIA 1.2.',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate(context): CheckResult {
    const facts = asked(context.brief, 'section');
    if (facts.length === 0) return { score: null, reason: 'no-facts' };
    const page = readPage(context);
    const found = facts.map((fact) => has(page, fact));
    return {
      score: scoreOfFacts(
        facts.map(({ confidence }, i) => ({ confidence, met: found[i] ? 1 : 0, sure: false })),
      ),
      defects: facts.filter((_, i) => !found[i]).map(defectOf),
    };
  },
});

interface Page {
  layout: Layout;
  graph: DesignGraph;
  lines: readonly TextLine[];
  /** Words in names and ids of elements that show content, and their tags and roles. */
  names: ReadonlySet<string>;
  tags: ReadonlySet<string>;
  /** Texts of headings, links and buttons, and of text as large as a heading. */
  headings: readonly string[];
}

function readPage({ layout, graph }: CheckContext): Page {
  const names = new Set<string>();
  const tags = new Set<string>();
  const lines = reachableLines(layout);
  for (const element of elementsWithContent(layout, graph, lines)) {
    const node = layout.nodes[element]!;
    tags.add(node.name);
    const role = node.attributes?.['role'];
    if (role) tags.add(role);
    for (const name of namesOf(node)) for (const word of name) names.add(singular(word));
  }
  const headings = graph.nodes
    .filter(
      ({ role, text, font }) =>
        text !== '' && (HEADED.has(role) || (font?.weight ?? 0) >= 600 || (font?.size ?? 0) >= 20),
    )
    .map(({ text }) => text);
  return { layout, graph, lines, names, tags, headings };
}

const HEADED = new Set(['heading', 'link', 'button', 'field']);
const PICTURES = new Set(['image', 'drawing', 'canvas', 'media', 'frame', 'field']);

/** Elements that show text, a picture or a field, themselves or in what they hold, on more than a few px. */
function elementsWithContent(layout: Layout, graph: DesignGraph, lines: readonly TextLine[]): Set<number> {
  const found = new Set<number>();
  const shows = [
    ...lines.map(({ element }) => element),
    ...graph.nodes.filter(({ role }) => PICTURES.has(role)).map(({ element }) => element),
  ];
  const { drawn } = sceneOf(layout);
  for (const element of shows) {
    for (const i of upFrom(layout, element)) {
      if (found.has(i)) break;
      const { type, box } = layout.nodes[i]!;
      if (type === 'element' && drawn[i] && area(box) < minArea.value) continue;
      found.add(i);
    }
  }
  return found;
}

function has(page: Page, { section }: FactOf<'section'>): boolean {
  if (!(section in SECTIONS)) return hasWords(page, section);
  const name = section as SectionName;
  const { tags = [], names = [], words } = SIGNS[name];
  return (
    tags.some((tag) => page.tags.has(tag)) ||
    names.some((word) => page.names.has(word)) ||
    (words !== undefined && page.headings.some((text) => words.test(text))) ||
    (SHAPES[name]?.(page) ?? false)
  );
}

/** A part under a name of the brief's own: its words stand in one heading, or each in a name. */
function hasWords({ headings, names }: Page, section: string): boolean {
  const words = section
    .toLowerCase()
    .split(/[\s-]+/)
    .map(singular);
  return (
    headings.some((text) => words.every((word) => text.toLowerCase().includes(word))) ||
    words.every((word) => names.has(word))
  );
}

const fields = ({ graph }: Page): GraphNode[] => graph.nodes.filter(({ role }) => role === 'field');
const typed = ({ layout, graph }: Page, type: string): boolean =>
  graph.nodes.some(({ element }) => layout.nodes[element]!.attributes?.['type']?.toLowerCase() === type);

/** A box of a share of the window's area in its first height. */
const isLarge = ({ layout }: Page, { box }: GraphNode, share: number): boolean =>
  area(intersect(box, [0, 0, ...layout.size])) >= share * layout.size[0] * layout.size[1];
const isChartLike = ({ role, box }: GraphNode): boolean =>
  (role === 'drawing' || role === 'image') && Math.min(box[2], box[3]) >= minChart.value;

/** Parts that are told by their shape, whatever they are called. */
const SHAPES: Partial<Record<SectionName, (page: Page) => boolean>> = {
  // Three links in a row near the top. Scripts make links without an address, too.
  navigation: ({ graph }) => {
    const tops = graph.nodes
      .filter(({ role, tag, box }) => (role === 'link' || tag === 'a') && box[1] < HEAD)
      .map(({ box }) => box[1]);
    return tops.some((top) => tops.filter((other) => Math.abs(other - top) <= 4).length >= 3);
  },
  hero: (page) =>
    page.lines.some(({ box, fontSize }) => fontSize >= heroSize.value && box[1] < page.layout.size[1]) ||
    page.graph.nodes.some((node) => node.role === 'image' && isLarge(page, node, heroPicture.value)),
  pricing: ({ lines }) =>
    lines.filter(({ text }) => /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|zł|kr)/u.test(text)).length >= 2,
  gallery: ({ graph }) => graph.nodes.filter(({ role }) => role === 'image').length >= 4,
  'contact-form': (page) =>
    fields(page).some(({ tag }) => tag === 'textarea') || (typed(page, 'email') && fields(page).length >= 2),
  'login-form': (page) => typed(page, 'password'),
  newsletter: (page) => typed(page, 'email'),
  search: (page) =>
    typed(page, 'search') ||
    fields(page).some(({ text }) => /search|such|recherch|buscar|cerca|搜索|بحث|חיפוש/i.test(text)),
  chart: ({ graph }) => graph.nodes.some((node) => node.role === 'drawing' && isChartLike(node)),
  map: ({ graph }) => graph.nodes.some(isChartLike),
  footer: ({ layout, lines }) =>
    lines.some(
      ({ text, box }) =>
        /©|\(c\) |copyright|all rights|powered by|privacy|terms|imprint|impressum/i.test(text) &&
        box[1] > layout.page[1] - FOOT,
    ),
};

/** px from the top of a page in which its navigation stands: below a banner, at the latest. */
const HEAD = 300;
/** px above the end of a page in which its footer stands. */
const FOOT = 400;

function defectOf({ section, quote, confidence }: FactOf<'section'>): Defect {
  const name = section.replace(/-/g, ' ');
  return {
    element: null,
    box: null,
    message: `Nothing on the page looks like the ${name} that was asked for ("${quote.slice(0, 60)}").`,
    measured: { value: 0, unit: 'signs' },
    expected: { section: name.slice(0, 80) },
    suggestion: `Add the ${name}, with a heading or an element that says what it is.`,
    ...gravity(confidence, false),
  };
}
