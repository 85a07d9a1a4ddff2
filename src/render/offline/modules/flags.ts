/** What the query of a module's address may change in its code. Flags that only change its form (`bundle`, `target`, `no-dts`…) are left out. */
export interface Flags {
  /** The development build. */
  dev: boolean;
  /** Extra conditions for `exports` maps, sorted. */
  conditions: readonly string[];
  /** Versions or ranges to be taken for dependencies, by name. */
  deps: Readonly<Record<string, string>>;
  /** Packages whose imports are left to the page's import map; `*` means all. Sorted. */
  external: readonly string[];
  /** Packages taken in place of others, by name. */
  alias: Readonly<Record<string, string>>;
}

export const NO_FLAGS: Flags = { dev: false, conditions: [], deps: {}, external: [], alias: {} };

/** Reads the flags of a query, such as "deps=react@18.2.0,react-dom@18.2.0&external=three&dev". */
export function readFlags(query: URLSearchParams, externalAll = false): Flags {
  const list = (name: string) =>
    query
      .getAll(name)
      .flatMap((value) => value.split(','))
      .map((item) => item.trim())
      .filter((item) => item !== '');
  return {
    dev: query.has('dev') && query.get('dev') !== 'false',
    conditions: sorted(list('conditions')),
    deps: pairs(list('deps'), (item) => item.indexOf('@', 1)),
    external: externalAll || list('external').includes('*') ? ['*'] : sorted(list('external')),
    alias: pairs(list('alias'), (item) => item.indexOf(':')),
  };
}

/** The query that {@link readFlags} reads back: equal flags give equal text, and no flags give none. */
export function writeFlags({ dev, conditions, deps, external, alias }: Flags): string {
  const join = (record: Readonly<Record<string, string>>, by: string) =>
    sorted(Object.entries(record).map(([name, value]) => `${name}${by}${value}`));
  const parts = [
    ['alias', join(alias, ':')],
    ['conditions', conditions],
    ['deps', join(deps, '@')],
    ['external', external],
  ] as const;
  const written = parts.flatMap(([name, items]) =>
    items.length > 0 ? [`${name}=${items.map(encodeItem).join(',')}`] : [],
  );
  return [...written, ...(dev ? ['dev'] : [])].join('&');
}

export const isPlain = (flags: Flags): boolean => writeFlags(flags) === '';

/** True when imports of a package stay as the author wrote them. */
export const isExternal = ({ external }: Flags, name: string): boolean =>
  external.includes('*') || external.includes(name);

const encodeItem = (item: string) => encodeURIComponent(item).replaceAll('%40', '@').replaceAll('%2F', '/');

const sorted = (items: readonly string[]) => [...new Set(items)].sort();

function pairs(items: readonly string[], split: (item: string) => number): Record<string, string> {
  return Object.fromEntries(
    items.flatMap((item) => {
      const at = split(item);
      return at > 0 && at < item.length - 1 ? [[item.slice(0, at), item.slice(at + 1)]] : [];
    }),
  );
}
