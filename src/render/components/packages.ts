/** "@scope/name" or "name", and what follows it; null for what can't be a package. */
export function packageOf(specifier: string): { name: string; subpath: string } | null {
  const [, name, subpath] = /^((?:@[\w.~-]+\/)?[\w.~-]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  return name === undefined ? null : { name, subpath: subpath ?? '' };
}

/** True for an import of a package that can only be its style sheet: it is imported for its effect, by a name that says so. */
export function isStyle(specifier: string): boolean {
  return /\.css$|\/css(?:\/|$)|\/styles?$|^@fontsource(?:-variable)?\//.test(specifier);
}
