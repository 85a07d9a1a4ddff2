import { z } from 'zod';

const named = <Value extends z.ZodType>(value: Value) =>
  z.array(z.strictObject({ name: z.string(), value })).optional();

/** What a design system allows, token by token. A list that is absent or empty says nothing: what it is about is not judged. */
export const designSystemSchema = z.strictObject({
  /** CSS colours, as "#rrggbb" or "#rrggbbaa". */
  colors: named(z.string()),
  /** Font families, one each. */
  fonts: named(z.string().min(1)),
  /** Font sizes, px. */
  sizes: named(z.number().positive()),
  /** Corner radii, px. */
  radii: named(z.number().nonnegative()),
  /** Paddings, margins and gaps, px. One value alone is a unit: its multiples are allowed too. */
  spacing: named(z.number().nonnegative()),
});
export type DesignSystem = z.infer<typeof designSystemSchema>;
export type TokenGroup = keyof DesignSystem;
/** The tokens of one group. */
export type Tokens<Group extends TokenGroup> = NonNullable<DesignSystem[Group]>;
