import { expect, test } from 'vitest';
import { prepareAssets } from './assets.js';
import { capture, finding, verdict } from './testing/sample.js';

test('quotes the code of a reply at the place that is told, with the lines of the reply', async () => {
  const { data, ...shot } = await capture();
  const artifact = { ...data.artifact, lineOffset: 41 };
  const source = { file: 'page.html', line: 45, column: 5 };
  const told = verdict({ findings: [finding({ source })] });
  const { excerpts, facts } = await prepareAssets(told, { ...shot, data: { ...data, artifact } });
  const marked = excerpts.get('page.html:45:5')!.lines.find((line) => line.marked);
  expect(marked).toMatchObject({ number: 45, text: '  <header><h1>Harbour Tea</h1></header>' });
  expect(facts.errors[0]!.source).toEqual({ file: 'page.html', line: 51, column: 9 });
});
