import type { Evidence } from '../trace.js';

/** Share of the viewport below which changed pixels are noise: two cells of 16 px on 1280 x 960. */
const MIN_SHARE = 0.0004;
/** Px by which something must have scrolled to be seen to move. */
const MIN_SCROLL = 8;
/** Elements that change their look together only when a script or a state changes them, not because the focus is among them. */
const MANY_RESTYLED = 12;

/** What a person sees or hears of an answer. */
export type Effect =
  /** Something outside the control came, went, moved or changed its look. */
  | 'elsewhere'
  /** The same outside of the group too that the control is one of: its equals, or the fields that it hands over. */
  | 'beyond'
  /** New text outside the control. */
  | 'text'
  /** Something outside the control is shown that was not. */
  | 'shown'
  /** Something outside the control is not shown any more. */
  | 'hidden'
  /** The control changed its own look or text, by more than the browser's own focus or pressed style. */
  | 'own'
  /** Something in the control is shown that was not, whatever made it so. */
  | 'revealed'
  /** The control's own value or tick. */
  | 'value'
  /** A drawing (canvas, video) shows something else. */
  | 'drawing'
  | 'scrolled'
  | 'left'
  | 'reloaded'
  | 'address'
  | 'dialog'
  | 'download'
  | 'print'
  | 'copied'
  | 'file-chooser'
  | 'playing'
  | 'marked-wrong'
  | 'focus-moved'
  | 'passing'
  /** There are more elements than before. */
  | 'grown'
  /** Pixels of the control differ, whatever made them. */
  | 'repainted';

/** What of a difference can be noticed without tools. Attributes, stored entries, log lines and requests are not among it. */
export function effectsOf(evidence: Evidence): Set<Effect> {
  const { own, other, pixels } = evidence;
  const effects = new Set<Effect>();
  // A page that is loaded anew shows its start again: what differs by that is no answer.
  const isBack = evidence.reloaded && isSamePage(evidence);
  const add = (effect: Effect, is: boolean) => is && effects.add(effect);
  // The browser styles what is focused, pressed and hovered, and what is around it, without anything having changed.
  const mutated = own.mutated + other.mutated + evidence.values > 0 || evidence.url !== null;
  const restyled = other.restyled > 0 && (mutated || other.restyled >= MANY_RESTYLED);
  const painted = pixels !== null && pixels.outside >= MIN_SHARE && mutated;
  const texts = evidence.textsAppeared.length > 0;
  const came = other.appeared > 0 || texts;
  const went = other.vanished > 0 || evidence.textsVanished.length > 0;
  add('text', texts);
  add('shown', came);
  add('hidden', went);
  add(
    'elsewhere',
    !isBack && (came || went || (other.moved > 0 && mutated) || restyled || painted || evidence.values > 0),
  );
  const { beyond } = evidence;
  add(
    'beyond',
    beyond === null
      ? effects.has('elsewhere')
      : !isBack &&
          (beyond.came + beyond.went + beyond.appeared + beyond.vanished + beyond.values > 0 ||
            (beyond.moved > 0 && mutated) ||
            (beyond.restyled > 0 && (mutated || beyond.restyled >= MANY_RESTYLED)) ||
            (beyond.pixels >= MIN_SHARE && mutated)),
  );
  const ownLook = own.appeared + own.vanished + own.moved + own.restyled > 0 || evidence.ownText !== null;
  const ownPixels = pixels !== null && pixels.all - pixels.outside >= MIN_SHARE / 4;
  add('own', !isBack && own.mutated > 0 && (ownLook || (ownPixels && evidence.ownValue === null)));
  add('revealed', own.appeared > 0 || evidence.ownText !== null);
  add('value', evidence.ownValue !== null);
  add('drawing', pixels !== null && pixels.drawn >= MIN_SHARE / 2);
  add('scrolled', evidence.scrolled >= MIN_SCROLL);
  add('left', evidence.navigations.length + evidence.popups.length > 0);
  add('reloaded', evidence.reloaded);
  add('address', evidence.url !== null);
  add('dialog', evidence.dialogs.length > 0 || evidence.dialogsShown[1] !== evidence.dialogsShown[0]);
  add('download', evidence.downloads.length > 0);
  add('print', evidence.prints > 0);
  add('copied', evidence.clipboard.length > 0);
  add('file-chooser', evidence.files > 0);
  add('playing', evidence.playing);
  add('marked-wrong', evidence.invalid > 0);
  add('focus-moved', evidence.focus === 'other');
  add('grown', evidence.elements[1] > evidence.elements[0]);
  add('repainted', ownPixels && own.mutated > 0);
  add('passing', evidence.textsPassing.length > 0);
  return effects;
}

/** True when the address differs by its query or fragment at most. */
function isSamePage({ url }: Evidence): boolean {
  if (!url) return true;
  const [before, after] = url.map((address) => address.replace(/[?#].*$/, ''));
  return before === after;
}
