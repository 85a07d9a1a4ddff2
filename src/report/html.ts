import { createHash } from 'node:crypto';
import type { Verdict } from '../reward/verdict.js';
import type { Assets } from './assets.js';
import { countBySeverity, distinct, plural, SEVERITIES } from './group.js';
import { article, type Entry } from './html/article.js';
import { gallery } from './html/gallery.js';
import { html, Markup } from './html/markup.js';
import { glyph } from './html/parts.js';
import { SCRIPT } from './html/script.js';
import { STYLES } from './html/styles.js';

export interface HtmlOptions {
  /** What {@link prepareAssets} made of each artifact's capture, by the id of its verdict. */
  assets?: ReadonlyMap<string, Assets>;
}

// Put together apart from the template: not a space may come between the text and its hash.
const STYLE_ELEMENT = new Markup(`<style>${STYLES}</style>`);
const SCRIPT_ELEMENT = new Markup(`<script>${SCRIPT}</script>`);

/**
 * One self-contained page: no request leaves it, and its policy lets nothing run but the report's own style and script,
 * named by their hashes. Without assets it has the verdicts alone.
 */
export function htmlReport(verdicts: readonly Verdict[], { assets = new Map() }: HtmlOptions = {}): string {
  const entries = verdicts.map((verdict, i): Entry => {
    return { name: `a${i}`, verdict, assets: assets.get(verdict.id) ?? null };
  });
  const title = verdicts.length === 1 ? verdicts[0]!.id : plural(verdicts.length, 'artifact');
  const body = html`<header class="top">
      <h1><a href="#">Kallos</a> <span>report</span></h1>
      <p class="counts">${totals(verdicts)}</p>
    </header>
    <main>
      ${entries.length > 1 && gallery(entries)}
      ${entries.length === 0 && html`<p class="empty">No artifacts.</p>`}
      ${entries.map((entry) => article(entry, entries.length > 1))}
    </main>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy()}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Kallos</title>
        <link rel="icon" href="data:," />
        ${STYLE_ELEMENT}
      </head>
      <body>
        ${body} ${SCRIPT_ELEMENT}
      </body>
    </html> `.source;
}

function policy(): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    'img-src data:',
    `style-src ${hash(STYLES)}`,
    `script-src ${hash(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function totals(verdicts: readonly Verdict[]): Markup {
  const counts = countBySeverity(verdicts.flatMap(({ findings }) => distinct(findings)));
  const shown = SEVERITIES.filter((severity) => counts[severity] > 0);
  return html`<span class="figures">${plural(verdicts.length, 'artifact')}</span> ${shown.map(
      (severity) =>
        html`<span
          >${glyph(severity)}<span class="figures">${plural(counts[severity], severity)}</span></span
        >`,
    )}`;
}
