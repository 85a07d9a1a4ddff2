import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LayoutNode, RuleRun } from '../capture.js';
import type { CdpSession } from './cdp.js';
import type { LayoutDraft } from './snapshot.js';
import type { IsolatedWorld } from './world.js';

/**
 * The rules that are run: what people who see, hear or type meet. Left out: contrast, headings' order, labels of fields, sizes of
 * targets, duplicate ids and blinking, which have checks of their own; keyboard access to what scrolls, which browsers give by themselves since 2024;
 * rules of taste; rules that need another network request or a second frame.
 */
const RULES = [
  ...['button-name', 'link-name', 'input-button-name', 'summary-name'],
  ...[
    'aria-command-name',
    'aria-input-field-name',
    'aria-toggle-field-name',
    'aria-dialog-name',
    'aria-tab-name',
  ],
  ...['image-alt', 'input-image-alt', 'role-img-alt', 'svg-img-alt', 'area-alt', 'object-alt', 'frame-title'],
  ...['html-has-lang', 'html-lang-valid', 'valid-lang', 'document-title', 'meta-viewport', 'meta-refresh'],
  ...['landmark-no-duplicate-main', 'empty-heading', 'empty-table-header'],
  ...[
    'list',
    'listitem',
    'definition-list',
    'dlitem',
    'td-headers-attr',
    'th-has-data-cells',
    'scope-attr-valid',
  ],
  ...[
    'aria-valid-attr',
    'aria-valid-attr-value',
    'aria-roles',
    'aria-required-attr',
    'aria-required-children',
  ],
  ...[
    'aria-required-parent',
    'aria-hidden-body',
    'aria-hidden-focus',
    'aria-prohibited-attr',
    'aria-allowed-attr',
  ],
  ...['nested-interactive', 'tabindex', 'autocomplete-valid', 'no-autoplay-audio'],
];

/**
 * Elements above which the rules are not run: their cost grows with every one that they look at, and this many already take a third of a
 * second. What lies in a drawing is hardly looked at, and counts for less.
 */
const MAX_ELEMENTS = 3000;
const MAX_WITH_DRAWN = 8000;
/** Violations told of one rule, and of all. */
const MAX_PER_RULE = 20;
const MAX_NODES = 200;
/** Wall-clock ms after which a run is ended. It is a fuse, not a budget: the number of elements decides what is run. */
const FUSE_MS = 3000;

let source: string | undefined;

function axeSource(): string {
  return (source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
}

/**
 * Runs axe-core's rules on the page as it stands, in our own world, and gives what they violate as nodes of the layout. Page time
 * stands still meanwhile: axe's timers are answered at once.
 */
export async function runRules(
  session: CdpSession,
  world: IsolatedWorld,
  draft: LayoutDraft,
): Promise<RuleRun> {
  const { elements, drawn } = countElements(draft.layout.nodes);
  if (elements - drawn > MAX_ELEMENTS || elements > MAX_WITH_DRAWN)
    return { status: 'too-large', elements, violations: [] };
  try {
    await world.run(
      `(() => { const module = undefined, exports = undefined, define = undefined; ${axeSource()} })()`,
      FUSE_MS,
    );
    const { facts, objects } = await world.collect(findViolations, [RULES, MAX_PER_RULE, MAX_NODES], FUSE_MS);
    const byBackendId = new Map(draft.backendIds.map((id, i) => [id, i]));
    const found = await Promise.all(
      objects.map(async (objectId) => {
        const { node } = await session.send('DOM.describeNode', { objectId });
        return byBackendId.get(node.backendNodeId) ?? -1;
      }),
    );
    const violations = facts.map(({ rule, impact, count, from, to }) => ({
      rule,
      impact,
      count,
      nodes: found.slice(from, to).filter((node) => node >= 0),
    }));
    return { status: 'complete', elements, violations };
  } catch {
    return { status: 'failed', elements, violations: [] };
  }
}

/** Elements of a page, and those of them that lie in a drawing. */
function countElements(nodes: readonly LayoutNode[]): { elements: number; drawn: number } {
  const isDrawn = new Uint8Array(nodes.length);
  let [elements, drawn] = [0, 0];
  nodes.forEach(({ type, parent }, i) => {
    if (parent >= 0 && (isDrawn[parent] || nodes[parent]!.name === 'svg')) isDrawn[i] = 1;
    if (type !== 'element') return;
    elements++;
    drawn += isDrawn[i]!;
  });
  return { elements, drawn };
}

/** A rule's violations: how many, and which of the elements collected (from, to) they are. */
export interface Violation {
  rule: string;
  impact: string;
  count: number;
  from: number;
  to: number;
}

interface AxeResult {
  id: string;
  impact: string | null;
  nodes: { element?: Element; impact: string | null }[];
}

/* Runs in the page's isolated world. */
async function findViolations(
  rules: string[],
  perRule: number,
  all: number,
): Promise<{ facts: Violation[]; elements: Element[] }> {
  const scope = globalThis as unknown as {
    axe: { run(context: Document, options: object): Promise<{ violations: AxeResult[] }> };
    setTimeout: unknown;
    clearTimeout: unknown;
  };
  // Time stands still here, and a timer would never fire. What axe sets a timer for is to let the page breathe, or to give up.
  const { setTimeout: later, clearTimeout: never } = scope;
  const cancelled = new Set<number>();
  let timers = 0;
  scope.setTimeout = (work: () => void, ms = 0) => {
    const id = ++timers;
    if (ms <= 1) void Promise.resolve().then(() => cancelled.has(id) || work());
    return id;
  };
  scope.clearTimeout = (id: number) => cancelled.add(id);
  try {
    const { violations } = await scope.axe.run(document, {
      runOnly: { type: 'rule', values: rules },
      resultTypes: ['violations'],
      elementRef: true,
      selectors: false,
      iframes: false,
      preload: false,
    });
    const facts: Violation[] = [];
    const elements: Element[] = [];
    for (const { id, impact, nodes } of violations) {
      const from = elements.length;
      for (const { element } of nodes.slice(0, Math.min(perRule, all - from)))
        if (element) elements.push(element);
      facts.push({ rule: id, impact: impact ?? 'minor', count: nodes.length, from, to: elements.length });
    }
    return { facts, elements };
  } finally {
    scope.setTimeout = later;
    scope.clearTimeout = never;
  }
}
