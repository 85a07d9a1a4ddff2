import stringWidth from 'string-width';
import { loadInputs } from '../artifact/load.js';
import { runAgent } from '../channels/interaction/agent/agent.js';
import { explore } from '../channels/interaction/explorer/explore.js';
import { doneTo, judgeProbes, type JudgedProbe } from '../channels/interaction/judge.js';
import type { InteractionTrace } from '../channels/interaction/trace.js';
import { ERROR_CODES, KallosError } from '../errors.js';
import { createRenderer } from '../render/index.js';
import { safeLine, shorten } from '../report/safe.js';
import type { ExploreFlags } from './explore.js';
import { exitOf, readAgent, toldTests } from './agent.js';
import { EXIT, note } from './print.js';
import { parseNumber, readSettings } from './score-settings.js';

/**
 * `kallos explore`: prints the trace of each page, as a table or as JSON.
 *
 * @throws KallosError for what ends the run
 */
export async function runExplore(page: string, flags: ExploreFlags): Promise<void> {
  const { probes, seconds, format, agent, tests, ...rest } = flags;
  const { settings, options, brief, kind } = await readSettings({
    ...rest,
    format: 'text',
    channels: 'interaction',
  });
  const acting = agent || tests !== undefined ? await readAgent(settings, tests) : null;
  const renderer = await createRenderer({ ...options, onNote: note });
  try {
    for await (const item of loadInputs([page], { kind })) {
      if ('error' in item) throw item.error;
      const limits = {
        brief: { ...brief, ...item.brief },
        ...(seconds !== undefined && { seconds: parseNumber(seconds, '--seconds') }),
      };
      const trace = acting
        ? await runAgent(renderer, item.artifact, { ...limits, ...acting })
        : await explore(renderer, item.artifact, {
            ...limits,
            ...(probes !== undefined && { probes: parseNumber(probes, '--probes') }),
          });
      if (trace.data.status === 'failed') {
        const detail = trace.data.detail ?? '';
        const byModel = ERROR_CODES.find((code) => detail.startsWith(`${code}: `));
        throw new KallosError(
          byModel ?? 'KALLOS_INPUT_NO_PAGE',
          `${item.artifact.id} could not be acted on: ${byModel ? detail.slice(byModel.length + 2) : detail}`,
          byModel ? 'Ask the model by itself: kallos doctor.' : 'Look at what kallos score says of it.',
        );
      }
      process.stdout.write(
        format === 'json'
          ? `${JSON.stringify(trace.data)}\n`
          : (acting ? toldTests : table)(item.artifact.id, trace),
      );
      if (acting) process.exitCode = exitOf(trace);
      else if (judgeProbes(trace).some(({ answer }) => FAULTS.has(answer))) process.exitCode = EXIT.found;
    }
  } finally {
    await renderer.close();
  }
}

const FAULTS: ReadonlySet<string> = new Set(['nothing', 'only-invisible', 'otherwise', 'broke-the-page']);

const SAID: Readonly<Record<JudgedProbe['answer'], string>> = {
  'as-expected': 'as expected',
  otherwise: 'otherwise',
  nothing: 'nothing',
  'only-invisible': 'invisible',
  'broke-the-page': 'broke it',
  'not-tried': 'not tried',
};

/** One line a probe: what became of it, on what, what was done, what happened. */
function table(id: string, trace: InteractionTrace): string {
  const { controls, untried } = trace.data;
  const rows = judgeProbes(trace)
    .filter(({ weight }) => weight > 0)
    .map((one) => [
      SAID[one.answer],
      one.control.kind,
      shorten(safeLine(one.control.name === '' ? one.control.selector : one.control.name), 28),
      shorten(safeLine(doneTo(one.probe)), 32),
      shorten(safeLine(one.happened), 70),
    ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => stringWidth(row[column]!))));
  const lines = rows.map((row) =>
    row.map((cell, i) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - stringWidth(cell)))).join('  '),
  );
  const left = untried.filter(({ why }) => why === 'budget').length;
  const alike = untried.filter(({ why }) => why === 'alike').length;
  const facts = [
    `${controls.length} controls`,
    `${rows.length} probes`,
    ...(left > 0 ? [`${left} not tried`] : []),
    ...(alike > 0 ? [`${alike} like others`] : []),
    `${(trace.cost.wallMs / 1000).toFixed(1)} s`,
  ];
  return `${safeLine(id)}: ${facts.join(', ')}\n${lines.map((line) => `  ${line.trimEnd()}\n`).join('')}`;
}
