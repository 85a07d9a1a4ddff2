import { ComponentError, UnsupportedError } from './failure.js';
import { inlineMap } from './inline-map.js';
import { textOf, type Files } from './own-files.js';

/** A Svelte component as JavaScript, with its styles beside it. */
export interface CompiledSvelte {
  code: string;
  /** A comment that holds its source map, to be put at the end of the code. */
  map: string;
  css: string | null;
}

/**
 * Compiles a component, or a module with runes (`.svelte.js`).
 * @throws ComponentError, UnsupportedError
 */
export async function compileSvelte(files: Files, file: string): Promise<CompiledSvelte> {
  const source = textOf(files, file);
  const [, tag, lang] =
    /<(script|style|template)\b[^>]{0,200}?\blang=["']?(?!ts\b|typescript\b|js\b|css\b|postcss\b)(\w+)/.exec(
      source,
    ) ?? [];
  if (lang !== undefined) {
    throw new UnsupportedError(tag === 'style' ? `Style sheets in ${lang}` : `Svelte ${tag!}s in ${lang}`);
  }
  const { compile, compileModule } = await import('svelte/compiler');
  try {
    const options = { filename: file, generate: 'client', dev: false } as const;
    const { js, css } = file.endsWith('.svelte')
      ? compile(source, { ...options, css: 'external' })
      : compileModule(source, options);
    return { code: js.code, map: inlineMap(js.map), css: css?.code ?? null };
  } catch (error) {
    const { message, start } = error as Error & { start?: { line: number; column: number } };
    // The second line is a link to the compiler's documentation.
    throw new ComponentError(message.split('\n')[0]!, {
      file,
      line: start?.line ?? 1,
      column: (start?.column ?? 0) + 1,
    });
  }
}
