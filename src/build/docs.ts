import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { CATALOG, type CatalogEntry } from '../channels/catalog.js';
import { THRESHOLDS, type Threshold } from '../channels/correctness/thresholds.js';
import { LINT_RULES } from '../channels/execution/lint-rules.js';
import { exampleSection } from './examples.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where the generated pages live. */
export const CHECK_DOCS = join(ROOT, 'docs/checks');

/** Every page of docs/checks by file name: one a check, and the index. */
export async function checkDocs(): Promise<Map<string, string>> {
  const pages = new Map([['README.md', indexPage()]]);
  for (const entry of CATALOG) pages.set(`${entry.meta.id}.md`, await checkPage(entry));
  const style = (await resolveConfig(join(CHECK_DOCS, 'README.md'))) ?? {};
  for (const [name, text] of pages) pages.set(name, await format(text, { ...style, parser: 'markdown' }));
  return pages;
}

/** Writes the pages. */
export async function writeCheckDocs(): Promise<void> {
  await mkdir(CHECK_DOCS, { recursive: true });
  for (const [name, text] of await checkDocs()) await writeFile(join(CHECK_DOCS, name), text);
}

function indexPage(): string {
  const rows = CATALOG.map(
    ({ channel, meta }) =>
      `| [${meta.id}](${meta.id}.md) | ${channel} | ${meta.title} | ${meta.severity} | ${meta.weight} |`,
  );
  return `# Checks

A check measures one thing about a capture and gives a score in [0,1] with findings. The score of a channel is the product of its parts:

\`score = product of (1 - weight × (1 - part))\`

so one serious defect cannot drown among many passes, and no part takes more than its weight (Harrington et al. 2004: one bad feature dominates). A check with nothing to look at takes nothing; a check that fails, through our fault, is named in the channel's \`reason\`.

| check | channel | what | severity | weight |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## Settings

\`\`\`json
{ "checks": { "font-size": ["warning", { "min": 11 }], "placeholder-text": "off" }, "baseline": "kallos.baseline.json" }
\`\`\`

A severity decides how findings are reported and whether the command fails; it doesn't move the score. \`"off"\` takes the part out of the channel.

## Baseline

A baseline lists the fingerprints of findings that a team has decided to live with: \`{"schema": "kallos.baseline/1", "findings": ["sha256:…"]}\`. They are not reported and don't fail the command. The score still counts them: it says what the page is, not what was agreed about it.

A fingerprint is made of the check and of what the element is (its tag, its text, its id, address and label), not of its place or its measure: it stays while the defect stays, though the page moves around it. Equal defects on one page are numbered.

There is no comment or attribute that silences a check from within a page. What is judged is written by a model that is paid for the verdict; it would learn that comment first. For the same reason the directives of HTMLHint are ignored.
`;
}

async function checkPage({ channel, meta, options }: CatalogEntry): Promise<string> {
  const sections = [
    `# ${meta.title}`,
    `\`${meta.id}\` · channel ${channel} · severity ${meta.severity} · weight ${meta.weight} · ${
      meta.viewports === 'all' ? 'every viewport' : 'primary viewport'
    }${meta.kinds ? ` · ${meta.kinds.join(', ')}` : ''}`,
    meta.description,
    `## Repair\n\n${meta.remedy}`,
    thresholdSection(meta.id),
    optionSection(meta.id, options),
    meta.id === 'lint' ? lintSection() : '',
    `## Source\n\n${meta.source}`,
    await exampleSection(meta.id),
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function thresholdSection(id: string): string {
  const thresholds: Readonly<Record<string, Record<string, Threshold>>> = THRESHOLDS;
  const rows = Object.entries(thresholds[id] ?? {}).map(
    ([name, { value, unit, source }]) =>
      `| \`${name}\` | ${Number(value.toPrecision(4))} | ${cell(unit)} | ${cell(source)} |`,
  );
  if (rows.length === 0) return '';
  return `## Thresholds\n\n| name | default | unit | why |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}

function optionSection(id: string, options: z.ZodType): string {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input' });
  const names = Object.keys(properties);
  if (names.length === 0) return '';
  const defaults = options.parse({});
  return `## Options\n\n\`\`\`json\n${JSON.stringify({ checks: { [id]: ['error', defaults] } }, null, 2)}\n\`\`\``;
}

function lintSection(): string {
  const row = ({ rule, on, severity, reason }: (typeof LINT_RULES)[number]) =>
    `| \`${rule}\` | ${on ? (severity ?? 'warning') : 'off'} | ${cell(reason)} |`;
  return `## Rules\n\n| rule | severity | why |\n| --- | --- | --- |\n${LINT_RULES.map(row).join('\n')}`;
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/</g, '\\<').replace(/\n/g, ' ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeCheckDocs();
