import type { Token } from './tokens.js';

const PATH = String.raw`((?:[\w@.()[\]-]{1,60}/){0,8}[\w@.[\]-]{1,80}\.(?:[jt]sx?|mjs|vue|svelte|css|json|svg|html?))`;
const IN_INFO = new RegExp(`(?:^|[\\s:="'{(])\\.?/?${PATH}(?=$|[\\s"'})])`, 'i');
/** A comment that is nothing but a path: "// src/App.jsx", "/* App.css *\/", "<!-- App.vue -->". */
const COMMENT = new RegExp(
  `^\\s{0,9}(?://|/\\*|<!--)\\s{0,9}(?:file(?:name)?:\\s?)?\\.?/?${PATH}\\s{0,9}(?:\\*/|-->)?\\s{0,9}$`,
  'i',
);
/** A heading or an item that is a path: "**App.jsx**", "### 2. \`src/App.jsx\`:". */
const HEADING = new RegExp(
  `^[#>*\\s\\d.)-]{0,12}(?:file(?:name)?:\\s?)?[*_\`]{0,4}\\.?/?${PATH}[*_\`:]{0,5}(?:\\s\\([^)]{0,80}\\):?)?$`,
  'i',
);
/** A sentence that leads to the block: "Create \`src/App.jsx\`:". */
const LEAD = new RegExp(`[*\`]\\.?/?${PATH}[*\`]{1,3}[^*\`]{0,80}:[*_]{0,2}$`, 'i');

/**
 * The file that a fenced block says it is: in its info string ("\`\`\`jsx src/App.jsx", "title=..."), in a comment on its first line, or
 * on the line before it. A path with forward slashes that doesn't lead upwards; null when nothing names one.
 */
export function fileNameOf(reply: string, fence: Token): string | null {
  const info = reply.slice(fence.start, fence.end).replace(/^\s*[`~]+\s*[\w+-]*/, '');
  const lines = reply.slice(fence.end, fence.end + 300).split(/\r\n?|\n/);
  const before = reply.slice(Math.max(0, fence.start - 400), fence.start).trimEnd();
  const lead = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1).trim();
  const name = IN_INFO.exec(info) ?? COMMENT.exec(lines[1] ?? '') ?? HEADING.exec(lead) ?? LEAD.exec(lead);
  return name && !name[1]!.split('/').includes('..') ? name[1]! : null;
}
