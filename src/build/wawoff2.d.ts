declare module 'wawoff2' {
  /** woff2 to TrueType. */
  export function decompress(file: Uint8Array): Promise<Uint8Array>;
}
