import type { Layout } from '../../../render/capture.js';
import type { CheckResult, Defect } from '../../check.js';
import { severitySchema, type Severity } from '../../schema.js';
import { scoreByShare } from '../scale.js';
import type { TextBlock } from './blocks.js';

/** A block of text that fails a check, by how much and how gravely. */
export interface Fault {
  block: TextBlock;
  /** What was measured, in the unit of the check; the larger `excess`, the worse. */
  value: number;
  excess: number;
  severity: Severity;
}

/** What a check says of the worst block of a kind. `also` is "", or ", and 3 blocks like it". */
export type Describe = (
  fault: Fault,
  also: string,
) => Pick<Defect, 'message' | 'measured' | 'expected' | 'suggestion'>;

/**
 * The result of a check over blocks of text: the score by the characters affected, severity by severity; blocks of one
 * style are one finding, at the worst of them.
 *
 * @param total characters of all blocks that were looked at
 */
export function resultOf(
  layout: Layout,
  faults: readonly Fault[],
  total: number,
  describe: Describe,
): CheckResult {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) {
    const { name, attributes } = layout.nodes[fault.block.element]!;
    const key = `${name} ${attributes?.['class'] ?? ''} ${fault.severity}`;
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  const score = severitySchema.options.reduce((product, severity) => {
    const affected = faults.filter((fault) => fault.severity === severity);
    return (
      product *
      scoreByShare(
        affected.reduce((sum, { block }) => sum + block.characters, 0),
        total,
        severity,
      )
    );
  }, 1);
  const defects = [...groups.values()].map((group): Defect => {
    const worst = group.reduce((a, b) => (b.excess > a.excess ? b : a));
    const others = group.length - 1;
    const also = others === 0 ? '' : `, and ${others} ${others === 1 ? 'block' : 'blocks'} like it`;
    return {
      element: worst.block.element,
      box: worst.block.box,
      severity: worst.severity,
      ...describe(worst, also),
    };
  });
  return { score, defects };
}

export const charactersOf = (blocks: readonly TextBlock[]): number =>
  blocks.reduce((sum, { characters }) => sum + characters, 0);

/** The value in the middle of a list that is not empty. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
