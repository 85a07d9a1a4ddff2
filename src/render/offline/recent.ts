/** Remembers values by key up to a number of bytes; those unused for longest go first. */
export class Recent<T extends { readonly byteLength: number }> {
  private readonly values = new Map<string, T>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(key: string): T | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    // A map keeps the order of insertion: what was asked for goes to the end.
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.delete(key);
    if (value.byteLength > this.maxBytes / 2) return;
    this.values.set(key, value);
    this.bytes += value.byteLength;
    for (const oldest of this.values.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    this.bytes -= this.values.get(key)?.byteLength ?? 0;
    this.values.delete(key);
  }
}
