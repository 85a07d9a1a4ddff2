import type { Finding, Severity } from '../../channels/schema.js';
import type { Assets } from '../assets.js';
import type { Excerpt } from '../excerpt.js';
import { countBySeverity, distinct, groupFindings, plural, SEVERITIES, type FindingGroup } from '../group.js';
import { measures } from '../measure.js';
import { placeText } from '../verdicts.js';
import { html, type Markup } from './markup.js';
import { foreign, glyph } from './parts.js';
import { isDrawn } from './stage.js';

/** Findings that are open at first; the others show one line. */
const OPEN = 3;
/** Places listed at once under one finding; more are folded away. */
const PLACES = 5;

/** What the list needs to know of its surroundings. */
export interface ListContext {
  keyOf(finding: Finding): string;
  assets: Assets | null;
}

/** The list of findings, by severity, with equal ones told once. */
export function findingList(findings: readonly Finding[], context: ListContext): Markup {
  const groups = groupFindings(findings);
  const counts = countBySeverity(distinct(findings));
  const present = SEVERITIES.filter((severity) => counts[severity] > 0);
  const open = new Set(groups.slice(0, OPEN));
  return html`<section class="findings" aria-label="Findings">
    <div class="findings-head">
      <h3>Findings</h3>
      ${present.length > 1 && html`<div class="filters">${present.map((name) => filter(name, counts[name]))}</div>`}
    </div>
    ${present.length === 0 && html`<p class="empty">No findings.</p>`}
    ${present.map(
      (severity) =>
        html`<section class="severity" data-severity="${severity}">
          <h4>${plural(counts[severity], severity)}</h4>
          <ol>
            ${groups
              .filter(({ finding }) => finding.severity === severity)
              .map((group) => item(group, open.has(group), context))}
          </ol>
        </section>`,
    )}
  </section>`;
}

function filter(severity: Severity, count: number): Markup {
  return html`<button type="button" data-filter="${severity}" aria-pressed="true">
    ${glyph(severity)}<span>${plural(count, severity)}</span>
  </button>`;
}

function item(group: FindingGroup, open: boolean, context: ListContext): Markup {
  const { finding, members, viewports } = group;
  const key = context.keyOf(finding);
  const place = placeText(finding);
  const excerpt = place === null ? null : (context.assets?.excerpts.get(place) ?? null);
  // The picture says where most findings were seen; only what differs is worth a word.
  const pictured = context.assets?.picture?.viewport;
  const elsewhere = viewports.length === 1 && viewports[0] === pictured ? [] : viewports;
  const tags = [...elsewhere, ...(finding.certainty === 'likely' ? ['likely'] : [])];
  return html`<li id="f${key}" class="finding" data-key="${key}">
    <details ${open && html`open`}>
      <summary>
        ${glyph(finding.severity)}
        <span class="message">${foreign(finding.message)}</span>
        <span class="meta"
          ><code>${finding.check}</code> ${place !== null && html`<code>${place}</code>`}
          ${tags.map((tag) => html`<span>${tag}</span> `)}
          ${members.length > 1 && html`<span class="figures">${members.length} places</span>`}</span
        >
      </summary>
      <div class="detail">
        ${measureList(finding)}
        ${finding.suggestion !== '' && html`<p class="fix">${foreign(finding.suggestion)}</p>`}
        ${finding.selector !== null && html`<p class="selector"><code>${foreign(finding.selector)}</code></p>`}
        ${excerpt && code(excerpt, place ?? '')}
        ${
          isDrawn(finding, context.assets?.picture ?? null) &&
          html`<a class="show" href="#b${key}">Show on the picture</a>`
        }
        ${members.length > 1 && places(members.slice(1), context)}
      </div>
    </details>
  </li>`;
}

function measureList(finding: Finding): Markup | null {
  const { measured, expected } = measures(finding);
  if (measured === null && expected === null) return null;
  const row = (name: string, value: string | null) =>
    value !== null &&
    html`<div>
      <dt>${name}</dt>
      <dd>${foreign(value)}</dd>
    </div>`;
  return html`<dl class="measures">${row('Measured', measured)}${row('Expected', expected)}</dl>`;
}

function code({ lines }: Excerpt, place: string): Markup {
  return html`<pre class="code" tabindex="0" aria-label="Code at ${place}"><code>${lines.map(
    ({ number, text, marked }) =>
      html`<span class="line${marked && ' marked'}"
        ><span class="number">${number}</span>${text}${'\n'}</span
      >`,
  )}</code></pre>`;
}

function places(members: readonly Finding[], context: ListContext): Markup {
  return html`<details class="places" ${members.length <= PLACES && html`open`}>
    <summary>${members.length} more like this</summary>
    <ul>
      ${members.map((member) => place(member, context))}
    </ul>
  </details>`;
}

function place(member: Finding, context: ListContext): Markup {
  const key = context.keyOf(member);
  const name = foreign(member.selector ?? member.message);
  const drawn = isDrawn(member, context.assets?.picture ?? null);
  return html`<li id="f${key}" data-key="${key}">
    ${drawn ? html`<a href="#b${key}">${name}</a>` : name} <code>${placeText(member)}</code>
  </li>`;
}
