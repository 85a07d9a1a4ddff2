import { textOf, type Files } from './own-files.js';

/** Which Tailwind a component was written for. */
export type Tailwind = 'v3' | 'v4' | null;

const MARKUP = /\.(?:[jt]sx?|vue|svelte|html)$/i;
/** Classes that no other library has, so that three different ones are no chance. */
const UTILITY =
  /^(?:[a-z-]{1,20}:)*-?(?:(?:bg|text|border|ring|from|via|to|fill|stroke|divide|shadow)-(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-(?:50|[1-9]00|950)(?:\/\d{1,3})?|items-(?:center|start|end)|justify-(?:between|center|around)|text-(?:xs|sm|base|lg|xl|[2-9]xl)|font-(?:medium|semibold|bold|extrabold)|rounded-(?:md|lg|xl|[23]xl|full)|max-w-(?:xs|sm|md|lg|\dxl|full)|min-h-screen|space-[xy]-\d{1,2}|gap-\d{1,2}|(?:grid|col)-(?:cols|span)-\d{1,2}|tracking-(?:tight|wide|wider|widest)|leading-(?:tight|snug|relaxed)|(?:[wh]|p[xytrbl]?|m[xytrbl]?|text|bg|top|left|right|bottom)-\[[^\]\s]{1,60}\])$/;
const ENOUGH = 3;
/** Classes that came with Tailwind 4. */
const NEW_CLASS =
  /^(?:[a-z-]{1,20}:)*(?:bg-(?:linear|radial|conic)-[\w[(/-]{1,40}|[a-z-]{1,20}-\(--[\w-]{1,40}\)|inset-shadow-\w+|text-shadow-\w+|(?:shadow|rounded|blur)-xs|outline-hidden|field-sizing-\w+|wrap-(?:anywhere|break-word))$/;

/**
 * Which Tailwind the page of a component needs. In this order: a style sheet that imports `tailwindcss` or uses version 4's rules; one
 * with `@tailwind`; the version in package.json; a `tailwind.config` file (3); and without any of them the class names: from three
 * different ones that only Tailwind has, version 3, or 4 where one of them came with it. A component that brings its Tailwind built needs none.
 */
export function tailwindOf(files: Files): Tailwind {
  const texts = (wanted: RegExp) =>
    [...files.keys()].filter((path) => wanted.test(path)).map((path) => textOf(files, path));
  const styles = texts(/\.(?:css|vue|svelte)$/i);
  if (styles.some((css) => /--tw-[\w-]{1,40}\s{0,9}:/.test(css))) return null;
  if (
    styles.some((css) => /@import\s{1,9}['"]tailwindcss|@(?:theme|utility|custom-variant|plugin)\b/.test(css))
  )
    return 'v4';
  if (styles.some((css) => /@tailwind\s{1,9}(?:base|components|utilities)/.test(css))) return 'v3';
  const range = /"(?:tailwindcss|@tailwindcss\/[\w-]{1,40})"\s{0,9}:\s{0,9}"[^\d"]{0,5}(\d{1,3})/.exec(
    files.has('package.json') ? textOf(files, 'package.json') : '',
  );
  if (range) return Number(range[1]) >= 4 ? 'v4' : 'v3';
  if ([...files.keys()].some((path) => /(?:^|\/)tailwind\.config\.[cm]?[jt]s$/.test(path))) return 'v3';

  const seen = new Set<string>();
  let isNew = false;
  for (const text of texts(MARKUP)) {
    for (const [quoted] of text.matchAll(/"[^"\r\n]{3,2000}"|'[^'\r\n]{3,2000}'|`[^`]{3,2000}`/g)) {
      for (const name of quoted.slice(1, -1).split(/\s+/)) {
        if (UTILITY.test(name)) seen.add(name);
        else if (NEW_CLASS.test(name)) {
          seen.add(name);
          isNew = true;
        }
      }
    }
  }
  if (seen.size < ENOUGH) return null;
  return isNew ? 'v4' : 'v3';
}

/** True for a style sheet that only Tailwind can read. */
export function needsTailwind(css: string): boolean {
  return /@(?:tailwind|apply|theme|utility|custom-variant|variant|plugin|layer)\b|@import\s{1,9}['"]tailwindcss|\btheme\(/.test(
    css,
  );
}

/** Plugins of Tailwind 3 that its script for pages has, among those that a configuration or a class asks for. */
export function tailwindPlugins(files: Files): string[] {
  const text = [...files.keys()]
    .filter((path) => MARKUP.test(path))
    .map((path) => textOf(files, path))
    .join('\n');
  const wanted = [
    ...text.matchAll(/['"]@tailwindcss\/(forms|typography|aspect-ratio|container-queries)['"]/g),
  ].map(([, name]) => name!);
  if (/["'\s]prose(?:-\w{1,20})?["'\s]/.test(text)) wanted.push('typography');
  return [...new Set(wanted)].sort();
}
