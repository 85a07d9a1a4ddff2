import type { Verdict } from '../reward/verdict.js';
import { htmlReport, type HtmlOptions } from './html.js';
import { formatLine, jsonReport } from './json.js';
import { sarifReport } from './sarif.js';
import { formatSummary } from './summary.js';
import { formatVerdict, type TextOptions } from './text.js';

export { prepareAssets, type Assets } from './assets.js';
export { formatLine } from './json.js';
export { safeLine, safeText } from './safe.js';
export { formatSummary } from './summary.js';
export { formatVerdict, type TextOptions } from './text.js';

export const REPORT_FORMATS = ['text', 'json', 'jsonl', 'sarif', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Each format takes what concerns it. */
export type ReportOptions = TextOptions & HtmlOptions;

/**
 * Verdicts in one of the formats, as a whole. Streams are written piece by piece instead: {@link formatLine} a verdict
 * for `jsonl`; {@link formatVerdict} a verdict and {@link formatSummary} at the end for `text`. The HTML report shows
 * pictures, code and capture facts when `assets` holds what {@link prepareAssets} made of the captures.
 */
export function report(
  verdicts: readonly Verdict[],
  format: ReportFormat,
  options: ReportOptions = {},
): string {
  switch (format) {
    case 'text':
      return textReport(verdicts, options);
    case 'json':
      return jsonReport(verdicts);
    case 'jsonl':
      return verdicts.map(formatLine).join('');
    case 'sarif':
      return sarifReport(verdicts);
    case 'html':
      return htmlReport(verdicts, options);
  }
}

function textReport(verdicts: readonly Verdict[], options: TextOptions): string {
  const each = verdicts.map((verdict) => formatVerdict(verdict, options)).join('');
  return verdicts.length === 1 ? each : each + formatSummary(verdicts, options);
}
