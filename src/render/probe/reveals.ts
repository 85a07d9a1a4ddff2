import type { Path } from './path.js';

/** An element that a style rule shows while the mouse is over another one, or the focus in it. */
export interface Reveal {
  by: Path;
  shows: Path;
}

/** Where elements stand to which selectors apply, by their paths. */
export interface Placed {
  reveals: Reveal[];
  /** Elements that look other while they are pressed, or over which a hand shows. */
  pressed: Path[];
  /** Elements that each of the given selectors names. */
  named: Path[][];
}

/* Run in the page's isolated world. */

/**
 * Reads from the style sheets what `:hover` and `:focus-within` show of what they do not show otherwise, and what they say of being
 * pressed, and finds the elements that selectors name. Sheets of other origins can't be read.
 */
export function placeSelectors(selectors: readonly string[]): Placed {
  const MOST = 60;
  const SHOWING =
    /(^|;|\s)(display|visibility|opacity|transform|max-height|height|clip-path|left|right|top|bottom|content)\s*:/;
  const pathTo = (element: Element): Path => {
    const path: (number | 's' | 'f')[] = [];
    for (let at: Element | null = element; at;) {
      const parent: Node | null = at.parentNode;
      if (!parent) break;
      path.unshift(Array.prototype.indexOf.call((parent as ParentNode).children, at));
      if (parent instanceof ShadowRoot) {
        path.unshift('s');
        at = parent.host;
      } else at = parent.nodeType === Node.ELEMENT_NODE ? (parent as Element) : null;
    }
    return path;
  };
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots)
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  const all = (selector: string, within: readonly (Document | ShadowRoot)[] = roots): Element[] => {
    try {
      return within.flatMap((root) => [...root.querySelectorAll(selector)]);
    } catch {
      // No selector, or one of a library's own.
      return [];
    }
  };
  const isHidden = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width < 2 || height < 2 || right + scrollX <= 0 || bottom + scrollY <= 0;
  };
  const reveals: Reveal[] = [];
  const known = new Set<string>();
  const add = (by: Element, shown: Element) => {
    const reveal = { by: pathTo(by), shows: pathTo(shown) };
    const key = reveal.by.join();
    if (known.has(key) || reveals.length >= MOST) return;
    known.add(key);
    reveals.push(reveal);
  };
  const STATE = /:(hover|focus-within)/;
  const HAND = /(^|;|\s)cursor\s*:\s*(pointer|(-webkit-)?grab)/;
  /** Where a compound selector ends that begins before `from`: at a combinator outside of brackets. */
  const endOf = (selector: string, from: number) => {
    let depth = 0;
    for (let i = from; i < selector.length; i++) {
      if (selector[i] === '(' || selector[i] === '[') depth++;
      else if (selector[i] === ')' || selector[i] === ']') depth--;
      else if (depth === 0 && /[\s>+~]/.test(selector[i]!)) return i;
    }
    return selector.length;
  };
  const parts = (selector: string) => {
    const list: string[] = [];
    let [depth, start] = [0, 0];
    for (let i = 0; i <= selector.length; i++) {
      if (i === selector.length || (selector[i] === ',' && depth === 0)) {
        list.push(selector.slice(start, i).trim());
        start = i + 1;
      } else if (selector[i] === '(') depth++;
      else if (selector[i] === ')') depth--;
    }
    return list;
  };
  const read = (selector: string, code: string, within: readonly (Document | ShadowRoot)[]) => {
    if (!SHOWING.test(code)) return;
    for (const part of parts(selector)) {
      const state = STATE.exec(part);
      if (!state) continue;
      const end = endOf(part, state.index + state[0].length);
      const calm = (text: string) => text.replace(/:(hover|focus-within)/g, '');
      const [head, tail] = [calm(part.slice(0, end)), calm(part.slice(end))];
      const pseudo = /::?(before|after)$/.exec(calm(part));
      if (pseudo) {
        for (const element of all(calm(part).slice(0, pseudo.index), within)) {
          const { display, opacity, visibility, content } = getComputedStyle(element, `::${pseudo[1]}`);
          const isShown =
            display !== 'none' && opacity !== '0' && visibility === 'visible' && content !== 'none';
          if (!isShown && tail.trim() === '') add(element, element);
        }
        continue;
      }
      if (tail.trim() === '') continue;
      const triggers = all(head, within);
      for (const shown of all(calm(part), within)) {
        if (!isHidden(shown)) continue;
        const by = /^\s*[+~]/.test(tail)
          ? triggers.find((each) => each.parentElement === shown.parentElement)
          : triggers.find((each) => each.contains(shown));
        if (by && (shown.textContent.trim() !== '' || shown.querySelector('img, svg, a, button')))
          add(by, shown);
      }
    }
  };
  const pressed = new Set<Element>();
  const readPressed = (selector: string, code: string, within: readonly (Document | ShadowRoot)[]) => {
    for (const part of parts(selector)) {
      const isPressed = /:active\b/.test(part) || (/:hover\b/.test(part) && HAND.test(code));
      const calm = part.replace(/:(active|hover)\b(?![^(]*\))/g, '');
      // Rules for all links, or for everything, say nothing of an element; those for what lies in one say nothing of that.
      if (!isPressed || !/:(active|hover)[^\s>+~]*$/.test(part) || /(^|[\s>+~])(a|\*)?$/.test(calm)) continue;
      if (!/::?(before|after)\b/.test(part)) for (const element of all(calm, within)) pressed.add(element);
    }
  };
  const walk = (rules: CSSRuleList, within: readonly (Document | ShadowRoot)[], above: string) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        const selector = rule.selectorText.replace(/&/g, `:is(${above || '*'})`);
        if (STATE.test(selector)) read(selector, rule.style.cssText, within);
        if (/:(active|hover)\b/.test(selector)) readPressed(selector, rule.style.cssText, within);
        if (rule.cssRules.length > 0) walk(rule.cssRules, within, selector);
      } else if (rule instanceof CSSMediaRule ? matchMedia(rule.conditionText).matches : 'cssRules' in rule)
        walk((rule as CSSGroupingRule).cssRules, within, above);
    }
  };
  for (const root of roots) {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      try {
        if (!sheet.disabled) walk(sheet.cssRules, [root], '');
      } catch {
        // Of another origin.
      }
    }
  }
  return {
    reveals,
    pressed: [...pressed].slice(0, 10 * MOST).map(pathTo),
    named: selectors.map((selector) => all(selector).slice(0, MOST).map(pathTo)),
  };
}
