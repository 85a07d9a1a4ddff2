import type { Artifact } from '../../artifact/schema.js';

/**
 * Everything in HTML, CSS and SVG that can change a page when it is scrolled: scripts in all their forms, lazy pictures, documents
 * within the document, scroll-driven animations, content that is laid out only when near.
 */
const REACTIONS =
  /<script|\son[a-z]+\s*=|javascript:|\bloading\s*=|<i?frame|<object|<embed|<portal|animation-timeline|scroll-timeline|view-timeline|content-visibility|scroll-state/i;
const TEXT_FILE = /\.(x?html?|svg|css|js|mjs|xml)$/i;

/**
 * False only for a page that cannot react to being scrolled through, so that scrolling it would bring out nothing. A page of the
 * user's own, on the network, may always react.
 */
export function reactsToScrolling({ url, files }: Artifact): boolean {
  if (url !== null) return true;
  return [...files].some(
    ([path, bytes]) => TEXT_FILE.test(path) && REACTIONS.test(Buffer.from(bytes).toString('latin1')),
  );
}
