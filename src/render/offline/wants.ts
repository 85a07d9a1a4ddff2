import { cdnWants } from './cdn/index.js';
import { moduleWants } from './modules/index.js';
import { fontWants } from './webfonts/index.js';

/** A package that an address needs. */
export interface Want {
  name: string;
  /** As the address has it ("4", "latest"); null for none. */
  range: string | null;
  /** The file in the package, where the address says it. */
  path?: string;
  /** True for modules: what the package imports has to be locked too. */
  closure: boolean;
  /** The package to take when there is none of this name. */
  otherwise?: string;
}

/** The packages that an address needs; none for an address of a host that nothing is known of. */
export function wantsOf(url: URL): Want[] {
  const module = moduleWants(url);
  const modules = module
    ? [
        { name: module.name, range: module.range },
        ...Object.entries(module.deps).map(([name, range]) => ({ name, range })),
      ]
    : [];
  return [
    ...modules.map((want) => ({ ...want, closure: true })),
    ...cdnWants(url).map((want) => ({ ...want, closure: false })),
    ...fontWants(url).map((want) => ({ ...want, closure: false })),
  ];
}

const ADDRESS = /\bhttps?:\/\/[^\s"'`<>()[\]{}\\|^]+/g;

/** Every address that stands in a text. */
export function addressesIn(text: string): URL[] {
  const found = new Set(
    Array.from(text.matchAll(ADDRESS), ([address]) =>
      address.replaceAll('&amp;', '&').replace(/[.,;:]+$/, ''),
    ),
  );
  return [...found].filter((address) => URL.canParse(address)).map((address) => new URL(address));
}
