import { describe, expect, it } from 'vitest';

import { componentLanguage, endsWhole, mountsItself } from './component.js';
import { extract, NoArtifactError } from './extract.js';

const CARD = 'import { useState } from "react";\n\nexport default function Card() {\n  return <b>Tea</b>;\n}';
const VUE = '<script setup>\nconst tea = 1\n</script>\n\n<template>\n  <b>{{ tea }}</b>\n</template>';
const SVELTE = '<script>\n  let tea = $state(1);\n</script>\n\n<b on:click={sip}>{tea}</b>';
const PAGE = '<!doctype html>\n<html>\n<body>Tea</body>\n</html>';
const fence = (code: string, info: string): string => `\`\`\`${info}\n${code}\n\`\`\`\n`;

/** "language entry: other files" of what a reply holds. */
function found(reply: string): string {
  const { language, entry, files } = extract(reply);
  return `${language} ${entry}: ${[...files.keys()].filter((file) => file !== entry).join(' ')}`;
}
const codeOf = (reply: string) => {
  const { files, entry } = extract(reply);
  return new TextDecoder().decode(files.get(entry));
};

describe('a component in a reply', () => {
  it.each([
    ['jsx', fence(CARD, 'jsx'), 'jsx Card.jsx: '],
    ['tsx', fence(CARD, 'tsx'), 'tsx Card.tsx: '],
    ['react', fence(CARD, 'react'), 'jsx Card.jsx: '],
    ['javascript', fence(CARD, 'javascript'), 'jsx Card.jsx: '],
    ['ts', fence(CARD, 'ts'), 'tsx Card.tsx: '],
    ['no label', fence(CARD, ''), 'jsx Card.jsx: '],
    ['jsx with types in it', fence(`interface Props { a: string }\n${CARD}`, 'jsx'), 'tsx Card.tsx: '],
    ['vue', fence(VUE, 'vue'), 'vue App.vue: '],
    ['html around a Vue component', fence(VUE, 'html'), 'vue App.vue: '],
    ['svelte', fence(SVELTE, 'svelte'), 'svelte App.svelte: '],
    ['no label around a Svelte component', fence(SVELTE, ''), 'svelte App.svelte: '],
    ['no fence', `${CARD}\n`, 'jsx Card.jsx: '],
    ['no fence, Vue', VUE, 'vue App.vue: '],
    [
      'an icon in it',
      fence(CARD.replace('<b>', '<b>\n<svg viewBox="0 0 1 1">\n</svg>'), 'jsx'),
      'jsx Card.jsx: ',
    ],
  ])('is found with %s', (_, reply, what) => {
    expect(found(reply)).toBe(what);
    expect(extract(`Sure!\n\n${fence(CARD, 'jsx')}`)).toMatchObject({ kind: 'component', lineOffset: 4 });
  });

  it('gives way to a complete document, but not to the page that only loads it', () => {
    expect(found(`${fence(CARD, 'jsx')}${fence(PAGE, 'html')}`)).toBe('html index.html: ');
    expect(found(`${fence(PAGE, 'html')}As a component:\n${fence(CARD, 'jsx')}`)).toBe('html index.html: ');
    const shell = PAGE.replace(
      'Tea',
      '<div id="root"></div><script type="module" src="/src/main.jsx"></script>',
    );
    expect(found(`${fence(shell, 'html')}${fence(CARD, 'jsx')}`)).toBe('jsx Card.jsx: ');
  });

  it('is no snippet that shows how to use one, nor any other script', () => {
    expect(() => extract(fence('<Card tea="green" />', 'jsx'))).toThrow(NoArtifactError);
    expect(() => extract(fence('const card = document.querySelector(".card");', 'js'))).toThrow(
      NoArtifactError,
    );
    expect(codeOf(`${fence('<div>Hi</div>', 'html')}${fence('<Card />', 'jsx')}`)).toBe('<div>Hi</div>');
  });

  it('breaks off where its fence never closes and its last line is no end', () => {
    expect(extract('```jsx\nexport default function A() {\n  return <b')).toMatchObject({
      language: 'jsx',
      truncated: true,
    });
    expect(extract(`\`\`\`jsx\n${CARD}`).truncated).toBe(false);
    expect(extract(`\`\`\`vue\n${VUE.slice(0, -12)}`).truncated).toBe(true);
  });
});

describe('several files', () => {
  const app =
    'import Card from "./Card";\nimport "./app.css";\nexport default function App() { return <Card />; }';

  it.each([
    ['comments', fence(`// src/Card.jsx\n${CARD}`, 'jsx') + fence(`// src/App.jsx\n${app}`, 'jsx'), 'src/'],
    ['headings', `### \`Card.jsx\`\n\n${fence(CARD, 'jsx')}\n**App.jsx**\n${fence(app, 'jsx')}`, ''],
    ['info strings', fence(CARD, 'jsx title="Card.jsx"') + fence(app, 'jsx:App.jsx'), ''],
    [
      'sentences',
      `First create \`Card.jsx\`:\n\n${fence(CARD, 'jsx')}Then \`App.jsx\`:\n${fence(app, 'jsx')}`,
      '',
    ],
    ['their exports', fence(CARD, 'jsx') + fence(app, 'jsx'), ''],
    ['their exports, the page first', fence(app, 'jsx') + fence(CARD, 'jsx'), ''],
  ])('named by %s go together', (_, reply, folder) => {
    expect(found(reply)).toBe(`jsx ${folder}App.jsx: ${folder}Card.jsx`);
  });

  it('bring their styles and data', () => {
    const style = fence('b { color: red }', 'css');
    expect(found(`${fence(app, 'jsx')}${fence(CARD, 'jsx')}${style}`)).toBe('jsx App.jsx: Card.jsx app.css');
    expect(found(`**data.json**\n${fence('[1]', 'json')}${fence(CARD, 'jsx')}`)).toBe(
      'jsx Card.jsx: data.json',
    );
  });

  it('start at the program where there is one with all it imports', () => {
    const main = 'import App from "./App";\ncreateRoot(document.getElementById("root")).render(<App />);';
    expect(found(`**main.jsx**\n${fence(main, 'jsx')}${fence(app, 'jsx')}`)).toBe('jsx main.jsx: App.jsx');
    expect(found(`${fence(CARD, 'jsx')}And in main.jsx:\n${fence(main, 'jsx')}`)).toBe('jsx Card.jsx: ');
  });

  it('never lead out of their folder', () => {
    expect(found(fence(`// ../../etc/App.jsx\n${CARD}`, 'jsx'))).toBe('jsx Card.jsx: ');
  });
});

it('knows code that mounts itself', () => {
  expect(mountsItself('createRoot(el).render(<App />)')).toBe(true);
  expect(mountsItself('ReactDOM.render(<App />, el)')).toBe(true);
  expect(mountsItself('createApp(App).mount("#app")')).toBe(true);
  expect(mountsItself('const app = mount(App, { target: document.body });')).toBe(true);
  expect(mountsItself(CARD)).toBe(false);
});

it('knows where a file may end', () => {
  expect(endsWhole('a {\n}\n')).toBe(true);
  expect(endsWhole('export default App;')).toBe(true);
  expect(endsWhole('a {\n  b();')).toBe(false);
  expect(endsWhole('function a() {')).toBe(false);
});

it('takes no page for a component', () => {
  expect(
    componentLanguage('<div id="app">{{ tea }}</div>\n<script>\nVue.createApp({})\n</script>', 'html'),
  ).toBeNull();
  expect(componentLanguage('<script src="https://unpkg.com/react"></script>', '')).toBeNull();
});
