import { inkOf, isBlock, linesOf, wordsOf } from '../page.js';
import { shuffled } from '../random.js';

// Each takes the page, an editor of its source, the step, and chance; null where the page has nothing to do it to.

const px = (value) => `${Math.round(value * 10) / 10}px`;
const across = (a, b) => Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
const down = (a, b) => Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
const isMovable = ({ style }) => isBlock(style) && style.transform === 'none';

export const LAYOUT = {
  'overlap-blocks'(page, edits, step, random) {
    const texts = page.texts.filter((text) => text.chars >= 8 && text.style.position === 'static');
    const pairs = shuffled(texts.filter(isMovable), random).flatMap((lower) => {
      const ink = inkOf(lower);
      const upper = texts.find((other) => {
        const above = inkOf(other);
        const gap = ink[1] - above[1] - above[3];
        const apart =
          !page.isWithin(other.element, lower.element) && !page.isWithin(lower.element, other.element);
        return apart && gap >= 0 && gap < 40 && across(ink, above) > 0.6 * Math.min(ink[2], above[2]);
      });
      return upper ? [[upper, lower]] : [];
    });
    if (!pairs[0]) return null;
    const [upper, lower] = pairs[0];
    const gap = lettersOf(lower).top - lettersOf(upper).bottom;
    const height = Math.min(lettersOf(upper).height, lettersOf(lower).height);
    return edits.style(lower.element, { translate: `0 -${px(gap + step * height)}` });
  },

  'push-off-canvas'(page, edits, step, random) {
    const [text] = shuffled(
      page.texts.filter((text) => text.chars >= 20 && isMovable(text)),
      random,
    );
    if (!text) return null;
    const [x, , width] = inkOf(text);
    return edits.style(text.element, { translate: `-${px(x + step * width)} 0` });
  },

  'widen-page'(page, edits, step, random) {
    const [block] = shuffled(page.blocks, random);
    if (!block) return null;
    const width = px(step * page.layout.size[0]);
    edits.style(block.element, { width, 'min-width': width, 'max-width': 'none', 'flex-shrink': '0' });
    return {
      done: ({ data: { layouts } }) =>
        layouts[0].page[0] > page.layout.page[0] + 20 && showsOverflow(layouts[0]),
    };
  },

  'clip-height'(page, edits, step, random) {
    const [text] = shuffled(
      page.texts.filter((text) => text.leaf && text.chars >= 12 && isBlock(text.style)),
      random,
    );
    if (!text) return null;
    return edits.style(text.element, {
      height: px(step * inkOf(text)[3]),
      'min-height': '0',
      'box-sizing': 'content-box',
      'padding-top': '0',
      'padding-bottom': '0',
      // It begins where its letters do: what a flex box sets in its middle would lose its leading above and below, and a high line all.
      'align-items': 'flex-start',
      ...(linesOf(text) === 1 && { 'line-height': 'normal' }),
      overflow: 'hidden',
    });
  },

  'clip-width'(page, edits, step, random) {
    const [text] = shuffled(shortLines(page), random);
    return text ? edits.style(text.element, narrowed(text, step)) : null;
  },

  ellipsis(page, edits, step, random) {
    const texts = shuffled(shortLines(page), random).slice(0, 3);
    for (const text of texts) {
      edits.style(text.element, { ...narrowed(text, step), 'text-overflow': 'ellipsis' });
    }
    return texts.length > 0 ? edits : null;
  },

  'cover-block'(page, edits, step, random) {
    const [text] = shuffled(
      page.texts.filter(({ chars, fits }) => chars >= 30 && fits),
      random,
    );
    if (!text) return null;
    const [x, y, width, height] = inkOf(text);
    return over(page, edits, [x, y, width, step * height], 'background: #44516b');
  },

  'cover-banner'(page, edits, step) {
    // At the end of the page it lies over the last of it: where that is nothing, nothing is lost.
    const end = page.layout.page[1] - step * page.layout.size[1];
    const lies = ([, y, , height]) => y + height > end;
    const shown = [...page.texts.map(inkOf), ...[...page.controls, ...page.images].map(({ box }) => box)];
    if (!shown.some(lies)) return null;
    // The page's own rules for boxes must not make it transparent.
    const style =
      'position: fixed; left: 0; right: 0; bottom: 0; z-index: 2147483647; color: #fff; background: #26324d !important';
    const words =
      '<p style="margin: 16px 24px; font: 18px/1.4 sans-serif">The spring sale ends on Sunday.</p>';
    return edits.insert(
      page.end,
      `<div style="${style}; height: ${px(step * page.layout.size[1])}">${words}</div>`,
    );
  },

  unrevealed(page, edits, step, random) {
    return withShare(page, page.sections, step, random, ({ element }) =>
      edits.style(element, { opacity: '0', transition: 'opacity 0.6s ease' }),
    );
  },

  'drop-section'(page, edits, step, random) {
    return withShare(page, page.sections, step, random, ({ element }) =>
      edits.style(element, { display: 'none' }),
    );
  },

  'overlap-controls'(page, edits, step, random) {
    const { controls } = page;
    const [pair] = shuffled(controls, random).flatMap((moved) => {
      const other = controls.find(
        ({ box }) =>
          box[0] + box[2] <= moved.box[0] && moved.box[0] - box[0] - box[2] < 80 && down(box, moved.box) > 8,
      );
      return other ? [[other, moved]] : [];
    });
    if (!pair) return null;
    const [{ box }, moved] = pair;
    const gap = moved.box[0] - box[0] - box[2];
    return edits.style(moved.element, { translate: `-${px(gap + step * Math.min(box[2], moved.box[2]))} 0` });
  },

  'safe-margin'(page, edits, step) {
    const [first] = page.texts
      .filter((text) => isMovable(text) && text.fits)
      .sort((a, b) => inkOf(a)[0] - inkOf(b)[0]);
    const gap = first ? inkOf(first)[0] - step : 0;
    return gap > 4 ? edits.style(first.element, { translate: `-${px(gap)} 0` }) : null;
  },

  'fixed-width'(page, edits, step) {
    const phone = (capture) => capture.data.layouts.find(({ viewport }) => viewport === 'mobile');
    const before = phone(page.capture);
    if (!page.body || !before || before.page[0] > before.size[0] + 2) return null;
    edits.style(page.body, { 'min-width': px(step) });
    return { done: (mutant) => (phone(mutant)?.page[0] ?? 0) > before.size[0] + 20 };
  },

  'shrink-targets'(page, edits, step) {
    const controls = page.controls.filter(
      (control) => control.box[3] > step + 2 && control.chars < 60 && isPainted(control),
    );
    for (const { element } of page.apart(controls)) {
      edits.style(element, {
        height: px(step),
        'min-height': '0',
        'padding-top': '0',
        'padding-bottom': '0',
        'line-height': px(step),
      });
    }
    return controls.length > 0 ? edits : null;
  },

  'uneven-gaps'(page, edits, step, random) {
    const rows = page
      .related('equal-gap')
      .filter(
        (parts) => parts.length >= 3 && areSiblings(parts) && areAlike(parts) && parts.every(isMovable),
      );
    const [row] = shuffled(rows, random);
    if (!row) return null;
    const middle = row[row.length >> 1];
    const isRow = down(row[0].box, row[1].box) > 0;
    const side = isRow ? 'margin-left' : 'margin-top';
    return edits.style(middle.element, { [side]: px(Number.parseFloat(middle.style[side]) + step) });
  },

  misalign(page, edits, step, random) {
    const columns = page
      .related('aligned-left')
      .filter((parts) => parts.length >= 3 && areSiblings(parts) && parts.every(isMovable));
    const [column] = shuffled(columns, random);
    return column ? edits.style(column[column.length >> 1].element, { translate: `${px(step)} 0` }) : null;
  },

  'shrink-column'(page, edits, step, random) {
    const rows = page
      .related('same-size')
      .map((parts) => parts.filter(({ box }) => box[1] === parts[0].box[1]))
      .filter(
        (parts) =>
          parts.length >= 3 &&
          areSiblings(parts) &&
          parts[0].box[2] >= 100 &&
          parts.every((part) => isMovable(part) && isColumn(page, part)),
      );
    const [row] = shuffled(rows, random);
    if (!row) return null;
    const width = px(step * row[1].box[2]);
    return edits.style(row[1].element, {
      width,
      'min-width': '0',
      'max-width': width,
      flex: 'none',
      'box-sizing': 'border-box',
    });
  },

  'empty-area'(page, edits, step, random) {
    const [section] = shuffled(page.sections.slice(1), random);
    if (!section) return null;
    return edits.insert(
      section.element.sourceCodeLocation.startOffset,
      `<div style="flex: none; height: ${px(step)}"></div>`,
    );
  },

  'wrong-canvas'(page, edits, step) {
    const [width, height] = page.layout.size;
    const stages = page.parts.filter(
      ({ box }) => Math.abs(box[2] - width) < 2 && Math.abs(box[3] - height) < 2,
    );
    for (const { element } of stages) {
      edits.style(element, { width: px(step * width), 'min-width': '0', overflow: 'hidden' });
    }
    return stages.length > 0 ? edits : null;
  },

  'shift-block'(page, edits, step, random) {
    const [width] = page.layout.size;
    const blocks = page.blocks.filter(isMovable);
    const [block] = shuffled(blocks, random).filter(
      ({ box }) => Math.max(box[0], width - box[0] - box[2]) > 0.24 * width,
    );
    if (!block) return null;
    const isLeft = block.box[0] > width - block.box[0] - block.box[2];
    return edits.style(block.element, { translate: `${isLeft ? '-' : ''}${px(step * width)} 0` });
  },

  'swap-sections'(page, edits, step) {
    const sections = page.sections.filter(({ element }) => element.sourceCodeLocation.endTag);
    const pairs = Math.min(step, sections.length >> 1);
    if (pairs === 0 || (step > 1 && pairs < 2)) return null;
    for (let i = 0; i < 2 * pairs; i++) {
      const [{ element }, other] = [sections[i], sections[i ^ 1]];
      const { startOffset, endOffset } = element.sourceCodeLocation;
      edits.replace(startOffset, endOffset, edits.sourceOf(other.element));
    }
    return edits;
  },

  crowd(page, edits, step) {
    for (const { element, style } of page.parts) {
      const boxes = ['margin', 'padding'].flatMap((name) =>
        ['top', 'right', 'bottom', 'left'].map((side) => `${name}-${side}`),
      );
      const smaller = boxes.flatMap((name) => {
        const value = Number.parseFloat(style[name]);
        return value > 2 ? [[name, px(value * (1 - step))]] : [];
      });
      if (smaller.length > 0 && element.tagName !== 'body') edits.style(element, Object.fromEntries(smaller));
    }
    return edits;
  },

  tilt(page, edits, step, random) {
    const blocks = page.apart(shuffled(page.blocks, random)).slice(0, 3);
    for (const { element } of blocks) edits.style(element, { rotate: `${step}deg` });
    return blocks.length > 0 ? edits : null;
  },
};

/**
 * Where the small letters of a text's first line begin and those of its last line end: half an em above the base line, which lies at
 * four fifths of a line's box.
 */
function lettersOf(text) {
  const lines = text.drawn.flatMap((node) => node.lines.map(({ box: [, y, , height] }) => ({ y, height })));
  const first = lines.reduce((a, b) => (b.y < a.y ? b : a));
  const last = lines.reduce((a, b) => (b.y + b.height > a.y + a.height ? b : a));
  const height = Number.parseFloat(text.style['font-size']) / 2;
  return { top: first.y + 0.8 * first.height - height, bottom: last.y + 0.8 * last.height, height };
}

/** Does something to parts in an order of chance, until they hold a share of the page's text. */
function withShare(page, parts, share, random, damage) {
  if (parts.length < 2) return null;
  let chars = 0;
  for (const part of shuffled(parts, random)) {
    if (chars >= share * page.chars) break;
    damage(part);
    chars += part.chars;
  }
  return {};
}

/** A box over everything else, at a place of the page. */
export function over(page, edits, [x, y, width, height], style, name = '') {
  const body = page.body && page.byElement.get(page.body);
  const [left, top] = body && body.style.position !== 'static' ? body.box : [0, 0];
  const place = `left: ${px(x - left)}; top: ${px(y - top)}; width: ${px(width)}; height: ${px(height)}`;
  const mark = name && ` class="${name}"`;
  return edits.insert(
    page.end,
    `<div${mark} style="position: absolute; z-index: 2147483647; ${place}; ${style}"></div>`,
  );
}

/** Texts in a box of their own, on one line. */
const shortLines = (page) =>
  page.texts.filter(
    (text) => linesOf(text) === 1 && wordsOf(text).length >= 8 && text.leaf && isBlock(text.style),
  );

const narrowed = (text, step) => ({
  width: px(step * inkOf(text)[2]),
  'min-width': '0',
  'max-width': 'none',
  'padding-left': '0',
  'padding-right': '0',
  flex: 'none',
  'white-space': 'nowrap',
  overflow: 'hidden',
});

/**
 * Members of a rhythm: a bar, a header, a main part and a footer are none, and the space between them is nobody's mistake. They have
 * one tag and one size across, and none is twice as long as another.
 */
const areAlike = ([first, ...others]) => {
  const [across, along] = down(first.box, others[0].box) > 0 ? [3, 2] : [2, 3];
  const lengths = [first, ...others].map(({ box }) => box[along]);
  return (
    Math.max(...lengths) <= 2 * Math.min(...lengths) &&
    others.every(
      ({ element, box }) =>
        element.tagName === first.element.tagName && Math.abs(box[across] - first.box[across]) <= 1,
    )
  );
};

/** Does a control show its height? Without a ground or an edge of its own it is its words. */
const isPainted = ({ style }) =>
  style['background-image'] !== 'none' ||
  !/^(transparent$|rgba\(.*, 0\)$)/.test(style['background-color']) ||
  ['top', 'bottom'].some(
    (side) =>
      style[`border-${side}-style`] !== 'none' && Number.parseFloat(style[`border-${side}-width`]) > 0,
  );

/** Is it a column, and no link or label in a row of them? It stands in the flow and holds more than a line of text. */
const isColumn = (page, { element, style }) =>
  /^(static|relative)$/.test(style.position) &&
  page.texts.reduce((sum, text) => sum + (page.isWithin(text.element, element) ? linesOf(text) : 0), 0) > 1;

/** Does anybody see that a page is too wide? Where the window cuts off what lies beyond it, only by text that is gone. */
const showsOverflow = ({ nodes, styles, size }) => {
  const overflow = (name) => styles[nodes.find((node) => node.name === name)?.style]?.['overflow-x'];
  const cuts = (value) => value === 'hidden' || value === 'clip';
  const isCut = cuts(overflow('html')) || (overflow('html') === 'visible' && cuts(overflow('body')));
  return (
    !isCut ||
    nodes.some(({ lines }) => lines?.some(({ box: [x, , width] }) => x < size[0] && x + width > size[0] + 2))
  );
};

const areSiblings = (parts) =>
  parts.every(({ element }) => element.parentNode === parts[0].element.parentNode);
