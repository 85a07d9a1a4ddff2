import type { Path } from './path.js';

/** Where an element is in the viewport, and where the mouse meets it. */
export type Aim =
  | {
      found: true;
      point: [number, number] | null;
      box: [number, number, number, number];
      covered: boolean;
      /** Where nothing of it can be met though it is to be seen: where a person would click, and what takes the click. */
      missed: { point: [number, number]; by: string } | null;
    }
  | { found: false };

/* Run in the page's isolated world: self-contained, with that world's own untouched prototypes. */

/** Tells where an element can be met. With `reach`, everything that scrolls is scrolled for it first. */
export function aim(path: Path, reach: boolean): Aim {
  let root: Document | ShadowRoot = document;
  let at: Document | ShadowRoot | Element = document;
  const offset = [0, 0] as [number, number];
  const frames: HTMLIFrameElement[] = [];
  for (const step of path) {
    if (step === 's') {
      const inner: ShadowRoot | null = (at as Element).shadowRoot;
      if (!inner) return { found: false };
      root = at = inner;
    } else if (step === 'f') {
      const frame = at as HTMLIFrameElement;
      const inner: Document | null = frame.contentDocument;
      if (!inner) return { found: false };
      frames.push(frame);
      root = at = inner;
    } else {
      const child: Element | undefined = at.children[step];
      if (!child) return { found: false };
      at = child;
    }
  }
  if (!('getBoundingClientRect' in at)) return { found: false };
  const element: Element = at;
  if (reach) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  for (const frame of frames) {
    const { left, top } = frame.getBoundingClientRect();
    offset[0] += left + frame.clientLeft;
    offset[1] += top + frame.clientTop;
  }
  const bounds = element.getBoundingClientRect();
  const box: [number, number, number, number] = [
    bounds.left + offset[0],
    bounds.top + offset[1],
    bounds.width,
    bounds.height,
  ];
  const hitAt = (x: number, y: number): Element | null => {
    let hit: Element | null = root.elementFromPoint(x, y);
    while (hit?.shadowRoot && hit !== element) {
      const inner: Element | null = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const meets = (hit: Element | null): boolean => {
    for (
      let above: Node | null = hit;
      above;
      above = above instanceof ShadowRoot ? above.host : above.parentNode
    ) {
      if (above === element) return true;
    }
    // A click on a label is one on its control.
    return hit !== null && labels.some((label) => label.contains(hit));
  };
  // A sheet that hides what lies below it, or that holds something to act on, is a layer of the page: nobody clicks through it.
  const isClear = (hit: Element): boolean => {
    if (hit.contains(element)) return true;
    let isSeen = true;
    for (let at: Element | null = hit; at && !at.contains(element); at = at.parentElement) {
      const { opacity, backgroundColor, backgroundImage } = getComputedStyle(at);
      if (Number(opacity) === 0) return true;
      isSeen &&= backgroundImage === 'none' && /^(transparent|rgba\(.*, 0\))$/.test(backgroundColor);
    }
    const things =
      'a[href], button, input, select, textarea, img, canvas, video, svg, iframe, dialog, [role]';
    return isSeen && !hit.matches(things) && !hit.querySelector(things) && hit.textContent.trim() === '';
  };
  const inside = (x: number, y: number) =>
    x + offset[0] >= 0 && y + offset[1] >= 0 && x + offset[0] < innerWidth && y + offset[1] < innerHeight;
  const labels = [
    ...(((element as HTMLInputElement).labels as NodeListOf<HTMLLabelElement> | null | undefined) ?? []),
  ];
  let onScreen = false;
  const missed: { point: [number, number]; by: string }[] = [];
  // What is shut in has a box as well, but nobody sees it.
  const isShown = element.checkVisibility();
  const meetingIn = (rects: Iterable<DOMRect>): [number, number] | null => {
    for (const rect of rects) {
      for (const [sx, sy] of [
        [0.5, 0.5],
        [0.25, 0.5],
        [0.75, 0.5],
        [0.5, 0.25],
        [0.5, 0.75],
        [0.1, 0.1],
        [0.9, 0.9],
      ] as const) {
        const x = rect.left + rect.width * sx;
        const y = rect.top + rect.height * sy;
        if (rect.width < 1 || rect.height < 1 || !inside(x, y)) continue;
        onScreen = true;
        const point: [number, number] = [x + offset[0], y + offset[1]];
        const hit = hitAt(x, y);
        if (meets(hit)) return point;
        if (missed.length === 0 && isShown && hit && isClear(hit)) {
          const mark = hit.id ? `#${hit.id}` : hit.classList.length > 0 ? `.${hit.classList[0]}` : '';
          missed.push({ point, by: `${hit.localName}${mark}` });
        }
      }
    }
    return null;
  };
  // A box is ticked by its label as well, and what is drawn by its label alone is met there; a field that is seen is clicked itself.
  const isTick = /^(checkbox|radio)$/.test((element as HTMLInputElement).type);
  const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const point =
    meetingIn(element.getClientRects()) ??
    (missed.length > 0 && isSeen && !isTick
      ? null
      : meetingIn(labels.flatMap((label) => [...label.getClientRects()])));
  if (point) return { found: true, point, box, covered: false, missed: null };
  return { found: true, point: null, box, covered: onScreen, missed: missed[0] ?? null };
}

export function scrollWindow(y: number): void {
  window.scrollTo({ left: 0, top: y, behavior: 'instant' });
}

/** Gives an element the focus without scrolling to it; false when it takes none. */
export function focusOn(path: Path): boolean {
  let at: Document | ShadowRoot | Element | null = document;
  for (const step of path) {
    if (step === 's') at = (at as Element).shadowRoot;
    else if (step === 'f') at = (at as HTMLIFrameElement).contentDocument;
    else at = at.children[step] ?? null;
    if (!at) return false;
  }
  const element = at as HTMLElement;
  element.focus({ preventScroll: true });
  return element.matches(':focus, :focus-within') || element.getRootNode() instanceof ShadowRoot;
}
