import { z } from 'zod';
import { defineCheck, type Check, type CheckContext } from '../../check.js';
import { checkOf, sightingsOf, type Look } from './look.js';
import { accentStripe } from './looks/accent-stripe.js';
import { buzzwordCopy } from './looks/buzzword-copy.js';
import { emojiIcon } from './looks/emoji-icon.js';
import { equalCards } from './looks/equal-cards.js';
import { eyebrowPill } from './looks/eyebrow-pill.js';
import { glassGlow } from './looks/glass-glow.js';
import { gradientText } from './looks/gradient-text.js';
import { iconTile } from './looks/icon-tile.js';
import { loneCard } from './looks/lone-card.js';
import { purpleGradient } from './looks/purple-gradient.js';
import { statStrip } from './looks/stat-strip.js';
import { windowDots } from './looks/window-dots.js';

/** The looks that models fall back on, in the order in which they are told. */
export const LOOKS: readonly Look[] = [
  purpleGradient,
  gradientText,
  eyebrowPill,
  iconTile,
  equalCards,
  accentStripe,
  loneCard,
  glassGlow,
  emojiIcon,
  statStrip,
  windowDots,
  buzzwordCopy,
];

/**
 * How much of a page's look is stock, in [0,1]: 1 minus the product of (1 - stock) over the looks that it has. 0 where none is
 * recognised; one look alone is .25 to .45, the whole set above .98.
 */
export async function samenessOf(context: CheckContext): Promise<number> {
  const seen = await Promise.all(
    LOOKS.map(async (look) => ((await sightingsOf(look, context)).length > 0 ? look.stock : 0)),
  );
  return 1 - seen.reduce((rest, stock) => rest * (1 - stock), 1);
}

/** The measure as a part of the channel: 1 is a look of the page's own. The looks themselves are told by their own checks. */
const sameness = defineCheck({
  meta: {
    id: 'sameness',
    title: 'Sameness',
    description:
      'How much of the page is a look that models fall back on: 1 minus the measure of [Sameness](../guides/sameness.md), from the looks that are recognised on it. 1 is a look of its own; the whole set of stock looks comes near 0.',
    remedy: 'See the pages of the looks: each says what to do instead.',
    severity: 'advisory',
    weight: 0,
    source: 'The same product as for a channel (Harrington et al. 2004), over the shares of the looks.',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  async evaluate(context) {
    return { score: 1 - (await samenessOf(context)), defects: [] };
  },
});

/** One check a look, and the measure. */
export const SAMENESS_CHECKS: readonly Check[] = [...LOOKS.map(checkOf), sameness];
