import { z } from 'zod';
import { designSystemSchema } from './design-system/schema.js';
import { factSchema } from './facts/schema.js';
import { rubricSchema } from './rubric.js';

/** What an artifact sets out to be. */
export const kindSchema = z.enum([
  'website',
  'component',
  'dashboard',
  'slide',
  'poster',
  'game',
  'scene',
  'chart',
]);
export type Kind = z.infer<typeof kindSchema>;

/** Kinds drawn on a canvas of fixed size: they are judged on that canvas, not at other viewports. */
export const FIXED_CANVAS_KINDS: readonly Kind[] = ['slide', 'poster', 'chart'];

/** Languages of components: they are compiled, and mounted on a plain page. */
export const COMPONENT_LANGUAGES = ['jsx', 'tsx', 'vue', 'svelte'] as const;
export type ComponentLanguage = (typeof COMPONENT_LANGUAGES)[number];

/** The language of an artifact's entry file. Python is recognised here and rendered by the chart runner. */
export const languageSchema = z.enum(['html', 'svg', 'python', ...COMPONENT_LANGUAGES]);
export type Language = z.infer<typeof languageSchema>;

/** One piece of generated code to be judged, and its kind. */
export interface Artifact {
  /** Stable name within a run: the caller's id, else the path or position of the input. */
  id: string;
  kind: Kind;
  /** Why the artifact has this kind, for people: "asked for by --kind", "svg with a viewBox of 1280x720"... */
  kindReason: string;
  language: Language;
  /** Path of the entry file inside `files`, with forward slashes: "index.html". */
  entry: string;
  /** Every file of the artifact by relative path. The entry is always among them. Text is UTF-8. */
  files: ReadonlyMap<string, Uint8Array>;
  /** True when the code breaks off: an unclosed fence or document. */
  truncated: boolean;
  /** Line of the original input (1-based) on which the entry's first line stood, for findings in replies. */
  lineOffset: number;
  /** The prompt the artifact answers, when known. */
  prompt: string | null;
  /**
   * A page of the user's own, to be visited over the network instead of served from `files` (command line only).
   * `files` then holds one empty entry.
   */
  url: string | null;
}

/** Something to be done on a page, and what must then be seen. Other keys are ignored: the rows of WebGen-Bench have more. */
export const testCaseSchema = z.object({ task: z.string().min(1), expected_result: z.string().min(1) });
export type TestCase = z.infer<typeof testCaseSchema>;

/** What an artifact was asked to be. */
export const briefSchema = z.strictObject({
  prompt: z.string().optional(),
  kind: kindSchema.optional(),
  /** Width and height in CSS px of a fixed canvas. */
  canvas: z.tuple([z.int().positive(), z.int().positive()]).optional(),
  /** Texts and numbers that must appear verbatim. */
  facts: z.array(z.string()).optional(),
  /** How many of which things there must be: `{"what": "pricing card", "count": 3}`. */
  counts: z.array(z.strictObject({ what: z.string().min(1), count: z.int().positive() })).optional(),
  /** Parts that the page must have, by name: "hero", "pricing", "faq", "contact form". */
  sections: z.array(z.string().min(1)).optional(),
  /** What a model read out of the prompt: likely, never certain. */
  read: z.array(factSchema).optional(),
  /** BCP 47 tag of the language asked for. */
  language: z.string().optional(),
  /** Colours, fonts, sizes, radii and spaces that the page may use. */
  designSystem: designSystemSchema.optional(),
  /** Questions about this brief, for the judge "rubric". */
  rubric: rubricSchema.optional(),
  /** What an agent is to carry out on the page. */
  tests: z.array(testCaseSchema).optional(),
  /** What a component is given when it is mounted. */
  props: z.record(z.string(), z.json()).optional(),
});
export type Brief = z.infer<typeof briefSchema>;

/** One line of a JSONL input: a model's reply, or a page that is taken as it is. Other keys are ignored. */
export const rowSchema = z
  .object({
    id: z.union([z.string().min(1), z.number()]).optional(),
    prompt: z.string().optional(),
    response: z.string().optional(),
    html: z.string().optional(),
    kind: kindSchema.optional(),
    brief: briefSchema.optional(),
  })
  .refine((row) => (row.response === undefined) !== (row.html === undefined), {
    error: 'one of "response" and "html" is needed, and not both',
  });
export type Row = z.infer<typeof rowSchema>;
