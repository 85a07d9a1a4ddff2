import sharp from 'sharp';
import { doneTo, judgeProbes, type JudgedProbe } from '../channels/interaction/judge.js';
import type { InteractionTrace, Probe } from '../channels/interaction/trace.js';
import type { Capture, CaptureData, Picture, Timings } from '../render/capture.js';
import { fromReply, toReply } from '../render/reply-lines.js';
import type { Verdict } from '../reward/verdict.js';
import { excerptOf, type Excerpt } from './excerpt.js';
import { placeText } from './verdicts.js';

/** What a person may want to know of a capture, without its layouts and files. */
export type CaptureFacts = Pick<
  CaptureData,
  | 'title'
  | 'language'
  | 'profile'
  | 'console'
  | 'errors'
  | 'requests'
  | 'dialogs'
  | 'attempts'
  | 'fonts'
  | 'notes'
  | 'fingerprint'
> & { timings: Timings };

/** A picture, ready to be embedded. */
export interface EmbeddedPicture {
  /** A data URL. */
  src: string;
  /** Size of the picture in CSS px of the page: the plane of every finding's box. */
  width: number;
  height: number;
  viewport: string;
}

/** All that the HTML report takes from one capture. Small, so that the capture itself can be let go. */
export interface Assets {
  picture: EmbeddedPicture | null;
  thumbnail: string | null;
  /** Code by place, "index.html:42:7". */
  excerpts: ReadonlyMap<string, Excerpt>;
  facts: CaptureFacts;
  /** What was tried on the page, in order. */
  film: readonly Frame[];
}

/** One probe as the filmstrip shows it. */
export interface Frame {
  answer: JudgedProbe['answer'];
  /** What was done to what, and what came of it, as sentences. */
  title: string;
  happened: string;
  expected: string;
  selector: string;
  /** Data URLs of the part of the page concerned, without the action and with it. */
  before: string | null;
  after: string | null;
}

const MAX_WIDTH = 1280;
const THUMBNAIL = { width: 480, height: 300 } as const;
/** A limit of the WebP format in both directions. */
const MAX_SIDE = 16_383;
const QUALITY = 78;

/** Prepares one artifact for the HTML report: pictures scaled down and encoded as WebP, code quoted, facts picked. */
export async function prepareAssets(
  verdict: Verdict,
  capture: Capture,
  trace: InteractionTrace | null = null,
): Promise<Assets> {
  const { pictures } = capture.data;
  const picture = pictures.find(({ name }) => name === 'page') ?? pictures[0];
  const bytes = picture && capture.files.get(picture.file);
  return {
    picture: picture && bytes ? await embed(picture, bytes) : null,
    thumbnail: bytes ? await thumbnail(bytes) : null,
    excerpts: excerpts(verdict, capture),
    facts: factsOf(capture),
    film: trace ? filmOf(trace) : [],
  };
}

async function embed({ width, height, viewport }: Picture, bytes: Uint8Array): Promise<EmbeddedPicture> {
  const webp = await sharp(bytes)
    .resize({ width: MAX_WIDTH, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  return { src: dataUrl(webp), width, height, viewport };
}

async function thumbnail(bytes: Uint8Array): Promise<string> {
  const webp = await sharp(bytes)
    .resize({ ...THUMBNAIL, fit: 'cover', position: 'top' })
    .webp({ quality: QUALITY })
    .toBuffer();
  return dataUrl(webp);
}

function filmOf(trace: InteractionTrace): Frame[] {
  const picture = (name: string | null) => {
    const bytes = name === null ? undefined : trace.files.get(name);
    return bytes ? dataUrl(Buffer.from(bytes)) : null;
  };
  return judgeProbes(trace)
    .filter(({ weight }) => weight > 0)
    .map(({ probe, control, answer, expected, happened }) => ({
      answer,
      title: `${control.kind} ${control.name === '' ? control.selector : `“${control.name}”`}: ${doneTo(probe)}`,
      happened: `${happened}${sightOf(probe, trace)}`,
      expected,
      selector: control.selector,
      before: picture(probe.before),
      after: picture(probe.after),
    }));
}

/** What an agent saw of the same, and in which test; nothing where none acted. */
function sightOf(probe: Probe, { data }: InteractionTrace): string {
  const at = data.probes.indexOf(probe);
  for (const { task, steps } of data.tests) {
    const step = steps.find((one) => one.probe === at);
    if (step) return `. In the test “${task}”${step.saw === null ? '' : ` the agent saw: ${step.saw}`}`;
  }
  return '';
}

function dataUrl(webp: Buffer): string {
  return `data:image/webp;base64,${webp.toString('base64')}`;
}

function excerpts({ findings }: Verdict, { code, data: { artifact } }: Capture): Map<string, Excerpt> {
  const quoted = new Map<string, Excerpt>();
  for (const finding of findings) {
    const place = placeText(finding);
    const source = finding.source && fromReply(finding.source, artifact);
    const excerpt = source && excerptOf(code, source);
    if (!place || !excerpt) continue;
    const before = finding.source!.line - source.line;
    const lines = excerpt.lines.map((line) => ({ ...line, number: line.number + before }));
    quoted.set(place, { lines });
  }
  return quoted;
}

function factsOf({ data, timings }: Capture): CaptureFacts {
  const {
    title,
    language,
    profile,
    console,
    errors,
    requests,
    dialogs,
    attempts,
    fonts,
    notes,
    fingerprint,
    artifact,
  } = data;
  return {
    title,
    language,
    profile,
    console,
    errors: errors.map((error) => ({ ...error, source: error.source && toReply(error.source, artifact) })),
    requests,
    dialogs,
    attempts,
    fonts,
    notes,
    fingerprint,
    timings,
  };
}
