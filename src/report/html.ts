import type { Verdict } from '../reward/verdict.js';
import type { Assets } from './assets.js';
import { countBySeverity, distinct, plural, SEVERITIES } from './group.js';
import { article, type Entry } from './html/article.js';
import { documentOf } from './html/document.js';
import { gallery } from './html/gallery.js';
import { html, type Markup } from './html/markup.js';
import { glyph } from './html/parts.js';
import { SCRIPT } from './html/script.js';
import { STYLES } from './html/styles.js';

export interface HtmlOptions {
  /** What {@link prepareAssets} made of each artifact's capture, by the id of its verdict. */
  assets?: ReadonlyMap<string, Assets>;
}

/** One self-contained page of all verdicts. Without assets it has the verdicts alone. */
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
  return documentOf({ title, body, styles: STYLES, script: SCRIPT });
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
