import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { shuffled } from '../random.js';

const px = (value) => `${Math.round(value * 10) / 10}px`;

/** Pictures, and blocks as a whole. */
export const PARTS = {
  'break-images'(page, edits, step, random) {
    const images = shuffled(page.images, random);
    images.slice(0, Math.ceil(step * images.length)).forEach(({ element }, i) => {
      edits.attribute(element, 'src', `pictures/photo-${i + 1}.jpg`);
      if (element.attrs.some(({ name }) => name === 'srcset')) edits.attribute(element, 'srcset', null);
    });
    return images.length > 0 ? edits : null;
  },

  'stretch-image'(page, edits, step, random) {
    const true_ = page.images.filter(({ box, style, image }) => {
      const shown = box[2] / box[3];
      const own = image.naturalWidth / image.naturalHeight;
      return style['object-fit'] === 'fill' && Math.abs(Math.log(shown / own)) < 0.03;
    });
    const [picture] = shuffled(true_, random);
    if (!picture) return null;
    const [, , width, height] = picture.box;
    return edits.style(picture.element, {
      width: px(width),
      height: px(step * height),
      'max-height': 'none',
      flex: 'none',
    });
  },

  async 'pixelate-image'(page, edits, step, random) {
    const [picture] = shuffled(
      page.images.filter(({ box, image }) => image.naturalWidth >= 0.7 * box[2]),
      random,
    );
    const bytes = picture && bytesOf(page, picture);
    if (!bytes) return null;
    const [, , width, height] = picture.box;
    // In its own ratio: what was squeezed stays squeezed.
    const size = {
      width: Math.max(2, Math.round(width / step)),
      height: Math.max(
        2,
        Math.round(((width / step) * picture.image.naturalHeight) / picture.image.naturalWidth),
      ),
    };
    const small = await sharp(bytes)
      .resize({ ...size, fit: 'fill' })
      .png()
      .toBuffer()
      .catch(() => null);
    if (!small) return null;
    edits.style(picture.element, { width: px(width), height: px(height) });
    return edits.attribute(picture.element, 'src', `data:image/png;base64,${small.toString('base64')}`);
  },

  async 'tired-image'(page, edits, step) {
    for (const picture of page.images) {
      if (await hasContrast(page, picture)) edits.style(picture.element, { filter: `contrast(${1 - step})` });
    }
    return edits;
  },

  'duplicate-block'(page, edits, step, random) {
    const [block] = shuffled(
      page.blocks.filter(({ element }) => element.sourceCodeLocation.endTag),
      random,
    );
    if (!block) return null;
    const copy = edits.sourceOf(block.element).replaceAll(/\sid=("[^"]*"|'[^']*'|[^\s>]+)/g, '');
    return edits.insert(block.element.sourceCodeLocation.endOffset, copy.repeat(step));
  },

  'remove-legend'(page, edits, step) {
    const legends = [...new Set(page.related('legend-of').map(([legend]) => legend))];
    for (const { element } of legends.slice(0, Math.ceil(step * legends.length)))
      edits.style(element, { display: 'none' });
    return legends.length > 0 ? edits : null;
  },
};

/** Standard deviation of lightness, of 255, below which a picture is a flat colour. */
const FLAT = 16;

/** Has a picture any contrast to lose? */
async function hasContrast(page, picture) {
  const bytes = bytesOf(page, picture);
  const stats =
    bytes &&
    (await sharp(bytes)
      .greyscale()
      .stats()
      .catch(() => null));
  return Boolean(stats) && stats.channels[0].stdev >= FLAT;
}

/** The bytes of a picture that lies in the page or beside it. */
function bytesOf(page, { element }) {
  const src = element.attrs.find(({ name }) => name === 'src')?.value ?? '';
  const [, base64] = /^data:image\/[a-z]+;base64,(.*)$/s.exec(src) ?? [];
  return base64 ? Buffer.from(base64, 'base64') : page.artifact.files.get(src);
}
