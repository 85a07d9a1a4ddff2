/** HTMLHint ships declarations for its inner files only; this is the part that is used here. */
declare module 'htmlhint' {
  interface Hint {
    type: 'error' | 'warning' | 'info';
    message: string;
    raw: string;
    line: number;
    col: number;
    rule: { id: string };
  }
  const htmlhint: {
    HTMLHint: {
      rules: Record<string, unknown>;
      verify(html: string, ruleset: Record<string, boolean>): Hint[];
    };
  };
  export default htmlhint;
}
