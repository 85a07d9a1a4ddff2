import { Buffer } from 'node:buffer';
import { request } from 'node:http';
import { URL } from 'node:url';
import { randomFrom } from '../../dist/bench/bootstrap.js';

/** Routes that say nothing of their bodies: the trainers' own formats. */
const FOREIGN = {
  '/openrlhf': { query: ['a'], prompts: ['a'], labels: ['a'] },
  '/slime': { prompt: 'a', response: 'a', label: 'a' },
  '/verify': { responses_create_params: { input: [] }, response: { output: [] } },
  '/aggregate_metrics': { verify_responses: [{ reward: 1 }] },
  '/seed_session': {},
  '/reset': { prompt: 'a', max_turns: 1, brief: {} },
  '/step': { action: { response: 'a' } },
};
const READ = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/schema',
  '/state',
  '/health',
  '/metadata',
  '/ws',
];
const HASH = `sha256:${'0'.repeat(64)}`;
const PATHS = [
  '..',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%00',
  HASH,
  `${HASH}/capture.json`,
  `${HASH}/..%2f..`,
  '%',
  '%E0%A4%A',
];
/** What is no path, or none that a client of good manners would send. */
const ODD = [
  '//',
  '///a:b',
  '//healthz',
  '/%',
  '/%%%',
  '/%E0%A4%A',
  '/\\..\\..',
  '/;a=b',
  '/?',
  '/v1//score',
  '/HEALTHZ',
  '/healthz/',
  '/healthz%00',
  'http://kallos/healthz',
  'http://kallos/v1/score',
  'http://127.0.0.1:1/metrics',
  'file:///etc/passwd',
  '*',
  `/${'a'.repeat(9000)}`,
  `/${'a/'.repeat(2000)}`,
  `/v1/captures/${'a'.repeat(9000)}`,
];
/** Answered to everyone. */
const OPEN = ['/healthz', '/readyz', '/health'];
/** Deeper than anything that walks a value by calling itself gets. */
const DEPTH = 30_000;
const DEEP = [`${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`, `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`];
const TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'application/xml',
  '',
];

/**
 * Bad requests, made from what the service says it takes: bodies that nearly fit, with values of other types, keys too
 * many or too few, numbers and texts beyond their ranges; bodies that are no JSON, or nested without end; paths that lead
 * elsewhere or are none; and a token that is known, wrong or not there.
 * @param {{paths: Record<string, Record<string, any>>}} openapi
 * @returns {Generator<import('./requests.js').BadRequest, void>}
 */
export function* badRequests(openapi, count, seed) {
  const random = randomFrom(seed);
  const pick = (values) => values[Math.floor(random() * values.length)];
  const odd = () =>
    pick([
      null,
      true,
      -1,
      0,
      1e308,
      0.5,
      '',
      'a',
      '\u0000',
      '../../../etc/passwd',
      'file:///etc/passwd',
      'http://127.0.0.1:1/',
      '\ud800',
      'x'.repeat(3000),
      [],
      {},
      [[[[[[[[]]]]]]]],
      { constructor: { prototype: { polluted: 1 } } },
    ]);

  const valueFor = (schema, depth) => {
    if (schema === undefined || schema === true || depth > 8 || random() < 0.06) return odd();
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (branches) return valueFor(pick(branches), depth + 1);
    switch (schema.type) {
      case 'object': {
        const entries = Object.entries(schema.properties ?? {})
          .filter(([name]) => (schema.required ?? []).includes(name) || random() < 0.4)
          .filter(() => random() > 0.04)
          .map(([name, inner]) => [name, valueFor(inner, depth + 1)]);
        if (random() < 0.05) entries.push([pick(['url', 'unsafe', 'path', 'a'.repeat(200)]), odd()]);
        return Object.fromEntries(entries);
      }
      case 'array':
        return Array.from({ length: Math.floor(random() * 3) }, () => valueFor(schema.items, depth + 1));
      case 'string':
        return pick(['', 'a', 'No page here.', 'ü'.repeat(50), 'x'.repeat(300)]);
      case 'integer':
      case 'number':
        return pick([0, 1, 2, -1, 1e9, 0.25, 50]);
      case 'boolean':
        return random() < 0.5;
      default:
        return odd();
    }
  };
  const bent = (value) => {
    if (random() < 0.15) return odd();
    if (Array.isArray(value)) return value.map(bent);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, inner]) => (random() < 0.1 ? [] : [[name, bent(inner)]])),
      );
    return value;
  };
  const text = (value) => {
    const json = JSON.stringify(value);
    const fate = random();
    if (fate < 0.04) return json.slice(0, Math.floor(random() * json.length));
    if (fate < 0.06) return json.replace('{', '{"__proto__":{"polluted":1},');
    if (fate < 0.08) return pick(['', '{', 'null', '[]', '"', '\u0000', '1e999', ...DEEP]);
    if (fate < 0.1) return json.replace('{', `{"deep":${pick(DEEP)},`);
    if (fate < 0.12) return json.replace('"a"', pick(DEEP));
    return json;
  };

  const documented = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content?.['application/json']?.schema;
      return schema ? [{ path, method: method.toUpperCase(), schema }] : [];
    }),
  );
  for (let i = 0; i < count; i++) {
    const contentType = pick(TYPES);
    const token = random() < 0.8 ? 'known' : pick(['wrong', 'absent']);
    const kind = random();
    if (kind < 0.55) {
      const { path, method, schema } = pick(documented);
      yield { path, method, body: text(valueFor(schema, 0)), contentType, token };
    } else if (kind < 0.85) {
      const [path, shape] = pick(Object.entries(FOREIGN));
      const query = pick(['', '', '?as=number', '?deadlineMs=-1', '?run=%00', '?deadlineMs=abc&run[]=1']);
      yield { path: path + query, method: 'POST', body: text(bent(shape)), contentType, token };
    } else if (kind < 0.9) {
      yield { path: `/v1/captures/${pick(PATHS)}`, method: 'GET', body: undefined, contentType, token };
    } else if (kind < 0.95) {
      yield {
        path: pick(ODD),
        method: pick(['GET', 'POST', 'OPTIONS', 'HEAD']),
        body: undefined,
        contentType,
        token,
      };
    } else {
      yield {
        path: pick(READ),
        method: pick(['GET', 'DELETE', 'OPTIONS', 'HEAD']),
        body: undefined,
        contentType,
        token,
      };
    }
  }
}

/** Sends a request as it is: `fetch` would put odd paths right. */
export function send(url, known, { method, path, body, contentType, token }) {
  const authorization = { known: `Bearer ${known}`, wrong: 'Bearer of-nobody', absent: undefined }[token];
  const headers = {
    ...(authorization && { authorization }),
    ...(body !== undefined && { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
  };
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString('utf8') }),
      );
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** What is wrong with an answer: a failure of the service, a secret, or work for who has no token; null where nothing is. */
export function faultOf({ path, body, token }, { status, text }, secrets) {
  if (status >= 500) return `${status}`;
  const secret = leaks(text, body ?? '', secrets);
  if (secret !== null) return `tells ${secret}`;
  const isOpen = OPEN.some((route) => path.endsWith(route));
  return token !== 'known' && status < 400 && !isOpen ? `${status} without a token` : null;
}

/** The secret in an answer that was not in what was sent; null where there is none. */
function leaks(answer, sent, secrets) {
  return secrets.find((secret) => answer.includes(secret) && !sent.includes(secret)) ?? null;
}
