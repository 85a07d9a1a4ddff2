import { contrast, css, fade, mix, ofGraph, parseColour, readable } from '../colour.js';
import { isBlock } from '../page.js';
import { shuffled } from '../random.js';

/** Grounds that go with nothing. */
const GARISH = [
  [255, 0, 160],
  [0, 230, 60],
  [255, 120, 0],
  [90, 0, 255],
  [255, 235, 0],
  [0, 210, 255],
];

export const COLOURS = {
  'fade-text'(page, edits, step, random) {
    const fading = shuffled(page.leaves, random).flatMap((text) => {
      const [{ color, background, opacity }] = text.drawn;
      if (background.kind !== 'solid' || !color || color[3] < 1 || opacity < 1) return [];
      const faded = fade(ofGraph(color), ofGraph(background.color), step);
      return faded ? [{ element: text.element, faded }] : [];
    });
    for (const { element, faded } of fading.slice(0, Math.ceil(fading.length / 3))) {
      edits.style(element, { color: css(faded), '-webkit-text-fill-color': css(faded) });
    }
    return fading.length > 0 ? edits : null;
  },

  'text-over-picture'(page, edits, step, random) {
    const texts = shuffled(
      page.leaves.filter((text) => isBlock(text.style) && text.chars >= 12 && !page.isOnMissing(text)),
      random,
    ).slice(0, 3);
    const [dark, light] = [`rgba(0, 0, 0, ${step})`, `rgba(255, 255, 255, ${step})`];
    for (const { element } of texts) {
      edits.style(element, {
        background: `repeating-linear-gradient(90deg, ${dark} 0 9px, ${light} 9px 18px)`,
      });
    }
    return texts.length > 0 ? edits : null;
  },

  'fade-fields'(page, edits, step) {
    const fields = page.controls
      .filter((control) => isBare(page, control))
      .flatMap(({ element, index, style }) => {
        const ground = groundBehind(page.layout, index);
        const own = parseColour(style['background-color']);
        const edge =
          Number.parseFloat(style['border-top-width']) > 0 ? parseColour(style['border-top-color']) : null;
        const isFlat = style['background-image'] === 'none' && style['box-shadow'] === 'none';
        if (!ground || !isFlat) return [];
        // Nor is anything done to an edge that is nearly as pale already.
        const seen = Math.max(own ? contrast(own, ground) : 1, edge ? contrast(edge, ground) : 1);
        if (seen < 1.25 * step) return [];
        const fill = own && fade(own, ground, step);
        const line = edge && fade(edge, ground, step);
        return fill || line ? [{ element, style, before: own, own: fill ?? own, edge: line ?? edge }] : [];
      });
    for (const { element, style, before, own, edge } of fields) {
      const words = parseColour(style.color);
      edits.style(element, {
        ...(own && { 'background-color': css(own) }),
        ...(own &&
          words && { color: css(fade(readable(own), own, contrast(words, before)) ?? readable(own)) }),
        ...(edge && { 'border-color': css(edge) }),
      });
    }
    return fields.length > 0 ? edits : null;
  },

  'recolour-block'(page, edits, step, random) {
    const grounds = page.blocks.flatMap((block) => {
      const own = parseColour(block.style['background-color']);
      return own && block.style['background-image'] === 'none' ? [{ block, own }] : [];
    });
    const [first] = shuffled(grounds, random);
    if (!first) return null;
    const { block, own } = first;
    const [r, g, b] = own;
    // White and grey are their own complement in hue: they go to the lightness on the other side.
    paint(page, edits, block, mix(own, [255 - r, 255 - g, 255 - b], 0.8 * step));
    return edits;
  },

  'clashing-colours'(page, edits, step, random) {
    const blocks = page.apart(shuffled(page.blocks, random)).slice(0, step);
    blocks.forEach((block, i) => paint(page, edits, block, GARISH[i % GARISH.length]));
    return blocks.length >= Math.min(step, 2) ? edits : null;
  },
};

/** Is it a field that has to be told by its edge, since no text shows in it? */
function isBare(page, { element: { tagName, attrs }, index }) {
  const value = (name) => attrs.find((attribute) => attribute.name === name)?.value ?? '';
  const isTyped =
    tagName === 'textarea' ||
    (tagName === 'input' && !/^(submit|button|reset|image|checkbox|radio|range|color)$/.test(value('type')));
  return isTyped && !value('placeholder') && !page.layout.nodes[index].value?.trim();
}

/**
 * Gives a block a ground, and each text that lies on it a colour that reads there as well as it did. Texts on other surfaces within
 * stay as they are.
 */
function paint(page, edits, block, ground) {
  const best = readable(ground);
  edits.style(block.element, { background: css(ground) });
  for (const text of page.texts) {
    if (!page.isWithin(text.element, block.element) || isOnAnother(page.layout, text, block)) continue;
    const [{ color, background }] = text.drawn;
    const isKnown = color && background.color;
    const before = isKnown ? contrast(ofGraph(color), ofGraph(background.color)) : Infinity;
    const words = css(fade(best, ground, before) ?? best);
    edits.style(text.element, { color: words, '-webkit-text-fill-color': words });
    if (text.element !== block.element) edits.style(text.element, { background: 'none' });
  }
}

/** Does another surface lie between a text and the ground of a block around it? */
function isOnAnother({ nodes, styles }, text, block) {
  for (let at = nodes[text.index].parent; at > block.index; at = nodes[at].parent) {
    const style = styles[nodes[at].style];
    if (style && (style['background-image'] !== 'none' || parseColour(style['background-color'])))
      return true;
  }
  return false;
}

/** The flat colour that lies behind an element; null behind a picture or what shines through. */
function groundBehind({ nodes, styles }, index) {
  for (let at = nodes[index].parent; at >= 0; at = nodes[at].parent) {
    const style = styles[nodes[at].style];
    if (!style || nodes[at].type !== 'element') continue;
    if (style['background-image'] !== 'none') return null;
    const own = parseColour(style['background-color']);
    if (own) return own;
    if (!/, 0\)$/.test(style['background-color'])) return null;
  }
  return [255, 255, 255];
}
