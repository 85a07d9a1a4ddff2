import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadInputs } from '../artifact/load.js';
import type { Brief } from '../artifact/schema.js';
import { KallosError } from '../errors.js';
import { buildGraph } from '../graph/build.js';
import { designGraphSchema, type DesignGraph } from '../graph/schema.js';
import { readCapture } from '../render/store.js';
import type { RendererOptions } from '../render/index.js';

const HELP = 'Name a page, a design graph (`kallos schema graph`), or the folder of a capture.';

/**
 * The graph of what `--reference` names: a `.json` file is a design graph, a folder with a capture is read, and anything
 * else is a page, rendered as the candidates are.
 *
 * @throws KallosError KALLOS_USAGE when it is none of these or shows nothing, or as loading and rendering say
 */
export async function readReference(
  path: string,
  brief: Brief,
  options: RendererOptions,
): Promise<DesignGraph> {
  if (path.toLowerCase().endsWith('.json')) return readGraph(path);
  if (existsSync(join(path, 'capture.json'))) return buildGraph(await readCapture(path));
  return render(path, brief, options);
}

async function readGraph(path: string): Promise<DesignGraph> {
  try {
    return designGraphSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    const [why] = (cause as Error).message.split('\n');
    throw new KallosError('KALLOS_USAGE', `The reference ${path} is no design graph: ${why}.`, HELP, {
      cause,
    });
  }
}

async function render(path: string, brief: Brief, options: RendererOptions): Promise<DesignGraph> {
  const items = [];
  for await (const item of loadInputs([path], { kind: brief.kind })) items.push(item);
  const [item] = items;
  if (item && 'error' in item) throw item.error;
  if (!item || items.length > 1) {
    throw new KallosError('KALLOS_USAGE', `The reference ${path} holds ${items.length} pages.`, HELP);
  }
  const { createRenderer } = await import('../render/index.js');
  const renderer = await createRenderer({ ...options, profile: 'reward', concurrency: 1 });
  try {
    const capture = await renderer.render(item.artifact, { ...brief, ...item.brief });
    const { outcome, detail, layouts } = capture.data;
    if (layouts.length > 0) return buildGraph(capture);
    throw new KallosError(
      'KALLOS_USAGE',
      `The reference ${path} could not be shown (${outcome}): ${detail ?? 'no layout'}.`,
      HELP,
    );
  } finally {
    await renderer.close();
  }
}
