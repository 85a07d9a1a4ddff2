import { z } from 'zod';

/** x, y, width, height in CSS px from the top left of the page (not of the viewport). */
export const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof boxSchema>;

/** A place in the artifact's own files. `line` and `column` are 1-based. */
export const sourceSchema = z.strictObject({
  file: z.string(),
  line: z.int().positive(),
  column: z.int().positive(),
});
export type Source = z.infer<typeof sourceSchema>;

/** The computed style properties that a capture holds for every rendered element, in this order. */
export const STYLE_PROPERTIES = [
  'display',
  'position',
  'float',
  'visibility',
  'opacity',
  'overflow-x',
  'overflow-y',
  'clip-path',
  'clip',
  'transform',
  'filter',
  'backdrop-filter',
  'mix-blend-mode',
  'mask-image',
  'pointer-events',
  'z-index',
  'color',
  'background-color',
  'background-image',
  'background-clip',
  '-webkit-text-fill-color',
  'border-top-width',
  'border-right-width',
  'border-bottom-width',
  'border-left-width',
  'border-top-color',
  'border-top-style',
  'border-top-left-radius',
  'box-shadow',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'margin-top',
  'margin-right',
  'margin-bottom',
  'margin-left',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'line-height',
  'letter-spacing',
  'text-align',
  'text-transform',
  'text-overflow',
  'text-shadow',
  'text-decoration-line',
  'white-space-collapse',
  'text-wrap-mode',
  '-webkit-line-clamp',
  'direction',
  'unicode-bidi',
  'writing-mode',
  'object-fit',
  'image-rendering',
  'cursor',
  'fill',
  'stroke',
  'fill-opacity',
  'stroke-opacity',
  'stroke-dasharray',
  'animation-name',
  'animation-duration',
  'animation-iteration-count',
  'transition-property',
  'transition-duration',
  'row-gap',
  'column-gap',
] as const;
export type StyleProperty = (typeof STYLE_PROPERTIES)[number];
export type Style = Record<StyleProperty, string>;

/** One line of a text node as laid out. `start` and `length` count UTF-16 units of the node's text. */
export const lineSchema = z.strictObject({ box: boxSchema, start: z.int(), length: z.int() });
export type Line = z.infer<typeof lineSchema>;

/** A text that a chart library has drawn on a canvas. */
export const drawnTextSchema = z.strictObject({
  text: z.string().max(500),
  box: boxSchema,
  /** Of its font, px. */
  size: z.number().positive(),
  /** Degrees clockwise, 0 for upright. */
  angle: z.number(),
  /** CSS colour; null for a gradient or a pattern. */
  color: z.string().max(100).nullable(),
});

/** A mark that a chart library has drawn on a canvas, and the values of the data that it stands for. */
export const drawnShapeSchema = z.strictObject({
  kind: z.enum(['bar', 'line', 'slice', 'sign']),
  box: boxSchema,
  color: z.string().max(100).nullable(),
  /** Of the circle, for a slice. */
  share: z.number().min(0).max(1).optional(),
  /** Name of its series. */
  series: z.string().max(500).optional(),
  /** Name and value of each of its points: one for a bar or a slice, several for a line, none for the sign of a legend. */
  points: z.array(z.tuple([z.string().max(500), z.number()])).max(2000),
});

/** Smaller drawings are icons and sparklines, px. */
export const SMALLEST_CHART = { width: 120, height: 80 } as const;

/** What a chart library says that it has drawn on a canvas, in px of the page. */
export const drawingSchema = z.strictObject({
  library: z.enum(['chart.js', 'echarts']),
  texts: z.array(drawnTextSchema).max(1000),
  shapes: z.array(drawnShapeSchema).max(2000),
});
export type Drawing = z.infer<typeof drawingSchema>;

/** A node of the rendered document, in document order; `parent` always comes first. */
export const layoutNodeSchema = z.strictObject({
  parent: z.int().min(-1),
  type: z.enum(['document', 'element', 'text', 'shadow']),
  /** Lower-case tag for elements ("::before" and the like for pseudo-elements), "#text", "#document", "#shadow". */
  name: z.string(),
  attributes: z.record(z.string(), z.string()).optional(),
  /** Text nodes: the text as drawn, after white-space collapsing and text-transform. */
  text: z.string().optional(),
  /** Border box with transforms applied, or null for what has no box. */
  box: boxSchema.nullable(),
  /** Position in painting order: higher is painted later. -1 for what is not painted. */
  paint: z.int(),
  /** Index into `styles`, or -1. Text nodes carry their parent's. */
  style: z.int().min(-1),
  lines: z.array(lineSchema).optional(),
  /** Content and client size of an element that clips or scrolls: [scrollWidth, scrollHeight, clientWidth, clientHeight]. */
  scroll: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  /** Padding-box offset and size [left, top, width, height] relative to the border box, untransformed; elements that clip or scroll. */
  client: boxSchema.optional(),
  /** Value of a form control, as the user sees it; `checked` for boxes and options. */
  value: z.string().optional(),
  checked: z.boolean().optional(),
  /** Images: the source in use. */
  src: z.string().optional(),
  /** True when a picture that this element draws (its own, its background, a frame) is a placeholder for a remote one. */
  placeholder: z.boolean().optional(),
  /** Null for what a script made. Absent in text nodes. */
  source: sourceSchema.nullable().optional(),
  /** Codepoints of this text node that no font could draw. */
  missingGlyphs: z.array(z.int()).optional(),
  /** Canvases: what a chart library has drawn there. */
  drawing: drawingSchema.optional(),
});
export type LayoutNode = z.infer<typeof layoutNodeSchema>;

/**
 * An image element's picture: did it arrive, and how large is it. `placeholder`: one of the asked size stands in for a remote picture
 * that nobody has seen, and tells nothing of its content.
 */
export const imageSchema = z.strictObject({
  node: z.int(),
  url: z.string(),
  state: z.enum(['loaded', 'placeholder', 'broken', 'unavailable', 'pending']),
  naturalWidth: z.number(),
  naturalHeight: z.number(),
});
export type CapturedImage = z.infer<typeof imageSchema>;

/** The page laid out at one viewport. */
export const layoutSchema = z.strictObject({
  viewport: z.string(),
  /** Width and height of the viewport in CSS px. */
  size: z.tuple([z.number(), z.number()]),
  /** Size of the whole page in CSS px: what can be scrolled to. */
  page: z.tuple([z.number(), z.number()]),
  nodes: z.array(layoutNodeSchema),
  styles: z.array(z.record(z.string(), z.string())),
  images: z.array(imageSchema),
  /** True when the document had more nodes than a capture holds. */
  cut: z.boolean(),
});
export type Layout = z.infer<typeof layoutSchema>;

export const pictureSchema = z.strictObject({
  name: z.enum(['page', 'viewport']),
  viewport: z.string(),
  file: z.string(),
  hash: z.string(),
  width: z.int(),
  height: z.int(),
  /** True when the page was taller than a picture can be. */
  cut: z.boolean(),
});
export type Picture = z.infer<typeof pictureSchema>;

/**
 * What became of a request. `answered`: from the artifact's own files, a data URL or the store; `placeholder`: a remote
 * picture or document that a neutral one of the asked size stood in for; `unavailable`: outside, and the renderer has no
 * network (not the page's fault); `absent`: the page named a package, version or file that the registry said does not
 * exist; `missing`: the page named a file it doesn't have; `blocked`: of a kind that is never allowed (file:,
 * WebSocket, ...); `failed`: anything else.
 */
export const requestSchema = z.strictObject({
  url: z.string(),
  type: z.string(),
  fate: z.enum(['answered', 'placeholder', 'unavailable', 'absent', 'missing', 'blocked', 'failed']),
  status: z.int().nullable(),
  /** The published file that the answer was made from, when the store gave it. */
  from: z.strictObject({ name: z.string(), version: z.string(), path: z.string() }).nullable(),
  /** Why it was not answered, where there is more to say than the fate does. */
  reason: z.string().nullable(),
});
export type CapturedRequest = z.infer<typeof requestSchema>;

/** Reason of a published file that the browser refused, though it is the one that was named. */
export const INTEGRITY_MISMATCH = 'its integrity attribute names the hash of another file';

export const pageErrorSchema = z.strictObject({
  kind: z.enum(['exception', 'unhandled-rejection', 'resource']),
  message: z.string(),
  source: sourceSchema.nullable(),
  /** True when the error follows from a resource that the renderer couldn't offer (an unavailable library). */
  excused: z.boolean(),
});
export type PageError = z.infer<typeof pageErrorSchema>;

export const outcomeSchema = z.enum([
  'ok',
  'truncated',
  'no-artifact',
  'load-failed',
  'timeout',
  'out-of-memory',
  'crashed',
  'infra',
]);
export type Outcome = z.infer<typeof outcomeSchema>;

/**
 * What the rules of axe-core found. `complete`: all were run; `too-large`: none, the page has too many elements; `failed`: they did
 * not come to an end.
 */
export const ruleRunSchema = z.strictObject({
  status: z.enum(['complete', 'too-large', 'failed']),
  /** Elements of the page. */
  elements: z.int(),
  violations: z.array(
    z.strictObject({
      rule: z.string(),
      impact: z.string(),
      /** Elements that violate the rule; `nodes` holds the first of them, as nodes of the first layout. */
      count: z.int(),
      nodes: z.array(z.int()),
    }),
  ),
});
export type RuleRun = z.infer<typeof ruleRunSchema>;

export const fontUseSchema = z.strictObject({
  family: z.string(),
  /** True when the page brought the font, false when it is one of the renderer's. */
  web: z.boolean(),
  glyphs: z.int(),
});

/** What identifies the renderer: equal fingerprints promise equal bytes. */
export const renderFingerprintSchema = z.strictObject({
  kallos: z.string(),
  browser: z.string(),
  fonts: z.string(),
  lock: z.string(),
  cpu: z.string(),
  determinism: z.enum(['lockstep', 'settled']),
  seed: z.string(),
});
export type RenderFingerprint = z.infer<typeof renderFingerprintSchema>;

export const profileSchema = z.enum(['reward', 'full']);
export type Profile = z.infer<typeof profileSchema>;

/** The part of a capture that its hash covers, beside the files it names. */
export const captureDataSchema = z.strictObject({
  schema: z.literal('kallos.capture/1'),
  artifact: z.strictObject({
    kind: z.string(),
    language: z.string(),
    entry: z.string(),
    /** Content hash of every file of the artifact by path. */
    files: z.record(z.string(), z.string()),
    truncated: z.boolean(),
    lineOffset: z.int(),
  }),
  profile: profileSchema,
  outcome: outcomeSchema,
  /** Whose fault a bad outcome is; null when it is nobody's. */
  cause: z.enum(['artifact', 'infra']).nullable(),
  /** One sentence on a bad outcome. */
  detail: z.string().nullable(),
  title: z.string(),
  language: z.string().nullable(),
  layouts: z.array(layoutSchema),
  pictures: z.array(pictureSchema),
  accessibility: z.array(z.record(z.string(), z.unknown())).nullable(),
  /** Accessibility rules; only in the `full` profile. */
  rules: ruleRunSchema.optional(),
  console: z.array(z.strictObject({ level: z.string(), text: z.string() })),
  errors: z.array(pageErrorSchema),
  requests: z.array(requestSchema),
  dialogs: z.array(z.strictObject({ type: z.string(), message: z.string() })),
  /** Attempts at things that are never allowed: popups, downloads, navigations away. */
  attempts: z.array(
    z.strictObject({
      what: z.enum(['popup', 'download', 'navigation', 'print', 'websocket']),
      detail: z.string(),
    }),
  ),
  /** Fonts drawn with; null in the `reward` profile. */
  fonts: z.array(fontUseSchema).nullable(),
  /** Things worth knowing when reading this capture: "picture cut at 16383 px", "worker ran in real time"... */
  notes: z.array(z.string()),
  fingerprint: renderFingerprintSchema,
});
export type CaptureData = z.infer<typeof captureDataSchema>;

/** Times in ms of wall clock, and CPU ms of the browser; not part of a capture's identity. */
export interface Timings {
  queueMs: number;
  wallMs: number;
  cpuMs: number;
  /** Stage name -> ms: "context", "load", "reveal", "picture", "layout"... */
  stages: Record<string, number>;
}

/** All that was observed when an artifact was rendered. Immutable; can be judged again without a browser. */
export interface Capture {
  /** "sha256:..." over the data and the bytes of its files. */
  hash: string;
  data: CaptureData;
  /** Bytes of the pictures by the file name in `data.pictures`. */
  files: ReadonlyMap<string, Uint8Array>;
  /** The artifact's own files, so that code can be quoted and linted again. */
  code: ReadonlyMap<string, Uint8Array>;
  timings: Timings;
}

/** What is seen of a page that was never shown. */
export const NOTHING_SEEN = {
  title: '',
  language: null,
  layouts: [],
  pictures: [],
  accessibility: null,
  console: [],
  errors: [],
  requests: [],
  dialogs: [],
  attempts: [],
  fonts: null,
  notes: [],
} satisfies Partial<CaptureData>;
