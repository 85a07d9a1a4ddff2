import { boxOf, intersect, isEmpty, rectOf } from '../../../graph/geometry.js';
import { nodesOf } from '../../../graph/nodes.js';
import type { Box, Layout } from '../../../render/capture.js';
import type { LivePage } from '../../../render/index.js';
import type { Look } from '../../../render/probe/look.js';
import { drawMarks } from '../../marks.js';
import { coverInViewport } from '../../mask.js';
import { findControls } from '../explorer/find.js';
import { rank, type Ranked } from '../explorer/rank.js';
import type { ControlKind } from '../trace.js';
import { optionsOf, type Option } from './options.js';

/** A control with its place in the picture. */
export interface Seen extends Ranked {
  /** Box in px of the picture; null when it is not on the screen. */
  spot: Box | null;
  /** True when it is on the screen and something else lies over it. */
  covered: boolean;
  /** Of a `<select>`. */
  options: Option[];
}

/** A page as an agent meets it: what it looks like, and what can be acted on, the most prominent first. */
export interface View {
  look: Look;
  controls: Seen[];
}

/** What has no place of its own: an agent presses keys and scrolls without it. */
const OF_PAGE: ReadonlySet<ControlKind> = new Set(['keys', 'scroll']);
/** Controls that an agent is told of. */
const MOST = 60;
const LONGEST = 80;

/** Looks for what can be acted on in a page at rest. `prompt` is what was asked for: controls that it speaks of come first. */
export async function viewOf(page: LivePage, look: Look, game: boolean, prompt: string): Promise<View> {
  const { size } = page.viewport;
  const tangible = findControls(look, await page.clues(), game).filter(
    ({ control }) => !OF_PAGE.has(control.kind),
  );
  const found = rank(tangible, size, prompt);
  const controls: Seen[] = [];
  for (const one of found) {
    const spot = spotOf(one, look);
    const aim = spot && controls.length < MOST ? await page.aim(one.path) : null;
    const options = one.control.tag === 'select' ? await optionsOf(page, one.path) : [];
    controls.push({ ...one, spot, covered: aim !== null && aim.found && aim.covered, options });
  }
  return { look, controls };
}

/** A field whose palette is a window of the browser's own, which no frame comes back from. */
export function isPalette({ nodes }: Layout, node: number): boolean {
  const { name, attributes } = nodes[node]!;
  return name === 'input' && attributes?.['type']?.toLowerCase() === 'color';
}

function spotOf({ place: [x, y, width, height] }: Ranked, { state, draft }: Look): Box | null {
  const [right, bottom] = draft.layout.size;
  const box = rectOf([x - state.scroll[0], y - state.scroll[1], width, height]);
  const shown = intersect(box, { left: 0, top: 0, right, bottom });
  return isEmpty(shown) ? null : boxOf(shown);
}

/** The controls that an agent may name. */
export function nameable({ controls }: View): Seen[] {
  return controls.slice(0, MOST).filter(({ covered }) => !covered);
}

/** What a model is shown of a look: text that certainly speaks to whoever judges the page is covered. */
export function shown({ picture, draft, state }: Look): Promise<Uint8Array> {
  return coverInViewport(picture!, { nodes: nodesOf(draft.layout) }, state.scroll);
}

/** The picture with a numbered box around each control that is on it. The page is never touched. */
export async function marked(view: View, numberOf: (one: Seen) => number): Promise<Uint8Array> {
  const marks = nameable(view).flatMap((one) => (one.spot ? [{ number: numberOf(one), box: one.spot }] : []));
  return drawMarks(await shown(view.look), marks);
}

/** The controls in words, a line each. All but the numbers comes from the page. */
export function listed(view: View, numberOf: (one: Seen) => number): string {
  const { layout } = view.look.draft;
  const top = view.look.state.scroll[1];
  return nameable(view)
    .map((one) => ({ number: numberOf(one), one }))
    .sort((a, b) => a.number - b.number)
    .map(({ number, one: { control, node, disabled, spot, place, options } }) => {
      const { value, checked } = layout.nodes[node]!;
      const said = [
        `${number}: ${control.role === 'generic' ? control.kind : control.role}`,
        JSON.stringify(control.name.slice(0, LONGEST)),
        value && `holds ${JSON.stringify(value.slice(0, LONGEST))}`,
        options.length > 0 && `options ${options.map(({ text }) => JSON.stringify(text)).join(', ')}`,
        checked && 'ticked',
        disabled && 'disabled',
        isPalette(layout, node) && 'cannot be used here',
        !spot && (place[1] < top ? 'further up' : 'further down or aside'),
      ];
      return said.filter(Boolean).join(' ');
    })
    .join('\n');
}
