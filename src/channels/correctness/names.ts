import type { LayoutNode } from '../../render/capture.js';

/** The words of an element's class names and id, in lower case: "pricingCard" is ["pricing", "card"]. */
export function namesOf({ attributes }: LayoutNode): string[][] {
  const names = [...(attributes?.['class'] ?? '').split(/\s+/), attributes?.['id'] ?? ''];
  return names
    .filter((name) => name !== '' && name.length <= 60)
    .map((name) =>
      name
        .replace(/([a-z\d])([A-Z])/g, '$1-$2')
        .toLowerCase()
        .split(/[-_]+/)
        .filter((word) => word !== ''),
    );
}

/** A word in the singular, roughly: "cards" and "card", "galleries" and "gallery" are one name. */
export function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}
