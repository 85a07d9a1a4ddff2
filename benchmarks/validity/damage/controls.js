import { shuffled } from '../random.js';
import { over } from './layout.js';

/** How a cover is told from what else lies on a page. */
const CLASS = 'clear-cover';
export const COVER = `div.${CLASS}`;

const some = (list, share) => list.slice(0, Math.ceil(share * list.length));
const attribute = (element, name) => element.attrs.find((each) => each.name === name)?.value;

/** Damage to what can be acted on. A page's `answering` tells what answered when it was tried: only that can be broken. */
export const CONTROLS = {
  'break-handlers'(page, edits, step, random) {
    const served = page.answering.filter(({ handlers }) => handlers.length > 0);
    const broken = new Set(some(shuffled(served, random), step).flatMap(({ handlers }) => handlers));
    for (const k of broken) {
      const { at, spelling, without } = page.handlers[k];
      edits.replace(at, at + spelling.length, without);
    }
    return served.length > 0 ? edits : null;
  },

  'dead-links'(page, edits, step, random) {
    const links = page.answering.flatMap(({ control: { kind, source } }) => {
      const element = kind === 'anchor' && source ? page.elementAt(source) : undefined;
      return element && /^#./.test(attribute(element, 'href') ?? '') ? [element] : [];
    });
    some(shuffled(links, random), step).forEach((element, i) =>
      edits.attribute(element, 'href', `#nowhere-${i + 1}`),
    );
    return links.length > 0 ? edits : null;
  },

  'cover-controls'(page, edits, step, random) {
    const controls = page.answering.flatMap(({ control, canCover }) => (canCover ? [control] : []));
    coverAll(page, edits, some(shuffled(controls, random), step));
    return controls.length > 0 ? edits : null;
  },
};

/** Lays a clear box over each of some controls. */
export function coverAll(page, edits, controls) {
  for (const { box } of controls) over(page, edits, box, 'opacity: 0', CLASS);
}
