import { inkOf, wordsOf } from '../page.js';
import { shuffled } from '../random.js';
import { ERRORS_OF_ENCODING, FAMILIES, FOREIGN, LOREM, UNFILLED } from './texts.js';

const px = (value) => `${Math.round(value * 10) / 10}px`;
const sizeOf = ({ style }) => Number.parseFloat(style['font-size']);
const some = (list, share) => list.slice(0, Math.ceil(share * list.length));

export const WORDS = {
  'shrink-text'(page, edits, step) {
    const texts = page.apart(page.texts.toSorted((a, b) => b.chars - a.chars));
    const chosen = some(texts, 1 / 3).filter((text) => sizeOf(text) > step);
    for (const { element } of chosen) edits.style(element, { 'font-size': px(step) });
    return chosen.length > 0 ? edits : null;
  },

  'squeeze-lines'(page, edits, step) {
    const { paragraphs } = page;
    for (const { element } of paragraphs) edits.style(element, { 'line-height': step });
    return paragraphs.length > 0 ? edits : null;
  },

  mojibake(page, edits, step, random) {
    const leaves = shuffled(page.leaves, random);
    let left = step;
    for (const leaf of leaves) {
      const text = wordsOf(leaf);
      const places = shuffled([...text.matchAll(/[a-z' -]/g)], random).slice(
        0,
        Math.min(left, 1 + text.length / 12),
      );
      if (places.length === 0) continue;
      const chars = [...text];
      if (chars.length !== text.length) continue;
      for (const { index } of places) chars[index] = ERRORS_OF_ENCODING[left-- % ERRORS_OF_ENCODING.length];
      edits.text(leaf.element, chars.join(''));
      if (left <= 0) return edits;
    }
    return null;
  },

  'missing-glyphs'(page, edits, step, random) {
    const leaves = shuffled(
      page.leaves.filter((leaf) => /\p{L}{4}/u.test(wordsOf(leaf))),
      random,
    ).slice(0, step);
    for (const leaf of leaves) {
      const unknown = wordsOf(leaf).replace(/\p{L}{4,}/u, (word) => '\u{F3A7}'.repeat(word.length));
      edits.text(leaf.element, unknown);
    }
    return leaves.length === step ? edits : null;
  },

  filler: (page, edits, step, random) =>
    replace(page, edits, step, random, (words, i) => {
      const from = (i * 7) % 20;
      return LOREM.split(' ')
        .slice(from)
        .concat(LOREM.split(' '))
        .join(' ')
        .slice(0, Math.max(26, words.length))
        .trim();
    }),

  'open-template': (page, edits, step, random) =>
    replace(page, edits, step, random, (_, i) => UNFILLED[i % UNFILLED.length]),

  'long-lines'(page, edits, step) {
    const [widest] = page.layout.size;
    const fitting = page.paragraphs.flatMap((paragraph) => {
      const [x, , width] = inkOf(paragraph);
      const wanted = step * letterWidthOf(paragraph);
      // So much text that the line breaks, and lines that are not nearly as long already.
      const isFit = paragraph.chars >= 1.2 * step && wanted >= 1.25 * width && x + wanted < widest;
      return isFit ? [{ paragraph, wanted }] : [];
    });
    for (const { paragraph, wanted } of fitting) {
      edits.style(paragraph.element, {
        width: px(wanted),
        'min-width': px(wanted),
        'max-width': 'none',
        position: 'relative',
        'z-index': 1,
      });
    }
    return fitting.length > 0 ? edits : null;
  },

  'mixed-fonts'(page, edits, step, random) {
    const texts = page.apart(shuffled(page.texts.filter(isSet), random)).slice(0, 3 * step);
    if (texts.length < step) return null;
    texts.forEach(({ element }, i) => edits.style(element, { 'font-family': FAMILIES[i % step] }));
    return edits;
  },

  'many-sizes'(page, edits, step, random) {
    const short = page.texts.filter((text) => text.chars < 200 && isSet(text));
    const texts = page.apart(shuffled(short, random)).slice(0, step);
    if (texts.length < step) return null;
    texts.forEach(({ element }, i) => edits.style(element, { 'font-size': px(13 + i) }));
    return edits;
  },

  'heading-order'(page, edits, step, random) {
    // What is one picture is a part of an outline, whose other levels are elsewhere.
    if (['slide', 'poster', 'chart'].includes(page.artifact.kind)) return null;
    // A single heading has no order.
    if (page.headings.length < 2) return null;
    // The first stays: where it goes down too, an outline of h1 and h3 becomes one of h3 alone, in which nothing is skipped.
    const headings = some(shuffled(page.headings.slice(1), random), step).filter(
      // A level that an attribute says is not that of the tag.
      ({ element }) => element.sourceCodeLocation.endTag && attribute(element, 'role') === undefined,
    );
    for (const { element, style } of headings) {
      const { startTag, endTag } = element.sourceCodeLocation;
      const tag = `h${Math.min(6, Number(element.tagName[1]) + 2)}`;
      edits.replace(startTag.startOffset + 1, startTag.startOffset + 3, tag);
      edits.replace(endTag.startOffset + 2, endTag.startOffset + 4, tag);
      const looks = ['font-size', 'font-weight', 'margin-top', 'margin-bottom', 'color', 'line-height'];
      edits.style(element, Object.fromEntries(looks.map((name) => [name, style[name]])));
    }
    return headings.length > 0 ? edits : null;
  },

  'unlabelled-fields'(page, edits, step) {
    const fields = page.controls.filter(
      ({ element }) =>
        element.tagName !== 'button' &&
        !/^(submit|button|reset|image)$/.test(attribute(element, 'type') ?? '') &&
        !isInLabel(element),
    );
    for (const { element } of some(fields, step)) {
      for (const name of ['aria-label', 'aria-labelledby', 'placeholder', 'title']) {
        if (attribute(element, name) !== undefined) edits.attribute(element, name, null);
      }
      const id = attribute(element, 'id');
      const label = page.elements.find(
        (other) => other.tagName === 'label' && id && attribute(other, 'for') === id,
      );
      if (label) edits.attribute(label, 'for', null);
    }
    return fields.length > 0 ? edits : null;
  },

  'drop-text': (page, edits, step) => facts(page, step, ({ element }) => edits.text(element, '')),

  'change-number'(page, edits, step) {
    const numbers = page.facts.filter(({ text }) => /\d/.test(text));
    for (const { element, text } of some(numbers, step)) {
      edits.text(
        element,
        text.replace(/\d(?!.*\d)/, (digit) => (Number(digit) + 4) % 10),
      );
    }
    return numbers.length > 0 ? edits : null;
  },

  'garble-text': (page, edits, step) =>
    facts(page, step, ({ element, text }) =>
      edits.text(
        element,
        text.replace(/\p{L}(?=\P{L}*$)/u, (letter) => (letter.toLowerCase() === 'x' ? 'k' : 'x')),
      ),
    ),

  'hide-text'(page, edits, step) {
    const ways = [{ display: 'none' }, { visibility: 'hidden' }, { opacity: '0' }];
    return facts(page, step, ({ element }, i) => edits.style(element, ways[i % ways.length]));
  },

  'wrong-language'(page, edits, step, random) {
    const paragraphs = shuffled(
      page.leaves.filter((leaf) => wordsOf(leaf).length >= 40),
      random,
    );
    // A brief that asks for no language proves no other wrong.
    if (paragraphs.length === 0 || !page.brief.language || page.brief.language.startsWith('de')) return null;
    some(paragraphs, step).forEach((leaf, i) => {
      const from = FOREIGN.slice(i % FOREIGN.length)
        .concat(FOREIGN)
        .join(' ');
      edits.text(leaf.element, from.slice(0, Math.max(40, wordsOf(leaf).length)).trim());
    });
    return edits;
  },

  'wrong-direction'(page, edits, step, random) {
    if (page.layout.nodes.some(({ attributes }) => attributes?.dir === 'rtl')) return null;
    const parts = step === 1 && page.body ? [page.byElement.get(page.body)] : shuffled(page.sections, random);
    let chars = 0;
    for (const part of parts.filter(Boolean)) {
      if (chars >= step * page.chars) break;
      edits.style(part.element, { direction: 'rtl' });
      chars += part.chars;
    }
    return chars > 0 ? edits : null;
  },

  'resize-text': (page, edits, step) => headings(page, edits, (size) => size * step),
  'shout-headings': (page, edits, step) =>
    hasOrder(page) ? headings(page, edits, (size) => size * step) : null,

  'flat-hierarchy': (page, edits, step) =>
    hasOrder(page) ? headings(page, edits, (size) => Math.min(size, step * textSizeOf(page))) : null,

  'all-caps'(page, edits, step, random) {
    const paragraphs = some(shuffled(page.paragraphs, random), step);
    for (const { element } of paragraphs) edits.style(element, { 'text-transform': 'uppercase' });
    return paragraphs.length > 0 ? edits : null;
  },
};

/** The mean width of a character on the lines of a paragraph, px. */
function letterWidthOf({ drawn }) {
  const lines = drawn.flatMap((node) => node.lines);
  const sum = (of) => lines.reduce((total, line) => total + of(line), 0);
  return sum(({ box }) => box[2]) / sum(({ text }) => text.length);
}

/** Is it set as text? The name of an icon is drawn as a picture; a mark, a single letter and code may well look otherwise. */
function isSet(text) {
  const isIcon = /icon|symbol|awesome/i.test(text.style['font-family']);
  return !isIcon && !isInCode(text.element) && /[\p{L}\p{N}]{2}/u.test(wordsOf(text));
}

const isInCode = ({ tagName, parentNode }) =>
  /^(code|pre|kbd|samp)$/.test(tagName ?? '') || (Boolean(parentNode) && isInCode(parentNode));

/** A label around a field needs no `for`. */
const isInLabel = ({ parentNode }) =>
  Boolean(parentNode) && (parentNode.tagName === 'label' || isInLabel(parentNode));

const attribute = (element, name) => element.attrs.find((each) => each.name === name)?.value;

/** How many times as large as the text a heading is that its size sets apart. */
const SET_APART = 1.5;

/** Do headings stand out by their size? Those that hardly do have no order to lose, and gain one when they are enlarged. */
const hasOrder = (page) => Math.max(0, ...page.headings.map(sizeOf)) >= SET_APART * textSizeOf(page);

/** The size in which most of the text is set, px; Infinity without text. */
function textSizeOf({ texts }) {
  const chars = new Map();
  for (const text of texts) chars.set(sizeOf(text), (chars.get(sizeOf(text)) ?? 0) + text.chars);
  return [...chars].reduce((a, b) => (b[1] > a[1] ? b : a), [Infinity, 0])[0];
}

function headings(page, edits, resize) {
  for (const part of page.headings) edits.style(part.element, { 'font-size': px(resize(sizeOf(part))) });
  return page.headings.length > 0 ? edits : null;
}

/** Does something to a share of the texts that the brief asks for, at least one. */
function facts(page, share, damage) {
  some(page.facts, share).forEach(damage);
  return page.facts.length > 0 ? {} : null;
}

function replace(page, edits, count, random, write) {
  const leaves = shuffled(
    page.leaves.filter((leaf) => wordsOf(leaf).length >= 12),
    random,
  ).slice(0, count);
  if (leaves.length < count) return null;
  leaves.forEach((leaf, i) => edits.text(leaf.element, write(wordsOf(leaf), i)));
  return edits;
}
