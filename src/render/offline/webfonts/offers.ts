import type { FontFamily } from './family.js';
import type { FontStyle } from './query.js';

/** Why a family does not have a style, in the words of a sentence's end ("no weight 950"), or null when it has it. */
export function lacking(family: FontFamily, { italic, axes }: FontStyle): string | null {
  if (!family.styles.includes(italic ? 'italic' : 'normal')) return italic ? 'no italics' : 'only italics';
  // What the packages say of the axes of icons is narrower than what the service takes.
  if (family.isIcons) return null;
  const asked: FontStyle['axes'] = { wght: [400, 400], ...axes };
  for (const [tag, [low, high]] of Object.entries(asked)) {
    const axis = family.axes[tag];
    const inRange = axis !== undefined && low >= axis.min && high <= axis.max;
    const isListed = tag === 'wght' && low === high && family.weights.includes(low);
    if (!inRange && !isListed) return `no ${tag} ${low === high ? low : `${low}..${high}`}`;
  }
  return null;
}
