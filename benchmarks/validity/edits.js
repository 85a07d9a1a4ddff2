/**
 * Changes of a page's source, as splices at the places that parse5 reports, so that every other byte stays what it was.
 */
export class Edits {
  #html;
  #splices = [];
  #styles = new Map();

  /** @param {string} html */
  constructor(html) {
    this.#html = html;
  }

  /** The source of an element, from its start tag to its end tag. */
  sourceOf({ sourceCodeLocation: { startOffset, endOffset } }) {
    return this.#html.slice(startOffset, endOffset);
  }

  replace(start, end, text) {
    this.#splices.push({ start, end, text });
    return this;
  }

  insert(offset, text) {
    return this.replace(offset, offset, text);
  }

  /** Adds declarations to an element's own style; they win over every rule. */
  style(element, declarations) {
    this.#styles.set(element, { ...this.#styles.get(element), ...declarations });
    return this;
  }

  /** Sets an attribute; `null` removes it. */
  attribute(element, name, value) {
    const { startTag, attrs } = element.sourceCodeLocation;
    const text = value === null ? '' : `${name}="${escaped(value)}"`;
    const there = attrs?.[name];
    if (there) return this.replace(there.startOffset, there.endOffset, text);
    return this.insert(startTag.startOffset + 1 + element.tagName.length, ` ${text}`);
  }

  /** Replaces what an element without element children says. */
  text(element, text) {
    const { startTag, endTag, endOffset } = element.sourceCodeLocation;
    return this.replace(startTag.endOffset, endTag?.startOffset ?? endOffset, markup(text));
  }

  /** The changed source; null when nothing was changed. */
  apply() {
    for (const [element, declarations] of this.#styles) {
      const own = element.attrs.find(({ name }) => name === 'style')?.value.trim() ?? '';
      const added = Object.entries(declarations).map(([name, value]) => `${name}: ${value} !important`);
      this.attribute(element, 'style', [own.replace(/;$/, ''), ...added].filter(Boolean).join('; '));
    }
    this.#styles.clear();
    let html = this.#html;
    let end = Infinity;
    // From the end, so that places before stay true; insertions at one place in the order in which they were made.
    for (const splice of this.#splices.toReversed().sort((a, b) => b.start - a.start)) {
      if (splice.end > end) throw new Error(`Two changes meet at ${splice.start}`);
      html = html.slice(0, splice.start) + splice.text + html.slice(splice.end);
      end = splice.start;
    }
    return html === this.#html ? null : html;
  }
}

export const markup = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
