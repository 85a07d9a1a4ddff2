import { z } from 'zod';
import type { FactOf } from '../../artifact/facts/schema.js';
import { SECTIONS, type SectionName } from '../../artifact/facts/sections.js';
import type { DesignGraph, GraphNode } from '../../graph/schema.js';
import type { Layout } from '../../render/capture.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../check.js';
import { asked, gravity, scoreOfFacts } from './asked.js';
import {
  contentOf,
  countContent,
  filledElements,
  isDrawnAtOnce,
  pressedIn,
  type Content,
} from './content.js';
import { area, intersect } from './geometry.js';
import { namesOf, singular } from './names.js';
import { reachableLines } from './reachable.js';
import { sceneOf, type TextLine } from './scene.js';
import { SIGNS } from './section-signs.js';
import { THRESHOLDS } from './thresholds.js';

const { minArea, heroSize, heroPicture, minChart } = THRESHOLDS['required-section'];

/**
 * Parts of the page that the brief asks for, each told by any of several signs: a tag or role, a word in a class name or
 * id of something that shows content, a word in a heading or link, or its shape. A box that bears the name of a part is
 * none, nor is a heading with nothing under it.
 */
export const requiredSection = defineCheck({
  meta: {
    id: 'required-section',
    title: 'Required sections',
    description:
      'Parts of the page that the brief asks for: `sections` of the brief, and those that its prompt names (a navigation bar, a hero, pricing, questions and answers, a contact form, a footer...). A part is found by its tag or role, by a class name or id of something with content in it, by a heading with something under it or a link to another page, or by its shape; only when nothing speaks for it is it reported. What the prompt names is likely, and weighs little. What the brief itself names is likely too, since a part may go by another name; it is certain where the whole page shows fewer short texts, pictures and fields than two for each part.',
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
    // A part is a title and something under it, or a menu of links, or a form. With less than that a page can't hold them all.
    const sure = !isDrawnAtOnce(context.graph, context.layout) && page.content < 2 * facts.length;
    return {
      score: scoreOfFacts(facts.map(({ confidence }, i) => ({ confidence, met: found[i] ? 1 : 0, sure }))),
      defects: facts.filter((_, i) => !found[i]).map((fact) => defectOf(fact, sure)),
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
  /** Texts of headings and text like them that have something under them, and of links to other pages and buttons. */
  headings: readonly string[];
  /** How many things it can tell. */
  content: number;
}

function readPage({ layout, graph }: CheckContext): Page {
  const names = new Set<string>();
  const tags = new Set<string>();
  const { drawn } = sceneOf(layout);
  const content = contentOf(graph, layout);
  const promises = content.filter((_, i) => isPromise(layout, content, i)).map(({ node }) => node);
  const filled = filledElements(layout, content);
  for (const element of [...filled, ...promises.map(({ element }) => element)]) {
    const node = layout.nodes[element]!;
    if (node.type !== 'element' || !drawn[element] || area(node.box) < minArea.value) continue;
    tags.add(node.name);
    const role = node.attributes?.['role'];
    if (role) tags.add(role);
    for (const name of namesOf(node)) for (const word of name) names.add(singular(word));
  }
  return {
    layout,
    graph,
    lines: reachableLines(layout),
    names,
    tags,
    headings: promises.map(({ text }) => text),
    content: countContent(content),
  };
}

/**
 * Does a text say that a part is here, or lead to it? A title does when something is under it: not the next title of its
 * size. A label above a larger title does as that one does. A link does when it leads to another page.
 */
function isPromise(layout: Layout, content: readonly Content[], at: number): boolean {
  const own = content[at]!;
  if (!own.isTitle) {
    const pressed = pressedIn(layout, own.node.element);
    const { href } = layout.nodes[pressed ?? own.node.element]!.attributes ?? {};
    return ['field', 'button'].includes(own.node.role) || (pressed !== null && !href?.startsWith('#'));
  }
  const next = content[at + 1];
  if (!next?.isTitle) return next !== undefined;
  return sizeOf(next) > sizeOf(own) ? isPromise(layout, content, at + 1) : sizeOf(next) < sizeOf(own);
}

const sizeOf = ({ node }: Content): number => node.font?.size ?? 0;

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

function defectOf({ section, quote, confidence }: FactOf<'section'>, sure: boolean): Defect {
  const name = section.replace(/-/g, ' ');
  return {
    element: null,
    box: null,
    message: `Nothing on the page looks like the ${name} that was asked for ("${quote.slice(0, 60)}").`,
    measured: { value: 0, unit: 'signs' },
    expected: { section: name.slice(0, 80) },
    suggestion: `Add the ${name}, with a heading or an element that says what it is.`,
    ...gravity(confidence, sure),
  };
}
