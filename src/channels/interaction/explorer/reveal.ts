import { isVisible } from '../../../graph/visibility.js';
import type { Layout } from '../../../render/capture.js';
import type { Listening } from '../../../render/probe/listeners.js';
import type { Look } from '../../../render/probe/look.js';
import type { Question } from './actions.js';
import { findControls } from './find.js';
import { isClosing, questionsFor } from './questions.js';
import { rank, type Ranked } from './rank.js';

/** A control that was brought up, with what is asked of it: each question begins by bringing it up again. */
export interface Revealed {
  one: Ranked;
  questions: Question[];
}

/**
 * What can be acted on in the dialogs of a page once `opening`, a question to `opener`, has been carried out, most prominent first. How a dialog is closed is
 * asked by itself. `known` are the controls that are there without it.
 */
export function revealedBy(
  opener: Ranked,
  opening: Question,
  opened: Look,
  listening: Listening,
  known: readonly Ranked[],
  prompt: string,
): Revealed[] {
  const { layout } = opened.draft;
  const before = new Set(known.map(({ path }) => path.join()));
  const found = findControls(opened, listening, false).filter(
    ({ node, path, control }) =>
      !before.has(path.join()) && isInDialog(layout, node) && !isClosing(control.name),
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

/** True when a dialog is shown. */
export const hasDialog = ({ draft: { layout } }: Look): boolean =>
  layout.nodes.some((_, i) => isDialog(layout, i) && isVisible(layout, i));

function isInDialog(layout: Layout, node: number): boolean {
  for (let at = node; at >= 0; at = layout.nodes[at]!.parent) if (isDialog(layout, at)) return true;
  return false;
}

function isDialog({ nodes }: Layout, node: number): boolean {
  const { name, attributes } = nodes[node]!;
  return (
    name === 'dialog' ||
    /^(alert)?dialog$/.test(attributes?.['role'] ?? '') ||
    attributes?.['aria-modal'] === 'true'
  );
}
