import type { Severity } from '../../channels/schema.js';
import { scoreText } from '../verdicts.js';
import { html, type Markup } from './markup.js';

const SHAPES: Readonly<Record<Severity, string>> = {
  error: 'M1 1h8v8H1z',
  warning: 'M5 .8 9.6 9H.4z',
  advisory: 'M5 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
};

/** A small shape for a severity: told by form as well as by colour. */
export function glyph(severity: Severity): Markup {
  return html`<svg class="glyph ${severity}" viewBox="0 0 10 10" aria-hidden="true">
    <path d="${SHAPES[severity]}" />
  </svg>`;
}

/** A score in [0,1] as a bar; the range in which it lies, where it is known, as a paler one around its end. */
export function bar(score: number, range: readonly [number, number] | null = null): Markup {
  const percent = (share: number) => `${scoreText(share * 100)}%`;
  return html`<svg class="bar" aria-hidden="true">
    <rect class="track" width="100%" height="100%" />
    <rect class="fill" width="${percent(score)}" height="100%" />
    ${
      range &&
      html`<rect
        class="range"
        x="${percent(range[0])}"
        width="${percent(range[1] - range[0])}"
        height="100%"
      />`
    }
  </svg>`;
}

/** Text that came from a page: kept apart from the direction of the text around it. */
export function foreign(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}
