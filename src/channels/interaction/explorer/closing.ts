import { selectorOf } from '../../../graph/selector.js';
import { isVisible } from '../../../graph/visibility.js';
import type { Layout } from '../../../render/capture.js';
import { pathOf } from '../../../render/probe/path.js';
import type { Act, Question } from './actions.js';
import type { Ranked } from './rank.js';
import { nameOf } from './texts.js';

/** Names of what closes a dialog; of a drawer or a panel those that can mean nothing else. */
const CLOSING = /^(×|✕|✖|x|close|cancel|dismiss|ok|got it|done)\b|^[×✕✖]$|close/i;
const CLOSING_ONLY = /^[×✕✖x]$|\b(close|dismiss)\b/i;
/** Positions of what lies over the page. */
const OVER = /^(fixed|absolute|sticky)$/;

/** True of what closes a dialog, or a panel that lies over the page. */
export function closesOverlay(layout: Layout, node: number): boolean {
  const { name: tag, attributes } = layout.nodes[node]!;
  const classes = attributes?.['class'] ?? '';
  if (tag !== 'button' && tag !== 'a' && attributes?.['role'] !== 'button' && !/close/i.test(classes))
    return false;
  const name = nameOf(layout, node) || classes;
  for (let at = node; at >= 0; at = layout.nodes[at]!.parent) {
    if (isDialog(layout, at)) return CLOSING.test(name);
    if (OVER.test(layout.styles[layout.nodes[at]!.style]?.['position'] ?? '') && at !== node)
      return CLOSING_ONLY.test(name);
  }
  return false;
}

/** The closing button of what an action brought up: it was not among the `known` controls. -1 where there is none. */
export function closerIn(opened: Layout, known: readonly Ranked[]): number {
  const before = new Set(known.map(({ path }) => path.join()));
  return opened.nodes.findIndex(
    ({ type }, i) =>
      type === 'element' &&
      !before.has(pathOf(opened, i).join()) &&
      isVisible(opened, i) &&
      closesOverlay(opened, i),
  );
}

/** How what a probe opened is closed again: by its own button, else by Escape. */
export function closingQuestion(question: Question, opened: Layout, known: readonly Ranked[]): Question {
  const button = closerIn(opened, known);
  const close: Act =
    button < 0
      ? { deed: { do: 'press', what: 'Escape', on: null }, path: null }
      : { deed: { do: 'click', what: null, on: selectorOf(opened, button) }, path: pathOf(opened, button) };
  return {
    asks: 'closes',
    before: [...question.before, ...question.acts],
    acts: [close],
    patience: 'quick',
    hovers: false,
  };
}

export function isDialog({ nodes }: Layout, node: number): boolean {
  const { name, attributes } = nodes[node]!;
  return (
    name === 'dialog' ||
    /^(alert)?dialog$/.test(attributes?.['role'] ?? '') ||
    attributes?.['aria-modal'] === 'true'
  );
}
