// Proves the wire against a server that we did not write: `transformers serve` with a tiny vision model of random weights.
// What such a model says is noise, and noise must end as "failed" or as a pair without a winner, never as a score.
//
//   python3 -m venv VENV && VENV/bin/pip install torch==2.13.0 'transformers[serving]==5.24.0' pillow
//   node benchmarks/models/real-server.js VENV
//
// Any OpenAI-compatible server can be asked instead: node benchmarks/models/real-server.js http://127.0.0.1:8000/v1 MODEL
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import console from 'node:console';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, URL } from 'node:url';
import { extract, createRenderer, judgeCapture } from '../../dist/index.js';
import { judgeGroup } from '../../dist/channels/visual/group/judge.js';
import { rubricJudge } from '../../dist/channels/visual/rubric/judge.js';
import { vlmJudge } from '../../dist/channels/visual/vlm/judge.js';
import { createModels } from '../../dist/models/models.js';
import { modelsSchema } from '../../dist/models/settings.js';

const OFFLINE = { HF_HUB_OFFLINE: '1', TRANSFORMERS_OFFLINE: '1', HF_HUB_DISABLE_TELEMETRY: '1' };
const BRIEF = { prompt: 'A page of opening hours' };
const RUBRIC = {
  criteria: [
    { name: 'first', text: 'Does the title stand out first?', weight: 1, choices: ['no', 'partly', 'yes'] },
    { name: 'calm', text: 'Is the page calm?', weight: 0.7, choices: ['no', 'partly', 'yes'] },
  ],
  about: {},
  elements: [],
};
const page = (body) =>
  `<!doctype html><html lang="en"><title>Hours</title><body style="font-family:sans-serif">${body}</body></html>`;
const PAGES = ['<h1>Opening hours</h1><p>Nine to five.</p>', '<p>Opening hours</p><h2>Nine to five.</h2>'];

const [, , where, name] = process.argv;
if (!where) {
  console.error('Usage: node benchmarks/models/real-server.js VENV | ADDRESS MODEL');
  process.exit(2);
}
const server = /^https?:/.test(where) ? { address: where, model: name, stop: () => {} } : await start(where);
try {
  process.exitCode = (await prove(server)) ? 0 : 1;
} finally {
  server.stop();
}

async function start(venv) {
  const folder = mkdtempSync(join(tmpdir(), 'kallos-real-server-'));
  const model = join(folder, 'tiny');
  const script = fileURLToPath(new URL('tiny-vision-model.py', import.meta.url));
  const env = { ...process.env, ...OFFLINE };
  execFileSync(join(venv, 'bin/python'), [script, model], { env, stdio: ['ignore', 'inherit', 'ignore'] });
  const port = await freePort();
  const log = openSync(join(folder, 'log'), 'w');
  const args = ['serve', model, '--host', '127.0.0.1', '--port', String(port), '--device', 'cpu'];
  const child = spawn(join(venv, 'bin/transformers'), args, { env, stdio: ['ignore', log, log] });
  const stop = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  const address = `http://127.0.0.1:${port}/v1`;
  for (let i = 0; i < 120; i++) {
    if (child.exitCode !== null) throw new Error(`transformers serve ended with ${child.exitCode}`);
    const up = await globalThis.fetch(`${address}/models`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return { address, model, stop };
    await sleep(1000);
  }
  stop();
  throw new Error('transformers serve did not start within two minutes');
}

async function prove({ address, model }) {
  const settings = modelsSchema.parse({
    judge: { provider: 'openai-compatible', baseURL: address, model, concurrency: 1, timeoutSeconds: 60 },
    answers: 'off',
  });
  const { judge } = createModels(settings, process.env);
  const probe = await judge.probe();
  tell('probe, with a picture', `${probe.state}: ${probe.fact.replace(model, 'tiny')}`);
  const { text, inputTokens, outputTokens } = await judge
    .ask({ prompt: 'Say something.', maxTokens: 64 })
    .catch(({ code, message }) => ({ text: `${code}: ${message}`.replace(model, 'tiny') }));
  tell(
    'words',
    `${JSON.stringify(text.slice(0, 60))} (${inputTokens ?? '?'} -> ${outputTokens ?? '?'} tokens)`,
  );

  const renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
  const captures = [];
  for (const body of PAGES)
    captures.push(await renderer.render(extract(page(body), { kind: 'website' }), BRIEF));
  await renderer.close();

  let isSound = probe.state === 'ok';
  const judges = {
    vlm: vlmJudge(judge, { samples: 1 }),
    rubric: rubricJudge(judge, { samples: 1, rubric: RUBRIC }),
  };
  for (const [id, one] of Object.entries(judges)) {
    const { channels } = await judgeCapture(captures[0], BRIEF, { judge: one, channels: ['visual'] });
    const { status, score, reason } = channels.visual;
    isSound &&= status === 'failed' && score === null;
    tell(`judge ${id}`, `${status}, score ${score}: ${String(reason).replace(model, 'tiny').slice(0, 120)}`);
  }
  const { pairs, rollouts } = await judgeGroup(captures, BRIEF, { model: judge });
  isSound &&= pairs.every(({ winner }) => winner === null) && rollouts.every(({ score }) => score === null);
  tell(
    'group of two',
    `winner ${pairs[0].winner}: ${String(pairs[0].error).replace(model, 'tiny').slice(0, 120)}`,
  );
  const { calls, repairs, failures } = judge.usage();
  tell('requests', `${calls} answered, ${repairs} of them repairs, ${failures} questions without an answer`);
  console.log(isSound ? 'Noise became no score.' : 'NOT SOUND: noise became a score, or the wire failed.');
  return isSound;
}

function tell(what, said) {
  console.log(`${what.padEnd(24)}${said}`);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
