import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Capture } from '../capture.js';
import { element, layoutOf, pixelsOf, textsIn } from '../testing/page.js';
import { writtenPackages } from '../offline/testing/packages.js';
import { preparePage } from './prepare.js';
import { componentOf, openStage, type Stage } from './testing/mounted.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(
    [
      'react',
      'react-dom',
      'scheduler',
      'loose-envify',
      'js-tokens',
      'vue',
      '@vue/shared',
      '@vue/reactivity',
      '@vue/runtime-core',
      '@vue/runtime-dom',
      '@vue/compiler-dom',
      '@vue/compiler-core',
      '@vue/server-renderer',
    ],
    {
      'hooked@1.0.0': {
        'package.json':
          '{"name": "hooked", "version": "1.0.0", "type": "module", "main": "index.js", "peerDependencies": {"react": "*"}}',
        'index.js': 'import { useState } from "react"; export const useTea = () => useState("Oolong")[0];',
        'hooked.css': 'b { color: rgb(0, 0, 255) }',
      },
    },
  );
});
afterAll(() => stage[Symbol.asyncDispose]());

async function show(files: Record<string, string>, brief = {}): Promise<Capture> {
  const capture = await stage.show(componentOf(files), brief);
  if (typeof capture === 'string') throw new Error(capture);
  return capture;
}
const text = (capture: Capture) => textsIn(layoutOf(capture), '#root').join('');
const addresses = ({ data }: Capture) => data.requests.map(({ url, fate }) => `${fate} ${url}`);

describe('React', () => {
  it('is mounted with props from the brief, styles of its own, and one instance of React', async () => {
    const capture = await show(
      {
        'App.jsx': `import { useState } from 'react';
import { useTea } from 'hooked';
import 'hooked/hooked.css';
import './app.css';
export default function App({ name }) {
  const [cups] = useState(3);
  return <b>{name}: {cups} cups of {useTea()}</b>;
}`,
        'app.css': 'b { display: block; width: 400px; height: 300px; background: rgb(255, 0, 0) }',
      },
      { props: { name: '</script><i>Ada</i>' } },
    );
    expect(text(capture)).toBe('</script><i>Ada</i>: 3 cups of Oolong');
    expect(capture.data).toMatchObject({
      outcome: 'ok',
      errors: [],
      artifact: { language: 'jsx', entry: 'App.jsx' },
    });
    expect(Object.keys(capture.data.artifact.files)).toEqual(['App.jsx', 'app.css']);
    expect((await pixelsOf(capture)).at(2, 200)).toEqual([255, 0, 0]);
    expect((await pixelsOf(capture)).at(600, 400)).toEqual([255, 255, 255]);
    expect(addresses(capture).every((line) => line.startsWith('answered'))).toBe(true);
    expect(addresses(capture).join('\n')).toContain('hooked@1.0.0');
  });

  it('runs as it is where it mounts itself', async () => {
    const capture = await show({
      'main.jsx': `import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('app')).render(<b id="tea">Tea</b>);`,
    });
    expect(element(layoutOf(capture), '#tea').source).toBeNull();
  });

  it('tells of errors where they stand in the code', async () => {
    const capture = await show({
      'App.tsx': `interface Tea { cups?: number[] }

const tea: Tea = {};
const cups = tea.cups!.length;
export default function App() {
  return <b>{cups}</b>;
}`,
    });
    expect(capture.data.errors[0]).toMatchObject({
      message: expect.stringContaining("reading 'length'") as string,
      source: { file: 'App.tsx', line: 4 },
    });
  });

  it('sees the root of its site, and its own files below it', async () => {
    const capture = await show({
      'src/App.jsx': `import logo from './logo.svg';
export default () => <b>{location.pathname}<img id="logo" src={logo} /><img id="icon" src="/icon.svg" /></b>;`,
      'src/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>',
      'public/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
    });
    expect(text(capture)).toBe('/');
    expect(layoutOf(capture).images.map(({ naturalWidth }) => naturalWidth)).toEqual([30, 10]);
  });

  it('misses style sheets and packages as any page does', async () => {
    const style = await show({ 'App.jsx': `import './App.css';\nexport default () => <b>Tea</b>;` });
    expect(text(style)).toBe('Tea');
    expect(addresses(style)).toContain('missing https://www.example.com/App.css');
    const unknown = await show({
      'App.jsx': `import x from 'nobody-wrote-this';\nexport default () => <b>{x}</b>;`,
    });
    expect(unknown.data.requests.find(({ url }) => url.includes('nobody-wrote-this'))?.fate).toBe(
      'unavailable',
    );
  });
});

it('Vue is mounted with props, scoped styles and reactive state', async () => {
  const capture = await show(
    {
      'App.vue': `<script setup lang="ts">
import { ref, onMounted } from 'vue';
defineProps<{ name: string }>();
const cups = ref<number>(1);
onMounted(() => (cups.value = 3));
</script>

<template>
  <b class="tea">{{ name }}: {{ cups }}</b>
</template>

<style scoped>
.tea { display: block; height: 300px; background: rgb(0, 128, 0) }
</style>`,
    },
    { props: { name: 'Ada' } },
  );
  expect(text(capture)).toBe('Ada: 3');
  expect(capture.data.errors).toEqual([]);
  expect((await pixelsOf(capture)).at(400, 200)).toEqual([0, 128, 0]);
});

it('Vue tells of errors where they stand in the code', async () => {
  const capture = await show({
    'App.vue': '<script setup>\nconst tea = null;\ntea.cups();\n</script>\n<template>Tea</template>',
  });
  expect(capture.data.errors[0]).toMatchObject({ source: { file: 'App.vue', line: 3 } });
});

it('Svelte is mounted with props, styles and state, in both syntaxes', async () => {
  const runes = await show(
    {
      'App.svelte': `<script>
  import { onMount } from 'svelte';
  let { name } = $props();
  let cups = $state(1);
  onMount(() => { cups = 3; });
</script>

<b class="tea">{name}: {cups}</b>

<style>
  .tea { display: block; height: 300px; background: rgb(0, 0, 255) }
</style>`,
    },
    { props: { name: 'Ada' } },
  );
  expect(text(runes)).toBe('Ada: 3');
  expect((await pixelsOf(runes)).at(400, 200)).toEqual([0, 0, 255]);
  expect(addresses(runes).filter((line) => !line.includes('www.example.com'))).toEqual([]);
  const older = await show(
    {
      'App.svelte':
        '<script>export let name; let n = 2; $: double = n * 2;</script><b on:click={() => n++}>{name}: {double}</b>',
    },
    { props: { name: 'Ada' } },
  );
  expect(text(older)).toBe('Ada: 4');
});

it('Svelte tells of errors where they stand in the code', async () => {
  const capture = await show({
    'App.svelte': '<script>\nlet tea = null;\ntea.cups();\n</script>\n<b>Tea</b>',
  });
  expect(capture.data.errors[0]).toMatchObject({ source: { file: 'App.svelte', line: 3 } });
});

describe('code that does not compile', () => {
  it('is a failure that names the place', async () => {
    expect(await stage.show(componentOf({ 'App.jsx': 'export default () => <b>' }))).toMatch(
      /^The component does not compile: App\.jsx:1:\d+: .*\.$/,
    );
    const cut = { ...componentOf({ 'App.jsx': 'export default () => <b>' }), truncated: true };
    expect(await stage.show(cut)).toMatch(/The code breaks off before its end\.$/);
  });

  it('is no failure where this version is at fault', async () => {
    await expect(
      stage.show(componentOf({ 'App.vue': '<template lang="pug">p Tea</template>' })),
    ).rejects.toMatchObject({
      code: 'KALLOS_USAGE',
      message: 'Templates in pug can’t be compiled by this version.',
    });
  });
});

it('leaves pages as they are', async () => {
  const page = { ...componentOf({ 'a.html': '<p>Tea' }), language: 'html' } as const;
  expect(await preparePage(page, {}, writtenPackages({}))).toMatchObject({ page });
});
