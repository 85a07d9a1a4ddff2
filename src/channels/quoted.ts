/**
 * Quotes a text in a prompt, between tags of this name. What would end the quotation early is broken, so that nothing in
 * the text gets outside.
 */
export function quoted(tag: string, text: string): string {
  const inside = text.replace(new RegExp(`<(?=\\s*/?\\s*${tag}\\b)`, 'gi'), '‹');
  return `<${tag}>\n${inside}\n</${tag}>`;
}
