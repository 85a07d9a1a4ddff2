import { createHash } from 'node:crypto';

import type { BindingMetadata, CompilerError, SFCDescriptor, SFCParseResult } from '@vue/compiler-sfc';
import { ComponentError, UnsupportedError } from './failure.js';
import { inlineMap } from './inline-map.js';
import { textOf, type Files } from './own-files.js';

/** A Vue component as JavaScript, and its style sheets. */
export interface CompiledVue {
  code: string;
  loader: 'js' | 'ts';
  styles: { css: string; module: string | null }[];
}

const STYLES = ['css', 'postcss'];

/**
 * Compiles a single-file component. Types that its script imports are read from the artifact's own files.
 * @throws ComponentError, UnsupportedError
 */
export async function compileVue(files: Files, file: string): Promise<CompiledVue> {
  const compiler = await import('@vue/compiler-sfc');
  const source = textOf(files, file);
  const { descriptor, errors }: SFCParseResult = compiler.parse(source, { filename: file, sourceMap: true });
  if (errors[0]) throw failure(errors[0], file);
  refuseLanguages(descriptor);
  const id = createHash('sha256').update(file).digest('hex').slice(0, 8);
  const scoped = descriptor.styles.some((style) => style.scoped);
  const typed = descriptor.script?.lang === 'ts' || descriptor.scriptSetup?.lang === 'ts';
  const template = {
    id,
    filename: file,
    scoped,
    isProd: true,
    compilerOptions: {
      ...(scoped && { scopeId: `data-v-${id}` }),
      ...(typed && { expressionPlugins: ['typescript' as const] }),
    },
    transformAssetUrls: true,
  };

  let code = 'const __component = {};';
  let map = '';
  let bindings: BindingMetadata | undefined;
  try {
    if (descriptor.script || descriptor.scriptSetup) {
      const script = compiler.compileScript(descriptor, {
        id,
        isProd: true,
        inlineTemplate: true,
        genDefaultAs: '__component',
        templateOptions: template,
        fs: {
          fileExists: (path) => files.has(path.replace(/^\//, '')),
          readFile: (path) => (files.has(path) ? textOf(files, path) : undefined),
        },
      });
      code = script.content;
      if (script.map) map = inlineMap(script.map);
      bindings = script.bindings;
    }
  } catch (error) {
    throw failure(error as CompilerError, file);
  }
  if (descriptor.template && !descriptor.scriptSetup) {
    const rendered = compiler.compileTemplate({
      ...template,
      source: descriptor.template.content,
      ...(descriptor.template.ast && { ast: descriptor.template.ast }),
      compilerOptions: { ...template.compilerOptions, ...(bindings && { bindingMetadata: bindings }) },
    });
    if (rendered.errors[0]) throw failure(asError(rendered.errors[0]), file);
    code += `\n${rendered.code}\n__component.render = render;`;
  }
  const styles = descriptor.styles.map((style, i) => {
    const css = compiler.compileStyle({
      source: style.content,
      filename: file,
      id: `data-v-${id}`,
      scoped: style.scoped ?? false,
      isProd: true,
    });
    if (css.errors[0]) throw failure(css.errors[0], file, style.loc.start.line - 1);
    const module = style.module === true ? '$style' : style.module || null;
    code += `\nimport ${module === null ? '' : `module${i} from `}${JSON.stringify(`${file}?style=${i}`)};`;
    return { css: css.code, module };
  });
  const modules = styles.flatMap(({ module }, i) =>
    module === null ? [] : `${JSON.stringify(module)}: module${i}`,
  );
  code += [
    scoped ? `\n__component.__scopeId = "data-v-${id}";` : '',
    modules.length > 0 ? `\n__component.__cssModules = { ${modules.join(', ')} };` : '',
    '\nexport default __component;\n',
  ].join('');
  // What is added stands after the script: imports may, and the script's lines keep their places.
  return { code: code + map, loader: typed ? 'ts' : 'js', styles };
}

/** Preprocessors are programs of their own, found among installed packages: none is ever started for a page. */
function refuseLanguages({ template, script, scriptSetup, styles }: SFCDescriptor): void {
  if (template?.lang && template.lang !== 'html') throw new UnsupportedError(`Templates in ${template.lang}`);
  if (template?.src || script?.src || styles.some(({ src }) => src)) {
    throw new UnsupportedError('Vue components whose parts stand in other files (src)');
  }
  for (const block of [script, scriptSetup]) {
    if (block?.lang && !['js', 'ts'].includes(block.lang))
      throw new UnsupportedError(`Vue scripts in ${block.lang}`);
  }
  const style = styles.find(({ lang }) => lang !== undefined && !STYLES.includes(lang));
  if (style) throw new UnsupportedError(`Style sheets in ${style.lang!}`);
}

function failure(
  error: Error & { loc?: { start?: { line: number; column: number } } },
  file: string,
  linesBefore = 0,
): ComponentError {
  const start = error.loc?.start;
  // The script's parser adds an excerpt of the code to its message, and names the file first.
  const [, inScript, inColumn] = /\((\d+):(\d+)\)/.exec(error.message) ?? [];
  const message = error.message
    .split('\n')[0]!
    .replace(/^\[[^\]]*\]\s*/, '')
    .replace(/\s*\(\d+:\d+\)$/, '');
  const at = error as { line?: number; column?: number };
  const line = start?.line ?? at.line ?? Number(inScript ?? 0);
  if (!line) return new ComponentError(message, { file, line: 1, column: 1 });
  const column = start?.column ?? at.column ?? Number(inColumn ?? 0) + 1;
  return new ComponentError(message, { file, line: line + linesBefore, column });
}

const asError = (error: string | CompilerError) => (typeof error === 'string' ? new Error(error) : error);
