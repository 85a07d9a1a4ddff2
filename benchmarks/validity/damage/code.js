import { shuffled } from '../random.js';

/** Blocks whose end tag may not be left out. */
const CLOSED = /^(div|section|article|main|header|footer|nav|aside|ul|ol|a|span|button|h[1-6])$/;
const value = (element, name) => element.attrs.find((attribute) => attribute.name === name)?.value;

/** What is wrong in the source: markup, style, scripts, and what they answer to. */
export const CODE = {
  'syntax-error'(page, edits, step) {
    const scripts = page.scripts
      .map((script) => ({ script, code: script.childNodes[0].value }))
      .filter(({ code }) => code.length > 60 && /[})]\s*;?\s*$/.test(code))
      .sort((a, b) => a.code.length - b.code.length);
    const chosen = scripts[Math.round(step * (scripts.length - 1))];
    if (!chosen) return null;
    const { startOffset, endOffset } = chosen.script.childNodes[0].sourceCodeLocation;
    const source = page.html.slice(startOffset, endOffset);
    const at = startOffset + Math.max(source.lastIndexOf('}'), source.lastIndexOf(')'));
    return edits.replace(at, at + 1, '');
  },

  'throw-at-load'(page, edits, step) {
    const scripts = Array.from({ length: step }, (_, i) => `<script>window.part${i}.start();</script>`);
    return edits.insert(page.end, scripts.join('\n'));
  },

  'missing-stylesheet'(page, edits, step) {
    const rules = page.elements.flatMap((element) => {
      const [text] = element.tagName === 'style' ? element.childNodes : [];
      if (!text?.sourceCodeLocation) return [];
      const { startOffset, endOffset } = text.sourceCodeLocation;
      return rulesOf(page.html.slice(startOffset, endOffset)).map(([start, end]) => [
        startOffset + start,
        startOffset + end,
      ]);
    });
    const head = page.elements.find(
      ({ tagName, sourceCodeLocation }) => tagName === 'head' && sourceCodeLocation?.endTag,
    );
    if (rules.length < 6 || !head) return null;
    for (const [start, end] of rules.slice(Math.round((1 - step) * rules.length)))
      edits.replace(start, end, '');
    return edits.insert(
      head.sourceCodeLocation.endTag.startOffset,
      '<link rel="stylesheet" href="styles/theme.css">',
    );
  },

  truncate(page, edits, step) {
    const tags = page.parts
      .map(({ element }) => element.sourceCodeLocation.startTag)
      .filter(({ attrs }) => attrs);
    const cut = tags.find(({ startOffset }) => startOffset >= step * page.html.length);
    const isAfterStart =
      cut && page.body && cut.startOffset > page.body.sourceCodeLocation.startTag.endOffset;
    return isAfterStart
      ? edits.replace(Math.min(cut.endOffset - 1, cut.startOffset + 8), page.html.length, '')
      : null;
  },

  'lost-quotes'(page, edits, step, random) {
    const quotes = page.parts.flatMap(({ element }) => {
      const { attrs = {} } = element.sourceCodeLocation;
      const ends = Object.values(attrs).map(({ endOffset }) => endOffset);
      return ends.filter((end) => page.html[end - 1] === '"').slice(0, 1);
    });
    const chosen = shuffled(quotes, random).slice(0, step);
    for (const end of chosen) edits.replace(end - 1, end, '');
    return chosen.length === step ? edits : null;
  },

  'duplicate-ids'(page, edits, step, random) {
    const ids = page.elements.flatMap((element) => value(element, 'id') || []);
    const free = page.parts.filter(
      ({ element }) => value(element, 'id') === undefined && element.tagName !== 'body',
    );
    const chosen = shuffled(free, random).slice(0, Math.min(step, new Set(ids).size));
    chosen.forEach(({ element }, i) => edits.attribute(element, 'id', [...new Set(ids)][i]));
    return chosen.length === step ? edits : null;
  },

  'lost-end-tags'(page, edits, step, random) {
    const blocks = page.parts.filter(
      ({ element }) => CLOSED.test(element.tagName) && element.sourceCodeLocation.endTag,
    );
    const chosen = shuffled(blocks, random).slice(0, step);
    for (const { element } of chosen) {
      const { startOffset, endOffset } = element.sourceCodeLocation.endTag;
      edits.replace(startOffset, endOffset, '');
    }
    return chosen.length === step ? edits : null;
  },
};

/** Start and end of each rule of a style sheet's uppermost level. */
function rulesOf(css) {
  const rules = [];
  let [depth, start] = [0, 0];
  for (const { 0: sign, index } of css.matchAll(/\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'|[{}]/g)) {
    if (sign === '{') depth++;
    if (sign !== '}') continue;
    depth--;
    if (depth > 0) continue;
    rules.push([start, index + 1]);
    start = index + 1;
    depth = 0;
  }
  return rules;
}
