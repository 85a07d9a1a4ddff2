/** A source map as the comment that ends the code it belongs to. */
export function inlineMap(map: object): string {
  const json = Buffer.from(JSON.stringify(map)).toString('base64');
  return `\n//# sourceMappingURL=data:application/json;base64,${json}\n`;
}
