/** A fault of the component's code: it doesn't compile, or there is nothing to mount. The message is one sentence for people. */
export class ComponentError extends Error {
  override readonly name = 'ComponentError';

  constructor(
    message: string,
    readonly place: { file: string; line: number; column: number } | null = null,
  ) {
    super(message);
  }
}

/** Something that this version can't compile, though it may be right. The message names it: "Sass style sheets". */
export class UnsupportedError extends Error {
  override readonly name = 'UnsupportedError';
}
