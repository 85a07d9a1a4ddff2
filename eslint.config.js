import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/**
 * The rooms of the house, top to bottom: a folder imports only from folders above it. Doors stand at the end; they are
 * composed by `cli` and never import each other. Root files (errors, score, config) follow the same order by name.
 */
const ORDER = [
  'models',
  'artifact',
  'render',
  'graph',
  'channels',
  'reward',
  'config.ts',
  'score.ts',
  'deck.ts',
  'report',
  'generate',
  'service',
  'mcp',
  'bench',
  'data',
  'train',
  'cli',
  'index.ts',
];
const DOORS = ['service', 'mcp', 'studio'];
const CHANNELS = ['execution', 'correctness', 'visual', 'interaction'];

const isFile = (name) => name.endsWith('.ts');
/** A root file stands straight above a folder or beside another root file; `render/index.js` is not `index.js`. */
const rootFile = (name, from) =>
  `^${from === 'file' ? '\\./' : '(\\.\\./)+'}${name.replace(/\.ts$/, '')}\\.js$`;
const forbid = (names, message, from = 'folder') => {
  const group = names.filter((name) => !isFile(name)).map((name) => `**/${name}/**`);
  const files = names.filter(isFile).map((name) => ({ regex: rootFile(name, from), message }));
  const patterns = [...(group.length > 0 ? [{ group, message }] : []), ...files];
  return { 'no-restricted-imports': ['error', { patterns }] };
};

const house = ORDER.map((name, i) => {
  const below = ORDER.slice(i + 1).filter((other) => !(name === 'cli' && other === 'index.ts'));
  const doors = DOORS.includes(name) ? DOORS.filter((door) => door !== name) : [];
  return {
    files: [isFile(name) ? `src/${name}` : `src/${name}/**/*.ts`],
    rules: forbid(
      [...new Set([...below, ...doors])],
      'A folder imports only from folders above it (ARCHITECTURE.md).',
      isFile(name) ? 'file' : 'folder',
    ),
  };
}).filter((entry) => entry.rules['no-restricted-imports'][1].patterns.length > 0);

const channels = CHANNELS.map((name) => ({
  files: [`src/channels/${name}/**/*.ts`],
  rules: forbid(
    [
      ...ORDER.slice(ORDER.indexOf('channels') + 1),
      ...CHANNELS.filter((other) => other !== name).map((other) => `channels/${other}`),
      ...CHANNELS.filter((other) => other !== name),
    ],
    'Channels are judged apart and do not import each other (ARCHITECTURE.md).',
  ),
}));

export default tseslint.config(
  { ignores: ['dist/', 'examples/', 'schemas/', '**/fixtures/'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  ...house,
  ...channels,
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
  prettier,
);
