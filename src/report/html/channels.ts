import type { ChannelName, ChannelResult } from '../../channels/schema.js';
import type { Verdict } from '../../reward/verdict.js';
import { channelsOf, scoreText, statusText } from '../verdicts.js';
import { html, type Markup } from './markup.js';
import { bar } from './parts.js';

/** Parts shown under a score: those that took most away. */
const PARTS = 3;

/** The channels side by side. What has no score shows its status and reason, never a bar. */
export function channelStrip(verdict: Verdict): Markup {
  return html`<section class="channels" aria-label="Channels">
    ${channelsOf(verdict).map(([name, channel]) => cell(name, channel))}
  </section>`;
}

function cell(name: ChannelName, channel: ChannelResult): Markup {
  const { score, status, reason } = channel;
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
      ${bar(score)}
    </div>
    ${reason !== null && html`<p class="reason">${reason}</p>`} ${partList(channel)}
  </div>`;
}

function partList({ parts }: ChannelResult): Markup | null {
  const scored = Object.entries(parts).flatMap(([name, { score, weight }]) =>
    score === null ? [] : [{ name, score, loss: weight * (1 - score) }],
  );
  const failed = Object.entries(parts).filter(([, { status }]) => status === 'failed');
  const worst = scored
    .filter(({ loss }) => loss > 0)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, PARTS);
  const fine = scored.filter(({ loss }) => loss === 0).length;
  if (scored.length + failed.length === 0) return null;
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
    ${
      fine > 0 &&
      html`<div>
        <dt>${fine} ${worst.length > 0 ? 'others' : 'parts'}</dt>
        <dd>1.00</dd>
      </div>`
    }
  </dl>`;
}
