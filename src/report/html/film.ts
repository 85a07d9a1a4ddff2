import type { Frame } from '../assets.js';
import { html, type Markup } from './markup.js';
import { foreign } from './parts.js';

const SAID: Readonly<Record<Frame['answer'], string>> = {
  'as-expected': 'as expected',
  otherwise: 'otherwise',
  nothing: 'nothing happened',
  'only-invisible': 'only invisible changes',
  'broke-the-page': 'broke the page',
  'not-tried': 'not tried',
};

/** What was tried on the page, a frame a probe: the part concerned without the action and with it. What failed comes first. */
export function filmstrip(frames: readonly Frame[]): Markup | null {
  if (frames.length === 0) return null;
  const isFine = ({ answer }: Frame) => answer === 'as-expected';
  const ordered = [...frames.filter((one) => !isFine(one)), ...frames.filter(isFine)];
  return html`<section class="film" aria-label="What was tried">
    <h3>What was tried</h3>
    <ol>
      ${ordered.map(frame)}
    </ol>
  </section>`;
}

function frame({ answer, title, happened, expected, before, after }: Frame): Markup {
  return html`<li>
    <p class="answer ${answer}">${SAID[answer]}</p>
    <p class="deed">${foreign(title)}</p>
    <div class="strip">${picture(before, 'without')} ${picture(after, 'with')}</div>
    <p class="happened">${foreign(happened)}${isFault(answer) && html`; expected ${expected}`}</p>
  </li>`;
}

const isFault = (answer: Frame['answer']) => answer !== 'as-expected' && answer !== 'not-tried';

function picture(src: string | null, name: string): Markup | false {
  return (
    src !== null &&
    html`<figure>
      <img src="${src}" alt="" loading="lazy" />
      <figcaption>${name}</figcaption>
    </figure>`
  );
}
