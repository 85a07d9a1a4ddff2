import { countBySeverity, distinct, plural, SEVERITIES } from '../group.js';
import { channelsOf, scoreText, statusText, worstFirst } from '../verdicts.js';
import { outcome, type Entry } from './article.js';
import { html, type Markup } from './markup.js';
import { bar, foreign, glyph } from './parts.js';

/** All artifacts as tiles, the worst first; can be searched, filtered and sorted. */
export function gallery(entries: readonly Entry[]): Markup {
  const order = worstFirst(entries.map(({ verdict }) => verdict));
  const rank = new Map(order.map((verdict, i) => [verdict, i]));
  const sorted = [...entries].sort((a, b) => rank.get(a.verdict)! - rank.get(b.verdict)!);
  return html`<section class="gallery" id="gallery" aria-label="Artifacts">
    <form class="tools" role="search">
      <label>Find <input type="search" name="find" placeholder="Name or check" autocomplete="off" /></label>
      <label
        >Show
        <select name="show">
          <option value="all">all</option>
          <option value="error">with errors</option>
          <option value="clean">without errors</option>
          <option value="unfinished">not ok</option>
        </select></label
      >
      <label
        >Sort
        <select name="sort">
          <option value="worst">worst first</option>
          <option value="best">best first</option>
          <option value="name">by name</option>
          <option value="given">as given</option>
        </select></label
      >
      <output class="figures" name="count">${plural(entries.length, 'artifact')}</output>
    </form>
    <ol class="tiles">
      ${sorted.map((tile, i) => card(tile, i, entries.indexOf(tile)))}
    </ol>
  </section>`;
}

function card({ name, verdict, assets }: Entry, rank: number, given: number): Markup {
  const counts = countBySeverity(distinct(verdict.findings));
  const checks = [...new Set(verdict.findings.map(({ check }) => check))];
  const state = verdict.outcome !== 'ok' ? 'unfinished' : counts.error > 0 ? 'error' : 'clean';
  const { value } = verdict.reward;
  return html`<li
    class="tile"
    data-rank="${rank}"
    data-given="${given}"
    data-name="${verdict.id}"
    data-words="${[verdict.id, verdict.kind, ...checks].join(' ').toLowerCase()}"
    data-state="${state}"
    data-errors="${counts.error}"
  >
    <a href="#${name}">
      ${
        assets?.thumbnail
          ? html`<img
              src="${assets.thumbnail}"
              width="480"
              height="300"
              alt=""
              loading="lazy"
              decoding="async"
            />`
          : html`<span class="no-picture">No picture</span>`
      }
      <span class="tile-name">${foreign(verdict.id)}</span>
      <span class="tile-reward figures">${value !== null && value.toFixed(3)}</span>
    </a>
    <p class="subtitle">${outcome(verdict)} <span>${verdict.kind}</span></p>
    <dl class="tile-channels">
      ${channelsOf(verdict).map(
        ([channel, { score, status }]) =>
          html`<div>
            <dt>${channel}</dt>
            <dd class="${score === null ? 'none' : 'figures'}">
              ${score === null ? statusText(status) : [bar(score), html`<span>${scoreText(score)}</span>`]}
            </dd>
          </div>`,
      )}
    </dl>
    <p class="counts">
      ${SEVERITIES.filter((severity) => counts[severity] > 0).map(
        (severity) =>
          html`<span
            >${glyph(severity)}<span class="figures">${plural(counts[severity], severity)}</span></span
          >`,
      )}
      ${verdict.findings.length === 0 && html`<span>no findings</span>`}
    </p>
  </li>`;
}
