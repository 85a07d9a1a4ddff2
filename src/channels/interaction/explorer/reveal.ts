import { isVisible } from '../../../graph/visibility.js';
import type { Layout, LayoutNode } from '../../../render/capture.js';
import type { Clues } from '../../../render/probe/clues.js';
import type { Look } from '../../../render/probe/look.js';
import { nodeAt, pathOf } from '../../../render/probe/path.js';
import type { Question } from './actions.js';
import { closesOverlay, isDialog } from './closing.js';
import { findControls, type Found } from './find.js';
import { questionsFor } from './questions.js';
import { rank, type Ranked } from './rank.js';
import { textIn } from './texts.js';

/** A control that was brought up, with what is asked of it: each question begins by bringing it up again. */
export interface Revealed {
  one: Ranked;
  questions: Question[];
}

/** What an action brought up: the question that led there, the page then, and what tells of its controls. */
export interface Opening {
  opener: Ranked;
  question: Question;
  look: Look;
  clues: Clues;
}

/**
 * What can be acted on once something has been opened, added or shown that was not there before, most prominent first. How a dialog or
 * a drawer is closed is asked by itself. `known` are the controls that are there without it.
 */
export function revealedBy(
  { opener, question: opening, look, clues }: Opening,
  known: readonly Ranked[],
  prompt: string,
): Revealed[] {
  const { layout } = look.draft;
  const found = findControls(look, clues, false).filter(
    (one) =>
      one.control.kind !== 'keys' &&
      one.control.kind !== 'scroll' &&
      isNew(layout, one, opener, known) &&
      !closesOverlay(layout, one.node),
  );
  const ranked = rank(found, layout.size, prompt);
  // A deed without an element is done to the control that is asked, which is another one now.
  const acts = opening.acts.map((act) => ({
    ...act,
    deed: { ...act.deed, on: act.deed.on ?? (act.path && opener.control.selector) },
  }));
  return ranked.map((one) => ({
    one,
    questions: one.disabled
      ? []
      : questionsFor(layout, one, ranked).map((question) => ({
          ...question,
          before: [...opening.before, ...acts, ...question.before],
        })),
  }));
}

/** True of what was not found before: in another place and by another name, or in a dialog in another place. */
function isNew(
  layout: Layout,
  { node, path, control, likeness, disabled }: Found,
  opener: Ranked,
  known: readonly Ranked[],
): boolean {
  const key = path.join();
  if (key === opener.path.join()) return false;
  const there = known.find((one) => one.path.join() === key);
  // What was switched off may be used now.
  if (there?.disabled) return !disabled && isSameThing(there.control, control);
  if (isInDialog(layout, node)) return !there;
  if (there && isSameThing(there.control, control)) return false;
  return !known.some(
    (one) =>
      one.control.tag === control.tag &&
      bareName(one.control.name) === bareName(control.name) &&
      one.likeness === likeness,
  );
}

/** What tells its number or its state is still the same thing. */
const bareName = (name: string) => name.replace(/\d+/g, '#');
const isSameThing = (a: Found['control'], b: Found['control']) =>
  a.tag === b.tag && a.selector === b.selector && /#[\w-]+$/.test(a.selector);

const ACTED_ON = /^(button|a|input|select|textarea|summary|dialog)$/;

/** True when a page shows something to act on, or a dialog, that it did not show before. */
export function bringsUp(before: Look, { draft: { layout } }: Look): boolean {
  const first = before.draft.layout;
  return layout.nodes.some((node, i) => {
    if (node.type !== 'element' || !isActedOn(node) || !isVisible(layout, i)) return false;
    const path = pathOf(layout, i);
    const same = nodeAt(first, path);
    const wasOff =
      first.nodes[same]?.attributes?.['disabled'] !== undefined &&
      node.attributes?.['disabled'] === undefined;
    return (
      wasOff ||
      same < 0 ||
      !isVisible(first, same) ||
      first.nodes[same]!.name !== node.name ||
      isOther(first, same, layout, i)
    );
  });
}

/** What is built anew in the same place has another name. */
const isOther = (a: Layout, x: number, b: Layout, y: number) =>
  a.nodes[x]!.attributes?.['id'] !== b.nodes[y]!.attributes?.['id'] ||
  (b.nodes[y]!.attributes?.['id'] === undefined && bareName(textIn(a, x)) !== bareName(textIn(b, y)));

const isActedOn = ({ name, attributes }: LayoutNode) =>
  ACTED_ON.test(name) ||
  /^(button|tab|switch|checkbox|radio|menuitem|option|dialog)$/.test(attributes?.['role'] ?? '');

function isInDialog(layout: Layout, node: number): boolean {
  for (let at = node; at >= 0; at = layout.nodes[at]!.parent) if (isDialog(layout, at)) return true;
  return false;
}
