import type { CaptureData, Source } from './capture.js';

type Origin = Pick<CaptureData['artifact'], 'entry' | 'lineOffset'>;

/**
 * Captures and checks count lines in the artifact's files. People look at what they gave: for code taken out of a reply,
 * the line in the reply. This is the way from the one to the other, for whatever is told; only the entry file's place in
 * the reply is known.
 */
export function toReply<At extends Pick<Source, 'file' | 'line'>>(
  source: At,
  { entry, lineOffset }: Origin,
): At {
  return source.file === entry ? { ...source, line: source.line + lineOffset - 1 } : source;
}

/** The way back, for quoting the code that a told place is about. */
export function fromReply(source: Source, { entry, lineOffset }: Origin): Source {
  return source.file === entry ? { ...source, line: source.line - lineOffset + 1 } : source;
}
