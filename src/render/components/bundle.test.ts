import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

import type { ComponentLanguage } from '../../artifact/schema.js';
import { bundleComponent, type Bundle, type BundleResult } from './bundle.js';

type Written = Record<string, string>;

function build(files: Written, entry = Object.keys(files)[0]!, props = {}): Promise<BundleResult> {
  const language = (/\.(jsx|tsx|vue|svelte)$/.exec(entry)?.[1] ?? 'jsx') as ComponentLanguage;
  const encoded = new Map(Object.entries(files).map(([path, code]) => [path, Buffer.from(code)]));
  return bundleComponent({ files: encoded, entry, language, props, reactMajor: 18 });
}

async function bundled(files: Written, entry?: string, props?: Record<string, unknown>): Promise<Bundle> {
  const result = await build(files, entry, props);
  if (!('bundle' in result)) throw new Error(JSON.stringify(result));
  return result.bundle;
}

describe('what is mounted', () => {
  it.each([
    ['the default export', 'function A() {}\nexport default function B() {}', 'B,'],
    ['an exported App', 'export function App() {}\nexport function Card() {}', 'App,'],
    [
      'else the last exported component',
      'export const List = () => 1;\nexport const Card = () => 1;',
      'Card,',
    ],
    ['else an App at the margin', 'function App() {}\nfunction Card() {}', 'App,'],
    ['else the last component', 'function List() {}\nconst Card = () => <b>Tea</b>;', 'Card,'],
  ])('is %s', async (_, code, name) => {
    expect((await bundled({ 'App.jsx': code })).script).toContain(`createElement(${name}`);
  });

  it('is nothing where the code mounts itself, into the element that it names', async () => {
    const { script, root } = await bundled({
      'main.jsx':
        'import { createRoot } from "react-dom/client";\ncreateRoot(document.getElementById("app")).render(<b>Tea</b>);',
    });
    expect(script.match(/createRoot\(/g)).toHaveLength(1);
    expect(root).toBe('app');
  });

  it('gets the props, whatever is in them', async () => {
    const props = { text: '</script><script>alert(1)//', line: '\u2028', __proto__: null, '"': 1 };
    const { script } = await bundled({ 'App.jsx': 'export default () => 1' }, 'App.jsx', props);
    expect(script).not.toContain('</script');
    const [literal] = /(["'`]).*\1(?=\)\)\);\s*$)/.exec(script)!;
    expect(JSON.parse(runInNewContext(literal) as string)).toEqual({ ...props });
  });
});

describe('imports', () => {
  it('of packages stay, by name', async () => {
    const { script, modules } = await bundled({
      'App.tsx':
        'import { motion } from "framer-motion";\nimport * as icons from "lucide-react";\nexport default () => <motion.div>{Object.keys(icons)}</motion.div>;',
    });
    expect(modules).toEqual([
      'framer-motion',
      'lucide-react',
      'react',
      'react-dom/client',
      'react/jsx-runtime',
    ]);
    expect(script).toContain('from "framer-motion"');
  });

  it('of own files are bundled: components, styles, modules of styles, data, addresses of pictures, text', async () => {
    const { script, style } = await bundled({
      'src/App.jsx': `import { Card } from '@/components/Card';
import styles from './app.module.css';
import './base.css';
import data from './data.json';
import logo from './logo.svg';
import text from './note.txt?raw';
export default () => <Card className={styles.big} logo={logo} text={text}>{data.tea}</Card>;`,
      'src/components/Card.tsx': 'export const Card = (props: { a?: string }) => <div {...props} />;',
      'src/app.module.css': '.big { background: url("./bg.png") }',
      'src/base.css': '@import "./more.css"; @import "https://fonts.googleapis.com/css2?family=Inter";',
      'src/more.css': 'b { background: url(bg.png) }',
      'src/bg.png': '',
      'src/data.json': '{"tea": "Oolong"}',
      'src/logo.svg': '<svg/>',
      'src/note.txt': 'A note',
    });
    expect(script).toMatch(/Oolong[\s\S]*"\/src\/logo\.svg"/);
    expect(script).toContain('A note');
    expect(style).toContain('url(/src/bg.png)');
    expect(style).toContain('@import "https://fonts.googleapis.com/css2?family=Inter"');
  });

  it('of a style sheet that is not there leave its address, for the page to miss', async () => {
    const { missingStyles } = await bundled({
      'src/App.jsx': 'import "./App.css";\nexport default () => 1;',
    });
    expect(missingStyles).toEqual(['/src/App.css']);
  });

  it('of packages’ style sheets become style sheets', async () => {
    const { styles, modules } = await bundled({
      'App.jsx':
        'import "leaflet/dist/leaflet.css";\nimport "swiper/css";\nimport "@fontsource/inter/400.css";\nexport default () => 1;',
    });
    expect(styles).toEqual(['leaflet/dist/leaflet.css', 'swiper/css', '@fontsource/inter/400.css']);
    expect(modules).not.toContain('swiper/css');
  });

  it('never reach beyond the artifact', async () => {
    for (const path of [
      '/etc/passwd',
      '../../../../etc/hostname',
      './../../package.json',
      '@/../../etc/passwd',
    ]) {
      const result = await build({ 'App.jsx': `import x from '${path}';\nexport default () => x;` });
      expect(result).toEqual({ failure: `App.jsx:1:15: "${path}" is not among the artifact's files.` });
    }
    const raw = await build({ 'App.jsx': `import x from '/etc/passwd?raw';\nexport default () => x;` });
    expect(raw).toHaveProperty('failure');
    const { style } = await bundled(
      { 'App.jsx': `import './a.css';`, 'a.css': 'b { background: url(/etc/passwd) }' },
      'a.css',
    ).catch(() =>
      bundled({
        'App.jsx': `import './a.css';\nexport default () => 1;`,
        'a.css': 'b { background: url(/etc/passwd) }',
      }),
    );
    expect(style).toContain('url(/etc/passwd)');
    const svelte = await build({ 'App.svelte': `<script>import 'svelte/../../package.json'</script>` });
    expect('bundle' in svelte && svelte.bundle.modules).toEqual(['svelte/../../package.json']);
  });
});

describe('failures', () => {
  it.each([
    ['App.jsx', 'export default function A() {\n  return <b>Tea</i>;\n}', /^App\.jsx:2:\d+: .*closing/],
    ['App.jsx', 'export default function A() {\n  return (\n    <b', /^App\.jsx:3:\d+: .*end of file/],
    ['App.tsx', 'const a = 1', 'App.tsx exports no component: give it a default export.'],
    [
      'App.jsx',
      'import Card from "@/components/ui/card";\nexport default Card',
      'App.jsx:1:18: "@/components/ui/card" is not among the artifact\'s files.',
    ],
    [
      'App.vue',
      '<template>\n  <div>\n    <b v-if="">Tea</b>\n  </div>\n</template>',
      /^App\.vue:3:\d+: v-if/,
    ],
    ['App.vue', '<template><b>Tea</b>', /^App\.vue:1:1: Element is missing end tag/],
    [
      'App.vue',
      '<script setup>\nconst a = ;\n</script>\n<template>Tea</template>',
      /^App\.vue:2:\d+: Unexpected token/,
    ],
    [
      'App.vue',
      '<template>Tea</template>\n<style scoped>\nb { color: red\n</style>',
      /^App\.vue:3:\d+: .*Unclosed block/,
    ],
    ['App.vue', '<p>Tea</p>', /^App\.vue:1:1: At least one <template> or <script>/],
    ['App.svelte', '<script>\n  let a = ;\n</script>', /^App\.svelte:2:\d+: Unexpected token/],
    ['App.svelte', '{#if a}\n<b>Tea</b>\n', /^App\.svelte:1:1: Block was left open/],
  ])('of %s name the place: %s', async (entry, code, message) => {
    const result = await build({ [entry]: code });
    expect(result).toHaveProperty('failure');
    expect('failure' in result && result.failure).toMatch(message);
  });

  it('are not those of this version', async () => {
    expect(await build({ 'App.vue': '<template lang="pug">p Tea</template>' })).toEqual({
      unsupported: 'Templates in pug',
    });
    expect(await build({ 'App.vue': '<template>Tea</template><style lang="scss">b{}</style>' })).toEqual({
      unsupported: 'Style sheets in scss',
    });
    expect(await build({ 'App.svelte': '<b>Tea</b><style lang="scss">b{}</style>' })).toEqual({
      unsupported: 'Style sheets in scss',
    });
    expect(
      await build({ 'App.jsx': 'import "./a.scss";\nexport default () => 1', 'a.scss': 'b { i {} }' }),
    ).toEqual({
      unsupported: 'Style sheets in scss',
    });
    expect(
      await build({ 'App.jsx': 'import { For } from "solid-js";\nexport default () => <For />' }),
    ).toEqual({
      unsupported: 'Components of Solid',
    });
  });
});

describe('frameworks', () => {
  it('Vue: setup, types from other files, scoped styles and modules', async () => {
    const { script, style, modules } = await bundled({
      'App.vue': `<script setup lang="ts">
import type { Props } from './types';
defineProps<Props>();
</script>
<template><b :class="$style.big" class="tea">{{ name }}</b></template>
<style scoped>.tea { color: red }</style>
<style module>.big { color: blue }</style>`,
      'types.ts': 'export interface Props { name: string }',
    });
    expect(modules).toEqual(['vue']);
    expect(script).toMatch(/__scopeId = "data-v-[0-9a-f]{8}"/);
    expect(script).toMatch(/props: \{\s*name:/);
    expect(style).toMatch(/\.tea\[data-v-[0-9a-f]{8}\]/);
    expect(style).toMatch(/\.\w*big\s*\{/);
  });

  it('Vue: options and a template', async () => {
    const { script } = await bundled({
      'App.vue':
        '<template><b>{{ tea }}</b></template>\n<script>\nexport default { data: () => ({ tea: 1 }) };\n</script>',
    });
    expect(script).toContain('.render = render');
  });

  it('Svelte: runes and older syntax, with its runtime', async () => {
    const runes = await bundled({
      'App.svelte': '<script>let n = $state(0)</script><button onclick={() => n++}>{n}</button>',
    });
    const older = await bundled({
      'App.svelte': '<script>let n = 0; $: m = n * 2;</script><button on:click={() => n++}>{m}</button>',
    });
    for (const { modules, script } of [runes, older]) {
      expect(modules).toEqual([]);
      expect(script).not.toMatch(/^import /m);
    }
  });

  it('Preact, by its imports', async () => {
    const { modules } = await bundled({
      'App.jsx': 'import { useState } from "preact/hooks";\nexport default () => <b>{useState(1)[0]}</b>;',
    });
    expect(modules).toEqual(['preact', 'preact/hooks', 'preact/jsx-runtime']);
  });

  it('React as a global', async () => {
    const { script } = await bundled({
      'App.jsx': 'const { useState } = React;\nfunction App() { return <b>{useState(1)[0]}</b>; }',
    });
    expect(script).toContain('import * as React from "react"');
  });
});

it('gives the same bytes again', async () => {
  const files = { 'App.vue': '<template><b>Tea</b></template><style scoped>b{color:red}</style>' };
  expect(await build(files)).toEqual(await build(files));
});
