import type { ChannelName, ChannelResult, Opinion } from '../../channels/schema.js';
import type { Verdict } from '../../reward/verdict.js';
import { pullTexts, rangeText, untold } from '../opinion.js';
import { channelsOf, scoreText, statusText } from '../verdicts.js';
import { html, type Markup } from './markup.js';
import { bar, foreign } from './parts.js';

/** Parts shown under a score: those that took most away. */
const PARTS = 3;

/** The channels side by side. What has no score shows its status and reason, never a bar. */
export function channelStrip(verdict: Verdict): Markup {
  return html`<section class="channels" aria-label="Channels">
    ${channelsOf(verdict).map(([name, channel]) => cell(name, channel))}
  </section>`;
}

function cell(name: ChannelName, channel: ChannelResult): Markup {
  const { score, status, reason, opinion } = channel;
  if (score === null) {
    return html`<div class="channel none">
      <h3>${name}</h3>
      <p class="status ${status}">${statusText(status)}</p>
      <p class="reason">${reason}</p>
    </div>`;
  }
  return html`<div class="channel">
    <h3>${name}</h3>
    <p class="score">${scoreText(score)}</p>
    <div
      role="meter"
      aria-label="${name}"
      aria-valuemin="0"
      aria-valuemax="1"
      aria-valuenow="${scoreText(score)}"
    >
      ${bar(score, opinion?.interval)}
    </div>
    ${reason !== null && html`<p class="reason">${reason}</p>`} ${opinion ? opinionNote(opinion) : null}
    ${partList(channel)}
  </div>`;
}

/** What a judge says beside its score. */
function opinionNote(opinion: Opinion): Markup {
  const range = rangeText(opinion);
  const { better, worse } = pullTexts(opinion);
  const [said] = opinion.reasons;
  return html`${range !== null && html`<p class="reason">${range}</p>`}
  ${said !== undefined && html`<blockquote class="said">${foreign(said)}</blockquote>`}
  ${better.length > 0 && html`<p class="pull">better for ${better.join(', ')}</p>`}
  ${worse.length > 0 && html`<p class="pull">worse for ${worse.join(', ')}</p>`}`;
}

function partList(channel: ChannelResult): Markup | null {
  const { parts } = channel;
  // A single part that counts is the score itself; what weighs nothing is told by its findings.
  const counting = Object.entries(parts).filter(([, { weight }]) => weight > 0);
  const scored = (channel.opinion && counting.length === 1 ? [] : counting).flatMap(
    ([name, { score, weight }]) => (score === null ? [] : [{ name, score, loss: weight * (1 - score) }]),
  );
  const unknown = untold(channel);
  const failed = Object.entries(parts).filter(([, { status }]) => status === 'failed');
  const worst = scored
    .filter(({ loss }) => loss > 0)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, PARTS);
  const fine = scored.filter(({ loss }) => loss === 0).length;
  if (scored.length + failed.length + unknown.length === 0) return null;
  return html`<dl class="parts">
    ${worst.map(
      ({ name, score }) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${scoreText(score)}</dd>
        </div>`,
    )}
    ${failed.map(
      ([name]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>failed</dd>
        </div>`,
    )}
    ${unknown.map(
      (name) =>
        html`<div>
          <dt>${name}</dt>
          <dd>not judged</dd>
        </div>`,
    )}
    ${
      fine > 0 &&
      html`<div>
        <dt>${fine} ${worst.length > 0 ? 'others' : 'parts'}</dt>
        <dd>1.00</dd>
      </div>`
    }
  </dl>`;
}
