import { z } from 'zod';
import { boxSchema, pageErrorSchema, renderFingerprintSchema, sourceSchema } from '../../render/capture.js';

/** What a control is, and so what a person expects of it. */
export const controlKindSchema = z.enum([
  'anchor',
  'link',
  'button',
  'tab',
  'disclosure',
  'menu',
  'dialog',
  'toggle',
  'checkbox',
  'radio',
  'select',
  'slider',
  'stepper',
  'text',
  'search',
  'filter',
  'sort',
  'form',
  'carousel',
  'copy',
  'theme',
  'drag',
  'tooltip',
  'canvas',
  'game',
  'keys',
  'scroll',
  'media',
]);
export type ControlKind = z.infer<typeof controlKindSchema>;

/** One thing that was done: `{do: 'click', on: '#buy'}`, `{do: 'type', what: 'zzqx'}`. */
export const deedSchema = z.strictObject({
  do: z.enum(['click', 'hover', 'press', 'hold', 'type', 'drag', 'wheel', 'wait', 'focus']),
  /** What was typed or pressed; of a wheel the px down, of waiting the ms. */
  what: z.string().nullable(),
  /** Selector of the element it was done to, when it is not the control itself. */
  on: z.string().nullable(),
});
export type Deed = z.infer<typeof deedSchema>;

/** A place in a page that answers, or should. */
export const controlSchema = z.strictObject({
  kind: controlKindSchema,
  /** Role for people and assistive technology: "button", "link", "tab". */
  role: z.string(),
  /** What it is called: its text, label or alternative text. */
  name: z.string(),
  tag: z.string(),
  selector: z.string(),
  box: boxSchema.nullable(),
  source: sourceSchema.nullable(),
  /** True when the page listens to it: on itself, by its framework, or by delegation that names it. */
  bound: z.boolean(),
  inForm: z.boolean(),
  /** True of a box or field that nobody sees: what is met is its label. */
  byLabel: z.boolean(),
  /** False for what the page listens to without telling anybody: its silence is no fault then. */
  announced: z.boolean(),
  /** True of a field that nothing of the page can read: what is written into it promises an effect. */
  unread: z.boolean().default(false),
  /** Of an anchor: whether what it names is on the page, and on the first screen. */
  target: z.enum(['missing', 'near', 'away']).nullable(),
  /** How many equal ones there are on the page, this one included. */
  alike: z.int().positive(),
  /** In (0,1]: how much it matters beside the others, by size, place and words. */
  weight: z.number().min(0).max(1),
});
export type Control = z.infer<typeof controlSchema>;

const textsSchema = z.array(z.string());

/** What differed within one part of the page: shown elements that came, went, moved or changed their look. */
const changeSchema = z.strictObject({
  appeared: z.int(),
  vanished: z.int(),
  moved: z.int(),
  restyled: z.int(),
  /** Attributes, texts, values and states that differ, seen or not. */
  mutated: z.int(),
});
export type Change = z.infer<typeof changeSchema>;

/**
 * What differs between the run with the action and the same run without it, once both had settled. Nothing in it is a judgement.
 */
export const evidenceSchema = z.strictObject({
  /** Shown texts that came and went, the control's own left out. */
  textsAppeared: textsSchema,
  textsVanished: textsSchema,
  /** Shown texts outside the control that became others in their place. */
  retold: z.array(z.tuple([z.string(), z.string()])),
  /** Shown for a moment only: seen 100 ms after the action and gone at the end. */
  textsPassing: textsSchema,
  /** The control with what is in it and its label. */
  own: changeSchema,
  /** The rest of the page. */
  other: changeSchema,
  /** The control's own shown text, before and after, where it differs. */
  ownText: z.tuple([z.string(), z.string()]).nullable(),
  /** The control's value or state, before and after, where it differs. */
  ownValue: z.tuple([z.string(), z.string()]).nullable(),
  /** Values and ticks of other controls that differ. */
  values: z.int(),
  /** Of other fields and boxes: their values before and after, where they differ. */
  revalued: z.array(z.tuple([z.string(), z.string()])),
  /** Shares of the viewport whose pixels differ: all, outside the control, in drawings (canvas, video). Null without pictures. */
  pixels: z
    .strictObject({ all: z.number(), outside: z.number(), drawn: z.number(), box: boxSchema.nullable() })
    .nullable(),
  /**
   * Of a control that is one of several: what differs outside of it and of these, its equals, over which a mark of the chosen one moves.
   * Of a form: outside of its button and its fields. Null of what stands alone.
   */
  beyond: changeSchema
    .extend({
      /** Texts that came and went. */
      came: z.int(),
      went: z.int(),
      values: z.int(),
      /** Share of the viewport whose pixels differ. */
      pixels: z.number(),
    })
    .nullable()
    .default(null),
  /** How far the window and scrolled elements moved, in CSS px. */
  scrolled: z.number(),
  scroll: z.tuple([z.number(), z.number()]).nullable(),
  url: z.tuple([z.string(), z.string()]).nullable(),
  title: z.tuple([z.string(), z.string()]).nullable(),
  /** Where the focus went, when it differs: to the control, to another element, away. */
  focus: z.enum(['control', 'other', 'away']).nullable(),
  /** Names of stored entries that differ. */
  storage: textsSchema,
  playing: z.boolean(),
  /** Fields newly marked as wrong. */
  invalid: z.int(),
  /** Dialogs in the page (role or element `dialog`) that are shown: without, with. */
  dialogsShown: z.tuple([z.int(), z.int()]),
  dialogs: textsSchema,
  downloads: textsSchema,
  popups: textsSchema,
  navigations: textsSchema,
  prints: z.int(),
  clipboard: textsSchema,
  files: z.int(),
  requests: textsSchema,
  /** How many more requests were made, those for what was asked before included. */
  made: z.int(),
  errors: z.array(pageErrorSchema),
  /** True when the main frame loaded another document, or itself again. */
  reloaded: z.boolean(),
  /** Shown elements: without, with. */
  shown: z.tuple([z.int(), z.int()]),
  /** All elements, seen or not: without, with. */
  elements: z.tuple([z.int(), z.int()]),
  /** What takes a click on the control in its place, though the control is seen: "div.glass". */
  missedBy: z.string().nullable(),
  /** Groups of shown prices ("€ 4.50") of which the same stand there in another order: the new order. */
  reorderedPrices: z.array(textsSchema),
  /** Of a control in a list of equals of which one is marked as chosen: which one the mark went to. */
  marked: z.enum(['control', 'another']).nullable(),
  /** Of a control in an item of a list: whether its own item went, or another one while its own is still there. */
  removed: z.enum(['control', 'another']).nullable(),
  /** Of a control that is to clear the part of the page under a heading ("Clear done"): whether anything went from there. */
  cleared: z.boolean().nullable(),
  /** Of a control in a list of equals: the name of another one, which a text became in its place, while its own is not told. */
  namedInstead: z.string().nullable(),
  /** Of a control with `aria-controls`: whether what it names is to be seen afterwards. */
  controlled: z.enum(['shown', 'hidden']).nullable(),
  /** Of a link to a part of the page: whether that is on the screen afterwards. */
  arrived: z.boolean().nullable(),
  /** Of a link to a part of the page: what stays in place over the first line of that, as a sticky header does. */
  coveredBy: z.string().nullable().default(null),
  /** Of a head of a table, where the rows came into another order: its column from top to bottom. */
  column: textsSchema.nullable(),
  /** New texts that hold a value that is none: "undefined", "NaN". */
  garbled: textsSchema,
  /** Of a game that was left alone: whether its drawing stood still for a second afterwards. Null where that was not asked. */
  still: z.boolean().nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** What was tried on one control in one run of the page. */
export const probeSchema = z.strictObject({
  /** Position of the control in `controls`. */
  control: z.int().min(0),
  /** What the probe asks: does it answer at all, is bad input refused, does the keyboard do the same, does it close again, is a game over and begun anew. */
  asks: z.enum([
    'answers',
    'answers-prepared',
    'opens-by-hover',
    'accepts',
    'refuses-empty',
    'refuses-invalid',
    'closes',
    'keyboard',
    'shows-focus',
    'plays',
    'ends',
    'restarts',
  ]),
  deeds: z.array(deedSchema),
  /** Null when it could not be tried; `trouble` says why. */
  evidence: evidenceSchema.nullable(),
  trouble: z
    .strictObject({
      reason: z.enum(['covered', 'out-of-reach', 'gone', 'native-popup', 'no-way', 'page-stopped', 'ours']),
      detail: z.string(),
    })
    .nullable(),
  /** Names of pictures in the trace: the part of the page concerned, without the action and with it. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type Probe = z.infer<typeof probeSchema>;

/** One turn of an agent: what it did, and what both sides say came of it. */
export const stepSchema = z.strictObject({
  do: z.enum(['click', 'type', 'select', 'press', 'drag', 'scroll', 'wait', 'finish']),
  /** Position of the control in `controls`; null for what needs none, and for a number that there is not. */
  control: z.int().min(0).nullable(),
  /** What was typed, chosen or pressed, or where it was scrolled to. */
  what: z.string().nullable(),
  /** Why, in the agent's words. */
  thought: z.string(),
  /**
   * `done`, or why it was not: a number, key or option that there is not, something that can't be reached, a page that stopped, or a
   * fault of ours.
   */
  became: z.enum([
    'done',
    'unknown-mark',
    'unknown-key',
    'unknown-option',
    'not-possible',
    'page-stopped',
    'ours',
  ]),
  /** The evidence: position in `probes`. Null for what is no question to the page: scrolling, waiting, finishing. */
  probe: z.int().min(0).nullable(),
  /** What the agent saw of it, told before it knows of any evidence. Null where it was never asked. */
  saw: z.enum(['as-expected', 'otherwise', 'nothing', 'unclear']).nullable(),
});
export type Step = z.infer<typeof stepSchema>;

/** One thing that a user would want of the page, carried out by an agent. */
export const testSchema = z.strictObject({
  task: z.string(),
  expected: z.string(),
  /** Who asked for it: the brief or the caller, or the agent's own plan. */
  by: z.enum(['given', 'planned']),
  /** In (0,1]: how much it counts beside the others. */
  weight: z.number().positive().max(1),
  /**
   * How it ended. `finished`: the agent decided. `page-stopped`: the page crashed or used up its budget, twice. All others decide
   * nothing: `left-out` (of the plan), `not-tried` (no time, or the model gave out before), `repeating` (actions without any effect),
   * `waiting` (again and again), `lost` (numbers, keys or places that cannot be had), `model` (no usable answer), `ours`.
   */
  ended: z.enum([
    'finished',
    'page-stopped',
    'left-out',
    'not-tried',
    'repeating',
    'waiting',
    'lost',
    'model',
    'ours',
  ]),
  /** The code of an error, or what stood in the way. */
  detail: z.string().nullable(),
  /** The agent's verdict, `unclear` for what cannot be found out here; null unless it finished. */
  said: z.enum(['yes', 'partly', 'no', 'unclear']).nullable(),
  /** Its reason: a model wrote it after looking at the page, so it is data, as the page is. */
  reason: z.string().nullable(),
  steps: z.array(stepSchema),
});
export type Test = z.infer<typeof testSchema>;

/** How a page stays that nobody touches. */
export const staySchema = z.strictObject({
  /** The least share of the characters shown at rest that was shown later on; never more than 1. */
  share: z.number().min(0).max(1),
  /** When that was, in virtual ms after the page came to rest. */
  afterMs: z.number().min(0),
});
export type Stay = z.infer<typeof staySchema>;

/** All that was tried on one page. Immutable and content-addressed like a capture, and judged without a browser like one. */
export const traceDataSchema = z.strictObject({
  schema: z.literal('kallos.trace/1'),
  artifact: z.strictObject({
    kind: z.string(),
    entry: z.string(),
    /** Content hash of every file by path: a trace belongs to any capture of the same files. */
    files: z.record(z.string(), z.string()),
    lineOffset: z.int(),
  }),
  viewport: z.strictObject({ name: z.string(), size: z.tuple([z.number(), z.number()]) }),
  /** `complete`: everything worth a probe had one. `budget`: the rest is listed. `failed`: the page could not be opened to be touched. */
  status: z.enum(['complete', 'budget', 'failed']),
  detail: z.string().nullable(),
  /** True when the brief asks for something to act on. */
  asked: z.boolean(),
  controls: z.array(controlSchema),
  probes: z.array(probeSchema),
  /** How the page stays while nobody touches it; null where that was not watched. */
  stay: staySchema.nullable(),
  /** The model and prompts that acted; null for the explorer, which has neither. */
  agent: z.string().nullable(),
  /** What an agent carried out, given tests first. */
  tests: z.array(testSchema),
  /** Controls that were not tried, by position, and why: equal to one that was, out of budget, only to be used in the browser's own window, or in no test of an agent. */
  untried: z.array(
    z.strictObject({
      control: z.int().min(0),
      why: z.enum(['alike', 'budget', 'disabled', 'native-popup', 'no-source', 'in-no-test']),
    }),
  ),
  /** Content hashes of the pictures by name. */
  pictures: z.record(z.string(), z.string()),
  fingerprint: renderFingerprintSchema,
});
export type TraceData = z.infer<typeof traceDataSchema>;

/** What was tried on a page and what came of it: evidence, beside the capture. */
export interface InteractionTrace {
  /** "sha256:..." over the data, which names the hash of each picture. */
  hash: string;
  data: TraceData;
  /** Bytes of the pictures (WebP) by name. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Not part of the identity. */
  cost: {
    wallMs: number;
    cpuMs: number;
    /** Runs of the page. */
    runs: number;
    /** US dollars for the model: 0 without one, null where the price is not known. */
    usd: number | null;
  };
}
