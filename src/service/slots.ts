export const DEFAULT_BROWSERS = 2;

/** Jobs in hand for so many browsers: twice as many, so that one always waits for a browser while others are judged. */
export const slotsOf = (browsers: number): number => 2 * browsers;
