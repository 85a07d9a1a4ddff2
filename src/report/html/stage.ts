import type { Finding } from '../../channels/schema.js';
import type { EmbeddedPicture } from '../assets.js';
import { html, type Markup } from './markup.js';

/** A finding with its name in the document: its place in the verdict. */
export interface Named {
  key: string;
  finding: Finding;
}

/** The smallest side of a drawn box in px of the page, so that hairlines can be pointed at. */
const MIN_SIDE = 12;

/** Whether a finding can be drawn on this picture: it has a box and was seen at the picture's viewport. */
export function isDrawn(finding: Finding, picture: EmbeddedPicture | null): boolean {
  return (
    picture !== null &&
    finding.box !== null &&
    (finding.viewport === null || finding.viewport === picture.viewport)
  );
}

/** The picture with a box for every finding that has one. Larger boxes lie below, so that smaller ones can be reached. */
export function stage(picture: EmbeddedPicture, findings: readonly Named[], label: string): Markup {
  const { src, width, height, viewport } = picture;
  const drawn = findings.filter(({ finding }) => isDrawn(finding, picture)).sort((a, b) => area(b) - area(a));
  return html`<figure class="stage">
    <div class="sheet" tabindex="0" role="group" aria-label="Picture with findings">
      <div class="plane">
        <img src="${src}" width="${width}" height="${height}" alt="${label} as rendered" />
        <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">
          ${drawn.map((named) => box(named, picture))}
        </svg>
      </div>
    </div>
    <figcaption>
      <span>${viewport}</span> <span class="figures">${width} × ${height} px</span>
      <span class="figures">${drawn.length} of ${findings.length} findings drawn</span>
    </figcaption>
  </figure>`;
}

function box({ key, finding }: Named, { width, height }: EmbeddedPicture): Markup {
  const [left, top, right, bottom] = frame(finding, width, height);
  return html`<a
    class="box ${finding.severity}"
    id="b${key}"
    href="#f${key}"
    data-key="${key}"
    data-severity="${finding.severity}"
    aria-label="${finding.severity}: ${finding.message}"
    ><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"
  /></a>`;
}

/** The box within the picture, grown to a size that can be pointed at: [left, top, right, bottom] in whole px. */
function frame({ box }: Finding, width: number, height: number): [number, number, number, number] {
  const [x, y, w, h] = box ?? [0, 0, 0, 0];
  const [left, right] = side(x, w, width);
  const [top, bottom] = side(y, h, height);
  return [left, top, right, bottom];
}

function side(start: number, length: number, limit: number): [number, number] {
  const low = Math.min(Math.max(0, Math.floor(start)), limit - MIN_SIDE);
  const high = Math.min(limit, Math.ceil(start + length));
  return [low, Math.max(high, low + MIN_SIDE)];
}

function area({ finding }: Named): number {
  return finding.box ? finding.box[2] * finding.box[3] : 0;
}
