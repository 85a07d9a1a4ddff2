import { KallosError } from '../errors.js';
import { isComponent } from './component.js';
import { entryName } from './document.js';
import { decideKind, type KindDecision } from './kind.js';
import { projectOf } from './project.js';
import { readReply, type Candidate } from './reply.js';
import type { Artifact, Brief, Kind, Language } from './schema.js';

export interface ExtractOptions {
  /** Name of the artifact within a run; by default `file`, else "reply". */
  id?: string | undefined;
  /** The kind, when the caller knows it; it goes before the brief's. */
  kind?: Kind | undefined;
  brief?: Brief | undefined;
  /** Name of the entry file. A name whose extension is not the code's own, such as "reply.md", gives way to a usual one. */
  file?: string | undefined;
}

/**
 * A reply in which there is no code to judge. It is no fault of the input's handling: `score()` turns it into a verdict
 * with outcome `no-artifact`, for which it carries the kind that was asked for.
 */
export class NoArtifactError extends KallosError {
  constructor(readonly asked: KindDecision) {
    super(
      'KALLOS_INPUT_EMPTY',
      'The reply holds no HTML, SVG, component or Python code.',
      'Give a reply with the code in a fenced block, or the code itself.',
    );
  }
}

/**
 * Takes the artifact out of a model's reply: the last complete document among its fenced blocks and raw code, else the
 * last document that breaks off (`truncated`), else the last fragment. Code in `<think>` parts is never taken. A component
 * (JSX, TSX, Vue, Svelte) comes with the other files that the reply names; a complete HTML document goes before it.
 *
 * The code is given as the model wrote it. Line ends stay as they are, because HTML and Python both read CRLF and CR as
 * one line end, so normalising would change the bytes and nothing else; only the indentation of an indented fence goes.
 * Line n of the code is line `lineOffset + n - 1` of the reply. Time is linear in the length of the reply.
 * @throws NoArtifactError when there is no code at all; nothing else is thrown
 */
export function extract(reply: string, options: ExtractOptions = {}): Artifact {
  const { brief, kind: flag } = options;
  const text = reply.replace(/^\uFEFF/, '');
  const { found, blocks } = readReply(text);
  const project = projectOf(found, blocks);
  const chosen = project?.main ?? choose(found);
  if (!chosen) throw new NoArtifactError(decideKind({ flag, brief, code: '<body>', language: 'html' }));
  const artifact = makeArtifact(chosen.code, chosen.language, {
    ...options,
    id: options.id ?? options.file ?? 'reply',
    file: project?.file ?? options.file,
    truncated: chosen.truncated,
    lineOffset: 1 + countLineBreaks(text, chosen.start),
  });
  return project
    ? { ...artifact, files: new Map([...encoded(project.others), ...artifact.files]) }
    : artifact;
}

function encoded(files: ReadonlyMap<string, string>): [string, Uint8Array][] {
  const encoder = new TextEncoder();
  return [...files].map(([file, code]) => [file, encoder.encode(code)]);
}

/** An artifact of one file, whose code is known. */
export function makeArtifact(
  code: string,
  language: Language,
  options: ExtractOptions & { id: string; truncated?: boolean; lineOffset?: number },
): Artifact {
  const { kind, reason } = decideKind({ flag: options.kind, brief: options.brief, code, language });
  const entry = entryName(options.file, language);
  return {
    id: options.id,
    kind,
    kindReason: reason,
    language,
    entry,
    files: new Map([[entry, new TextEncoder().encode(code)]]),
    truncated: options.truncated ?? false,
    lineOffset: options.lineOffset ?? 1,
    prompt: options.brief?.prompt ?? null,
    url: null,
  };
}

/** Complete components are a project's: where there is none, a document goes before them. */
function choose(found: Candidate[]): Candidate | undefined {
  for (const form of ['complete', 'broken', 'fragment'] as const) {
    const last = found.findLast(
      (candidate) => candidate.form === form && !(form === 'complete' && isComponent(candidate.language)),
    );
    if (last) return last;
  }
  return undefined;
}

/** Line ends before an index: LF, CRLF and lone CR each count as one, as in HTML and CommonMark. */
function countLineBreaks(text: string, end: number): number {
  let count = 0;
  for (const { index } of text.matchAll(/\r\n?|\n/g)) {
    if (index >= end) break;
    count++;
  }
  return count;
}
