import { COMPONENT_LANGUAGES, type ComponentLanguage, type Language } from './schema.js';

/** Labels of fences that hold components, and the language that each names. */
const LABELS: Readonly<Record<string, ComponentLanguage>> = {
  jsx: 'jsx',
  react: 'jsx',
  javascriptreact: 'jsx',
  tsx: 'tsx',
  typescriptreact: 'tsx',
  vue: 'vue',
  svelte: 'svelte',
};
/** Labels under which a component may stand beside anything else; its code has to show it. */
const SCRIPT_LABELS = ['', 'javascript', 'js', 'mjs', 'typescript', 'ts', 'es6'];
const MARKUP_LABELS = ['', 'html', 'xml'];

/** Labels that promise a component. */
export const COMPONENT_LABELS: readonly string[] = Object.keys(LABELS);

export const isComponent = (language: Language): language is ComponentLanguage =>
  (COMPONENT_LANGUAGES as readonly string[]).includes(language);

/** The language of a component in a fence with this label; null for code that is none. */
export function componentLanguage(code: string, label: string): ComponentLanguage | null {
  const named = LABELS[label];
  if (named === 'vue' || named === 'svelte') return named;
  if (MARKUP_LABELS.includes(label)) {
    if (isVue(code)) return 'vue';
    if (isSvelte(code)) return 'svelte';
  }
  if (!named && !(SCRIPT_LABELS.includes(label) && isReact(code))) return null;
  return named === 'tsx' || label.startsWith('t') || isTyped(code) ? 'tsx' : 'jsx';
}

/**
 * True for code in which there is something to mount: a single-file component; a script that exports, defines or mounts a component.
 * A snippet that only shows how to use one has nothing.
 */
export function canBeMounted(code: string, language: ComponentLanguage): boolean {
  if (language === 'svelte') return true;
  if (language === 'vue') return /<template\b|<script\b/i.test(code);
  return mountsItself(code) || /\bexport\s+default\b|\bas\s+default\b/.test(code) || DEFINES.test(code);
}

/** A function, class or constant with the name of a component, at the margin. */
const DEFINES = /^(?:export\s+)?(?:(?:async\s+)?function|class|const|let|var)\s+[A-Z]\w*/m;

/** True for a script that puts its components on the page itself. */
export function mountsItself(code: string): boolean {
  return /\b(?:createRoot|hydrateRoot)\s*\(|\bReactDOM\s*\.\s*(?:render|hydrate)\s*\(|^[ \t]{0,40}render\s*\(\s*<|\bcreateApp\s*\(|^[ \t]{0,40}(?:(?:const|let) \w+ = )?mount\s*\(\s*[A-Z]|\bnew\s+[A-Z]\w*\s*\(\s*\{\s*target\b/m.test(
    code,
  );
}

/** What code imports from its own project: "./Card", "@/components/Card". */
export function localImports(code: string): string[] {
  return [
    ...code.matchAll(/\b(?:from|import)\s{0,9}\(?\s{0,9}['"]((?:\.{1,2}|@|~)\/[^'"\r\n]{1,300})['"]/g),
  ].map(([, path]) => path!);
}

/** True when code in a fence that nothing closes ends like a whole file: with an unindented end of a statement, block or element. */
export function endsWhole(code: string): boolean {
  const text = code.trimEnd();
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  return /^\S/.test(line) && /[;})>]$/.test(line);
}

/** The start of the first line that looks like JavaScript with modules or a component; -1 without one. */
export function scriptStart(code: string): number {
  return code.search(
    /^(?:import\s[^\r\n]{0,500}from\s*['"]|import\s*\{|import\s*['"]|['"]use (?:client|strict)['"]|export\s+default\s|(?:export\s+)?(?:function|const|class)\s+[A-Z]\w*)/m,
  );
}

function isReact(code: string): boolean {
  if (/^\s*</.test(code)) return false;
  if (/\bfrom\s*['"]p?react(?:-dom)?(?:\/[\w/-]{1,40})?['"]/.test(code)) return true;
  return (
    /(?:\breturn|=>|\?|&&)\s{0,50}\(?\s{0,50}<(?:[A-Za-z][\w.]{0,60}[\s/>]|>)/.test(code) &&
    DEFINES.test(code)
  );
}

/** A single-file component of Vue: a template and a script side by side, and no document around them. */
function isVue(code: string): boolean {
  return (
    /^<template\b/m.test(code) &&
    /^<script\b/m.test(code) &&
    /^<script\b[^>]{0,200}\bsetup\b|\bexport\s+default\b/m.test(code) &&
    !/<(?:!doctype|html|body)\b/i.test(code)
  );
}

/** A component of Svelte: a script, and syntax that is neither HTML's nor Vue's. */
function isSvelte(code: string): boolean {
  return (
    /^<script\b/m.test(code) &&
    /\{#(?:if|each|await|key|snippet)\b|\{@(?:render|html|const)\b|\$(?:state|derived|props|effect)\s*[(.]|\son:[a-z]{1,20}=\{|\sbind:[a-z]{1,20}=|^[ \t]{0,40}\$:\s/m.test(
      code,
    ) &&
    !/<(?:!doctype|html|body)\b/i.test(code)
  );
}

/** Types in a script, told by what JavaScript can't hold or never does. */
function isTyped(code: string): boolean {
  return /^[ \t]{0,40}(?:export\s+)?(?:interface\s+[A-Z]\w*|type\s+[A-Z]\w*(?:<[^>\n]{0,100}>)?\s*=|enum\s+[A-Z]\w*\s*\{)|\bimport\s+type\b|\bReact\.(?:FC|ReactNode|FormEvent|ChangeEvent)\b|\buse(?:State|Ref|Memo)<|[)\w]\??:\s?(?:string|number|boolean|any|void)(?:\[\])?\s*[;,)=}|]|\bas\s+const\b/m.test(
    code,
  );
}
