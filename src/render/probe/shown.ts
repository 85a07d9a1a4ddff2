/** How many characters of text are shown, in the window or outside it. Self-contained, for a page's isolated world. */
export function countShown(): number {
  const roots: (Document | ShadowRoot)[] = [document];
  let count = 0;
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const length = own.reduce((sum, { nodeValue }) => sum + nodeValue!.replace(/\s/g, '').length, 0);
      if (
        length > 0 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        element.getClientRects().length > 0
      )
        count += length;
    }
  }
  return count;
}
