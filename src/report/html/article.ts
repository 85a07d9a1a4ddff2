import type { Finding } from '../../channels/schema.js';
import type { Verdict } from '../../reward/verdict.js';
import type { Assets } from '../assets.js';
import { bySeverity, defectOf, distinct } from '../group.js';
import { statusText } from '../verdicts.js';
import { channelStrip } from './channels.js';
import { captureFacts } from './facts.js';
import { filmstrip } from './film.js';
import { findingList } from './findings.js';
import { html, type Markup } from './markup.js';
import { foreign } from './parts.js';
import { isDrawn, stage } from './stage.js';

/** One artifact of a report. */
export interface Entry {
  /** Name of its article in the document. */
  name: string;
  verdict: Verdict;
  assets: Assets | null;
}

/**
 * One artifact in full: what it is, its channels, its picture with findings, what was observed. `among` others it has a
 * way back to all of them.
 */
export function article({ name, verdict, assets }: Entry, among: boolean): Markup {
  const picture = assets?.picture ?? null;
  // A defect seen at several viewports is told as it was at the pictured one.
  const findings = bySeverity(verdict.findings);
  const ordered = [
    ...findings.filter((finding) => isDrawn(finding, picture)),
    ...findings.filter((finding) => !isDrawn(finding, picture)),
  ];
  const keys = new Map(distinct(ordered).map((finding, i) => [defectOf(finding), `${name}-${i}`]));
  const keyOf = (finding: Finding) => keys.get(defectOf(finding)) ?? name;
  const named = distinct(ordered).map((finding) => ({ key: keyOf(finding), finding }));
  return html`<article class="artifact" id="${name}">
    ${among && html`<p class="back"><a href="#">All artifacts</a></p>`}
    <header class="artifact-head">
      <div>
        <h2>${foreign(verdict.id)}</h2>
        <p class="subtitle">
          ${outcome(verdict)} <span>${verdict.kind}</span>
          ${assets !== null && assets.facts.title !== '' && html`<span>${foreign(assets.facts.title)}</span>`}
        </p>
        ${verdict.detail !== null && html`<p class="detail-line">${foreign(verdict.detail)}</p>`}
      </div>
      ${reward(verdict)}
    </header>
    ${channelStrip(verdict)}
    <div class="work">
      ${
        picture
          ? stage(picture, named, verdict.id)
          : html`<div class="stage none"><p>No picture was taken.</p></div>`
      }
      ${findingList(ordered, { keyOf, assets })}
    </div>
    ${filmstrip(assets?.film ?? [])} ${captureFacts(verdict, assets?.facts ?? null)}
  </article>`;
}

/** The outcome as a word; an infrastructure fault says whose it is. */
export function outcome({ outcome, cause }: Verdict): Markup {
  return html`<span class="outcome ${outcome}"
    >${cause === 'infra' ? 'could not finish' : statusText(outcome)}</span
  >`;
}

function reward({ reward: { value, recipe, missing } }: Verdict): Markup {
  return html`<dl class="reward">
    <dt>Reward</dt>
    <dd class="${value === null ? 'value none' : 'value'}">${value === null ? 'none' : value.toFixed(3)}</dd>
    <dd class="recipe">
      ${recipe}${value === null && missing.length > 0 && `, missing ${missing.join(', ')}`}
    </dd>
  </dl>`;
}
