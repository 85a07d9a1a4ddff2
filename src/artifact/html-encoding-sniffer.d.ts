declare module 'html-encoding-sniffer' {
  /** The name of the encoding that a byte order mark or the HTML standard's prescan finds, else the default. */
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options?: { defaultEncoding?: string },
  ): string;
}
