import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { area } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf, sceneOf } from '../scene.js';
import { nameOf } from '../wording.js';
import { animatedIn, LAYOUT_PROPERTIES, transitionsOf, type Animated } from './animated.js';

/**
 * Animations and transitions of properties that lay the page out again for every frame. Only elements that have them by
 * their computed style count, and of animations only those whose keyframes are the artifact's own.
 */
export const layoutAnimation = defineCheck({
  meta: {
    id: 'layout-animation',
    title: 'Motion lays the page out again',
    description:
      'Animating `width`, `height`, `margin`, `top` and the like makes the browser lay out the page again for every frame: the motion stutters on slow devices, and what stands beside it jumps. An advice; a warning where an endless animation keeps pushing the content after it.',
    remedy:
      'Animate `transform` (`translate`, `scale`) and `opacity`, which move what is drawn and leave the layout alone; for a height that opens, animate `grid-template-rows` once or use `interpolate-size`.',
    severity: 'warning',
    weight: 0.1,
    source: 'web.dev, "Stick to compositor-only properties and manage layer count"; CSS Triggers',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ capture, layout }): CheckResult {
    const animated = animatedIn(capture, layout);
    const changing = layout.nodes.flatMap(({ type, box }, i) => {
      const style = type === 'element' && box ? factsOf(layout, i) : null;
      const properties = style ? transitionsOf(style) : [];
      return properties.length > 0 ? [{ element: i, properties }] : [];
    });
    if (animated.length + changing.length === 0) return { score: null, reason: 'nothing-moves' };

    const defects: Defect[] = [];
    let pushing = 0;
    let mild = 0;
    for (const group of byName(animated).values()) {
      const first = group.find((one) => pushes(layout, one)) ?? group[0]!;
      const grave = pushes(layout, first);
      const affected = group.reduce((sum, { box }) => sum + area(box), 0);
      if (grave) pushing += affected;
      else mild += affected;
      defects.push(ofKeyframes(layout, first, grave, group.length));
    }
    const slow = changing.flatMap(({ element, properties }) => {
      const costly = properties.filter((name) => LAYOUT_PROPERTIES.has(name));
      if (costly.length === 0 || !holdsContent(layout, element) || opens(layout, element)) return [];
      return [{ element, costly }];
    });
    mild += slow.reduce((sum, { element }) => sum + area(layout.nodes[element]!.box), 0);
    if (slow.length > 0) defects.push(ofTransitions(layout, slow));
    const page = layout.page[0] * layout.page[1];
    return {
      score: scoreByShare(pushing, page, 'warning') * scoreByShare(mild, page, 'advisory'),
      defects,
    };
  },
});

function costlyOf({ keyframes }: Animated): string[] {
  return [...(keyframes?.properties ?? [])].filter((name) => LAYOUT_PROPERTIES.has(name));
}

function byName(animated: readonly Animated[]): Map<string, Animated[]> {
  const groups = new Map<string, Animated[]>();
  for (const one of animated) {
    if (costlyOf(one).length > 0) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  }
  return groups;
}

/** Does it move its neighbours for ever: an element of the flow whose size or margin never comes to rest? */
function pushes(layout: Layout, one: Animated): boolean {
  const { css, placed } = factsOf(layout, one.element)!;
  if (one.iterations !== Infinity || placed !== null || css.display.startsWith('inline')) return false;
  return (
    costlyOf(one).some((name) =>
      /^(min-|max-)?(height|block-size)$|^margin|^padding|^font-size|^line-height/.test(name),
    ) && holdsContent(layout, one.element)
  );
}

/** A box of the flow with text in it: its layout is that of others too. Bars that fill up are empty. */
function holdsContent(layout: Layout, element: number): boolean {
  if (factsOf(layout, element)!.placed !== null) return false;
  for (let i = element + 1; i < layout.nodes.length && layout.nodes[i]!.parent >= element; i++) {
    if (layout.nodes[i]!.type === 'text' && sceneOf(layout).drawn[i]) return true;
  }
  return false;
}

/** What cuts off its content and changes its height opens and closes: once, and because somebody asked for it. */
function opens(layout: Layout, element: number): boolean {
  const style = factsOf(layout, element)!;
  return (
    style.overflowY !== 'visible' &&
    transitionsOf(style).every(
      (name) => !LAYOUT_PROPERTIES.has(name) || /height|block-size|padding|margin/.test(name),
    )
  );
}

function ofKeyframes(layout: Layout, one: Animated, grave: boolean, count: number): Defect {
  const costly = costlyOf(one);
  const name = nameOf(layout, one.element);
  const also = count > 1 ? ` and ${count - 1} more` : '';
  return {
    element: one.element,
    box: one.box,
    message: `The animation "${one.name}" of ${name}${also} changes ${costly.join(', ')}${grave ? ' without end, and pushes what follows about' : ', and lays the page out again for every frame'}.`,
    measured: { value: costly.join(', '), elements: count },
    expected: { value: 'transform, opacity' },
    suggestion: `Express "${one.name}" with transform (translate, scale) and opacity.`,
    source: one.keyframes!.source,
    severity: grave ? 'warning' : 'advisory',
  };
}

function ofTransitions(layout: Layout, slow: readonly { element: number; costly: string[] }[]): Defect {
  const { element, costly } = slow[0]!;
  const also = slow.length > 1 ? ` and ${slow.length - 1} more` : '';
  return {
    element,
    box: layout.nodes[element]!.box,
    message: `${nameOf(layout, element)}${also} passes over ${costly.join(', ')} gradually, and lays the page out again for every frame.`,
    measured: { value: costly.join(', '), elements: slow.length },
    expected: { value: 'transform, opacity' },
    suggestion: 'Let transform and opacity change gradually instead.',
    severity: 'advisory',
  };
}
