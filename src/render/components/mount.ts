import { init, parse } from 'es-module-lexer';
import type { Loader } from 'esbuild';

import { mountsItself } from '../../artifact/component.js';
import type { ComponentLanguage } from '../../artifact/schema.js';
import { ComponentError } from './failure.js';

/** What puts a component on a page. React 17 and older have no roots. */
export type Framework = 'react' | 'react-17' | 'preact' | 'vue' | 'svelte';

/** The element that a page gives its component, unless the code looks for another one. */
export const ROOT_ID = 'root';

/** The program of a page: the entry alone where it mounts itself, else the entry's component, mounted with its props. */
export interface Program {
  /** Code of the module that starts everything; it imports the entry as `./entry`. */
  start: string;
  /** Code to be added to the entry's. */
  addition: string;
  /** Id of the element that everything goes into. */
  root: string;
}

/**
 * Decides what is mounted: the default export, else an exported `App`, else the last exported component, else `App` or the last
 * component at the margin.
 * @throws ComponentError when there is none
 */
export async function programOf(
  entry: string,
  code: string,
  framework: Framework,
  props: Readonly<Record<string, unknown>>,
  transform: (code: string, loader: Loader) => Promise<string>,
): Promise<Program> {
  const single = /\.(vue|svelte)$/.test(entry);
  const root = rootIn(code) ?? ROOT_ID;
  if (!single && mountsItself(code)) return { start: `import './entry';`, addition: '', root };
  const name = single ? 'default' : await componentIn(entry, code, transform);
  return {
    start: STARTS[framework](`{ ${name.replace('+', '')} as Component }`, jsonIn(props)),
    addition: name.startsWith('+') ? `\nexport { ${name.slice(1)} };` : '',
    root: ROOT_ID,
  };
}

/** Name of the export to mount; with a plus sign when it has to be exported first. */
async function componentIn(
  entry: string,
  code: string,
  transform: (code: string, loader: Loader) => Promise<string>,
): Promise<string> {
  let plain: string;
  try {
    plain = await transform(code, loaderOf(entry));
  } catch {
    // The build meets the same error, and knows its place.
    return 'default';
  }
  await init();
  const exported = parse(plain)[1].flatMap((one) => (one.type === 'reexport-all' ? [] : one.name));
  if (exported.includes('default')) return 'default';
  // The compiler prints what stands at the top level without indentation.
  const defined = [...plain.matchAll(/^(?:async )?(?:function|class|const|let|var) ([A-Z]\w*)/gm)].map(
    ([, n]) => n!,
  );
  for (const [names, mark] of [
    [exported.filter((n) => /^[A-Z]/.test(n)), ''],
    [defined, '+'],
  ] as const) {
    if (names.length > 0) return mark + (names.includes('App') ? 'App' : names.at(-1)!);
  }
  throw new ComponentError(`${entry} exports no component: give it a default export.`);
}

export function loaderOf(path: string): Loader {
  if (/\.tsx$/i.test(path)) return 'tsx';
  if (/\.ts$/i.test(path)) return 'ts';
  return 'jsx';
}

/** Props as an expression. A string in between keeps keys such as `__proto__` from being more than keys. */
function jsonIn(props: Readonly<Record<string, unknown>>): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(props))})`;
}

const element = `document.getElementById('${ROOT_ID}')`;
const STARTS: Readonly<Record<Framework, (component: string, props: string) => string>> = {
  react: (component, props) => `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import ${component} from './entry';
createRoot(${element}).render(createElement(Component, ${props}));`,
  'react-17': (component, props) => `import { createElement } from 'react';
import { render } from 'react-dom';
import ${component} from './entry';
render(createElement(Component, ${props}), ${element});`,
  preact: (component, props) => `import { h, render } from 'preact';
import ${component} from './entry';
render(h(Component, ${props}), ${element});`,
  // Vue only logs what a component throws, unless told otherwise.
  vue: (component, props) => `import { createApp } from 'vue';
import ${component} from './entry';
const app = createApp(Component, ${props});
app.config.throwUnhandledErrorInProduction = true;
app.mount('#${ROOT_ID}');`,
  svelte: (component, props) => `import { mount } from 'svelte';
import ${component} from './entry';
mount(Component, { target: ${element}, props: ${props} });`,
};

/** Id of the element that code which mounts itself looks for. */
function rootIn(code: string): string | null {
  const id =
    /\bgetElementById\(\s*['"]([\w-]{1,60})['"]/.exec(code) ??
    /\b(?:querySelector|mount)\(\s*['"]#([\w-]{1,60})['"]/.exec(code);
  return id?.[1] ?? null;
}

/** What mounts components of a language, by the code's own imports. */
export function frameworkOf(
  language: ComponentLanguage,
  codes: readonly string[],
  reactMajor: number,
): Framework {
  if (language === 'vue' || language === 'svelte') return language;
  const imports = (name: string) => {
    const pattern = new RegExp(`\\bfrom\\s*['"]${name}(?:/[\\w/-]{1,40})?['"]`);
    return codes.some((code) => pattern.test(code));
  };
  if (imports('preact') && !imports('react')) return 'preact';
  return reactMajor < 18 ? 'react-17' : 'react';
}
