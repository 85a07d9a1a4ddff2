import { z } from 'zod';
import { defineCheck, type CheckResult } from '../../check.js';
import { area } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { nameOf } from '../wording.js';
import { animatedIn, moves } from './animated.js';
import { motionCodeOf } from './sheets.js';
import { MOTION_THRESHOLDS } from './thresholds.js';

const DEFAULTS = MOTION_THRESHOLDS['reduced-motion'];

/** Pages that move things of some size, and have no rule or script for people who asked the system for less motion. */
export const reducedMotion = defineCheck({
  meta: {
    id: 'reduced-motion',
    title: 'Wish for less motion is ignored',
    description:
      'Motion makes some people dizzy or ill; they set "reduce motion" in their system, and the browser tells the page with `prefers-reduced-motion`. A page that moves things of some size should have a rule for them. An advice.',
    remedy:
      'Add `@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation-duration: 0.01ms !important; animation-iteration-count: 1 !important; transition-duration: 0.01ms !important; } }`, or write motion inside `@media (prefers-reduced-motion: no-preference)`.',
    severity: 'advisory',
    weight: 0.05,
    kinds: ['website', 'component', 'dashboard'],
    source: 'WCAG 2.2, 2.3.3 Animation from Interactions and technique C39; Media Queries 5, 12.1',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Size of what moves, as a share of the window. */
    minShare: z.number().min(0).max(1).default(DEFAULTS.minShare.value),
  }),
  evaluate({ capture, layout, options }): CheckResult {
    const window = layout.size[0] * layout.size[1];
    const moving = animatedIn(capture, layout).filter(
      (one) => moves(one) && area(one.box) >= options.minShare * window,
    );
    if (moving.length === 0) return { score: null, reason: 'nothing-moves' };
    if (motionCodeOf(capture).heedsReducedMotion) return { score: 1, defects: [] };
    const largest = moving.reduce((a, b) => (area(b.box) > area(a.box) ? b : a));
    const elements = new Set(moving.map(({ element }) => element)).size;
    const affected = moving.reduce((sum, { box }) => sum + area(box), 0);
    return {
      score: scoreByShare(affected, layout.page[0] * layout.page[1], 'advisory'),
      defects: [
        {
          element: largest.element,
          box: largest.box,
          message: `${elements} ${elements === 1 ? 'element moves' : 'elements move'} ("${largest.name}" on ${nameOf(layout, largest.element)} the largest), and no rule spares people who asked for less motion.`,
          measured: { value: elements, unit: 'moving elements' },
          expected: { value: '@media (prefers-reduced-motion: reduce)' },
          suggestion:
            'Add a rule @media (prefers-reduced-motion: reduce) that ends or shortens the animations.',
          source: largest.keyframes!.source,
        },
      ],
    };
  },
});
