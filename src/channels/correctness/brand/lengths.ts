import type { Tokens } from '../../../artifact/design-system/schema.js';
import type { Stranger } from './outside.js';

type Lengths = Tokens<'sizes'>;

/** Is a length in a list, within a tolerance in px? Null when it is, else the nearest token. */
export function strangeLength(value: number, tokens: Lengths, tolerance: number): Stranger | null {
  const nearest = tokens.reduce((best, token) =>
    Math.abs(token.value - value) < Math.abs(best.value - value) ? token : best,
  );
  const distance = Math.abs(nearest.value - value);
  if (distance <= tolerance) return null;
  return {
    shown: `${shortest(value)} px`,
    nearest: { name: nearest.name, shown: `${shortest(nearest.value)} px` },
    distance: shortest(distance),
  };
}

/** The multiples of a single unit up to a value, as tokens; a longer list is taken as it is. */
export function multiplesOf(tokens: Lengths, upTo: number): Lengths {
  const [unit] = tokens;
  if (tokens.length !== 1 || !unit || unit.value <= 0) return tokens;
  const count = Math.min(1000, Math.ceil(upTo / unit.value) + 1);
  return Array.from({ length: count }, (_, i) => ({
    name: i === 0 ? unit.name : `${i + 1} × ${unit.name}`,
    value: unit.value * (i + 1),
  }));
}

const shortest = (value: number) => Math.round(value * 100) / 100;
