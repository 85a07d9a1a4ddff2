import { z } from 'zod';
import type { CheckMeta } from '../check.js';

/** A kind of finding of this channel, documented and set like a check. */
export interface InteractionCheck {
  meta: CheckMeta;
  options: z.ZodType;
}

const AUDIT =
  'Controls that do nothing are the commonest fault of generated front ends: an audit of a published training set found most pages with dead core controls. How they are told apart is measured in docs/guides/interaction.md.';

const define = (meta: Omit<CheckMeta, 'viewports' | 'weight'>): InteractionCheck => ({
  // The channel is the weighted share of expected answers: a page on which every control fails has nothing left.
  meta: { ...meta, weight: 1, viewports: 'primary' },
  options: z.strictObject({}),
});

/** Controls that do nothing. */
export const deadControl = define({
  id: 'dead-control',
  title: 'Controls that do nothing',
  description:
    'The page is run twice from the same start, once with the action (a click, a key, a text) and once without it. A control is dead when nothing that a person can notice differs at the end: no text, no element, no pixel outside the browser’s own focus ring, no scrolling, no dialog, no navigation, no download. Of a tab, a filter, an order or a question with its answer hidden behind it, something else has to come: that it is marked as the chosen one, or its sign turns, is nothing yet.',
  remedy:
    'Bind the control to what it promises, or take it away. When its code throws, the finding names the error. A link to a part of the page needs an element with that id.',
  severity: 'error',
  source: AUDIT,
});

/** Answers that nobody sees. */
export const invisibleAnswer = define({
  id: 'invisible-answer',
  title: 'Answers that nobody can see',
  description:
    'Something differs when the control is used, but only for a script: an attribute, a class without a style, a stored value, the address. A person who uses the control learns nothing of it.',
  remedy:
    'Show the state: style the class, render the value, open what was meant to open. An address that names a part of the page needs that part.',
  severity: 'error',
  source: AUDIT,
});

/** Answers other than the control promises. */
export const wrongAnswer = define({
  id: 'wrong-answer',
  title: 'Answers other than expected',
  description:
    'The control answers, but not as its kind promises: a form that only empties its fields, a link whose target lies under a header that stays in place, a theme switch that recolours only itself, a button that loads the page anew and loses what was entered; or against its own words: another item is deleted, a number goes the other way, a column stands in no order, “Copied” is said and nothing was copied, “undefined” appears.',
  remedy:
    'Do what the control’s label and role promise. A button in a form submits it unless it has `type="button"`; a handler of `submit` needs `preventDefault()`.',
  severity: 'warning',
  source: AUDIT,
});

/** Actions that end the page. */
export const brokenByAction = define({
  id: 'broken-by-action',
  title: 'Actions that break the page',
  description:
    'After the action hardly anything of the page is left, or it hangs, crashes, or opens dialogs without end.',
  remedy: 'Look at the error in the finding. In React, an error while rendering takes the whole tree away.',
  severity: 'error',
  source: AUDIT,
});

/** Forms that take anything. */
export const unrefusedInput = define({
  id: 'unrefused-input',
  title: 'Forms that accept what they should refuse',
  description:
    'A form is sent filled in, empty, and with an e-mail address that is none. It is expected to accept the first visibly, and to say something else to the others. A form that says the same to all of them checks nothing.',
  remedy:
    'Mark fields with `required` and their `type`, or check them before the form is accepted, and say what is missing.',
  severity: 'warning',
  source: 'WCAG 2.2, 3.3.1 Error Identification',
});

/** Controls for the mouse alone. */
export const mouseOnly = define({
  id: 'mouse-only',
  title: 'Controls that the keyboard cannot use',
  description:
    'An element that is made a control by a script and can be focused answers to a click, and not to Enter. Native buttons and links answer to both by themselves.',
  remedy: 'Use `<button>`, or handle `keydown` for Enter and Space too.',
  severity: 'warning',
  source: 'WCAG 2.2, 2.1.1 Keyboard',
});

/** A focus that is nowhere to be seen. */
export const unseenFocus = define({
  id: 'unseen-focus',
  title: 'Focus that cannot be seen',
  description:
    'The Tab key is pressed once on the fresh page. The first control gets the focus, and not a pixel of the screen shows where it is.',
  remedy: 'Take `outline: none` away, or give `:focus-visible` a style that is seen.',
  severity: 'warning',
  source: 'WCAG 2.2, 2.4.7 Focus Visible',
});

/** Tests of an agent that fail. */
export const failedTest = define({
  id: 'failed-test',
  title: 'Tests that fail',
  description:
    'A test was given with the brief, or planned for it: something to be done, and what must then be seen. An agent with a model carried it out and did not see that, or only in part. Where the agent saw it and the page had changed nothing, the evidence counts: the page is run with each action and without it.',
  remedy: 'Follow the steps of the test in the trace or the report, and let the page do what is expected.',
  severity: 'error',
  source: 'WebGen-Bench (arXiv 2505.03733) for the form of tests',
});

/** Pages without anything to act on, though it was asked for. */
export const nothingToAct = define({
  id: 'nothing-to-act-on',
  title: 'Nothing to act on',
  description: 'The brief asks for something that can be used, and the page has no control at all.',
  remedy: 'Build what the brief asks for: buttons, forms, play.',
  severity: 'error',
  source: AUDIT,
});

/** Pages that don't stay as they were shown. */
export const vanishingContent = define({
  id: 'vanishing-content',
  title: 'Content that does not stay',
  description:
    'The page is watched for a minute of its own time while nobody touches it, first frame by frame. At some moment less than half of the characters that it showed at rest are still shown: it flickers, or gives way to something else. Games and scenes are left out, since they may come to other screens by themselves.',
  remedy: 'Keep what the page is for on the screen. What replaces it should wait until somebody asks for it.',
  severity: 'error',
  source: 'WCAG 2.2, 2.2.1 Timing Adjustable: people need the time to read; the half is chosen here',
});

/** Every kind of finding of the interaction channel. */
export const INTERACTION_CHECKS: readonly InteractionCheck[] = [
  deadControl,
  invisibleAnswer,
  wrongAnswer,
  brokenByAction,
  unrefusedInput,
  mouseOnly,
  unseenFocus,
  failedTest,
  nothingToAct,
  vanishingContent,
];
