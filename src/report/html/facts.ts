import type { CapturedRequest, PageError } from '../../render/capture.js';
import type { Verdict } from '../../reward/verdict.js';
import type { CaptureFacts } from '../assets.js';
import { plural } from '../group.js';
import { statusText } from '../verdicts.js';
import { html, type Content, type Markup } from './markup.js';
import { foreign } from './parts.js';

/** Rows that a list shows at first; longer ones are folded. */
const ROWS = 12;

/** What was observed besides the picture: the renderer, requests, console, errors, times. */
export function captureFacts(verdict: Verdict, facts: CaptureFacts | null): Markup {
  return html`<section class="facts" aria-label="Capture">
    <h3>Capture</h3>
    <div class="fact-grid">
      ${renderer(verdict, facts)} ${facts && times(facts)} ${facts && requests(facts.requests)}
      ${facts && errors(facts.errors)} ${facts && messages(facts)}
    </div>
  </section>`;
}

function renderer(verdict: Verdict, facts: CaptureFacts | null): Markup {
  const print = verdict.fingerprint;
  const fonts = facts?.fonts?.map(({ family, web }) => (web ? `${family} (of the page)` : family)).join(', ');
  return block('Rendering', null, [
    pairs([
      ['Title', facts?.title],
      ['Language', facts?.language],
      ['Kind', `${verdict.kind}: ${verdict.kindReason}`],
      ['Profile', facts?.profile],
      ['Browser', print?.browser],
      ['Determinism', print?.determinism],
      ['Seed', print?.seed],
      ['Processor', print?.cpu],
      ['Fonts drawn with', fonts],
      ['Font set', print && brief(print.fonts)],
      ['Lock', print && brief(print.lock)],
      ['Judge', print?.judge],
      ['Kallos', print?.kallos],
      ['Capture', verdict.capture && brief(verdict.capture)],
    ]),
    facts !== null && facts.notes.length > 0 && list(facts.notes.map((note) => foreign(note))),
  ]);
}

function times({ timings: { queueMs, wallMs, cpuMs, stages } }: CaptureFacts): Markup {
  const ms = (value: number) => `${Math.round(value)} ms`;
  return block('Times', null, [
    pairs([
      ['Queue', ms(queueMs)],
      ['Wall clock', ms(wallMs)],
      ['Processor', ms(cpuMs)],
      ...Object.entries(stages).map(([name, value]): [string, string] => [name, ms(value)]),
    ]),
  ]);
}

function requests(all: readonly CapturedRequest[]): Markup | null {
  if (all.length === 0) return null;
  const isFine = ({ fate }: CapturedRequest) => fate === 'answered' || fate === 'placeholder';
  const amiss = all.filter((request) => !isFine(request));
  const rows = [...amiss, ...all.filter(isFine)];
  const summary = amiss.length > 0 ? `${amiss.length} not answered` : 'all answered';
  return block(
    plural(all.length, 'request'),
    summary,
    fold(
      rows.map(
        ({ url, type, fate, from, reason }) =>
          html`<span class="fate ${fate}">${fate}</span> <span>${type.toLowerCase()}</span>
            <code>${foreign(url)}</code>
            ${from && html`<span>from ${foreign(`${from.name}@${from.version}/${from.path}`)}</span>`}
            ${reason && html`<span>${foreign(reason)}</span>`}`,
      ),
    ),
  );
}

function errors(all: readonly PageError[]): Markup | null {
  if (all.length === 0) return null;
  return block(
    plural(all.length, 'page error'),
    null,
    fold(
      all.map(
        ({ kind, message, source, excused }) =>
          html`<span class="fate ${excused ? 'excused' : 'failed'}"
              >${excused ? 'excused' : statusText(kind)}</span
            >
            <code>${foreign(message)}</code>
            ${source && html`<code class="place">${foreign(`${source.file}:${source.line}`)}</code>`}`,
      ),
    ),
  );
}

function messages({ console, dialogs, attempts }: CaptureFacts): Markup | null {
  const all: [string, string][] = [
    ...console.map(({ level, text }): [string, string] => [level, text]),
    ...dialogs.map(({ type, message }): [string, string] => [`${type} dialog`, message]),
    ...attempts.map(({ what, detail }): [string, string] => [`${what} refused`, detail]),
  ];
  if (all.length === 0) return null;
  return block(
    'Console and dialogs',
    null,
    fold(all.map(([what, text]) => html`<span class="fate">${what}</span> <code>${foreign(text)}</code>`)),
  );
}

function block(title: string, note: string | null, content: Content): Markup {
  return html`<section class="fact">
    <h4>${title}${note !== null && html` <small>${note}</small>`}</h4>
    ${content}
  </section>`;
}

function pairs(entries: readonly [string, string | null | undefined][]): Markup {
  return html`<dl class="pairs">
    ${entries.map(
      ([name, value]) =>
        typeof value === 'string' &&
        value !== '' &&
        html`<div>
          <dt>${name}</dt>
          <dd>${foreign(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

function fold(rows: readonly Markup[]): Content {
  if (rows.length <= ROWS) return list(rows);
  return [
    list(rows.slice(0, ROWS)),
    html`<details>
      <summary>${rows.length - ROWS} more</summary>
      ${list(rows.slice(ROWS))}
    </details>`,
  ];
}

function list(rows: readonly Markup[]): Markup {
  return html`<ul class="rows">
    ${rows.map((row) => html`<li>${row}</li> `)}
  </ul>`;
}

/** "sha256:0123456789abcdef…" -> "sha256:0123456789ab" */
function brief(hash: string): string {
  return hash.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1');
}
