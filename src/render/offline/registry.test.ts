import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from './addresses.js';
import { createRegistry, type Registry } from './registry.js';
import { integrityOf, packageOf, startRegistry, type TestRegistry } from './testing/registry.js';

let folder: string;
let server: TestRegistry;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-registry-'));
  server = await startRegistry([
    await packageOf('@scope/a', '1.0.0', {}, { dependencies: { b: '^1' } }),
    await packageOf('@scope/a', '1.1.0'),
  ]);
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const registry = (env: NodeJS.ProcessEnv = { KALLOS_REGISTRY: server.url }): Registry =>
  createRegistry({ env, idleMs: 2000, pauses: [10] });
const into = (): string => join(folder, 'a.tgz');

describe('what is asked', () => {
  it('metadata: versions, tags, dependencies', async () => {
    const about = await registry().metadata('@scope/a');
    expect(about?.['dist-tags']).toEqual({ latest: '1.1.0' });
    expect(Object.keys(about!.versions)).toEqual(['1.0.0', '1.1.0']);
    expect(about!.versions['1.0.0']!.dependencies).toEqual({ b: '^1' });
  });

  it('a tarball, whose hash is returned', async () => {
    const integrity = await registry().tarball('@scope/a', '1.0.0', into());
    expect(integrityOf(await readFile(into()))).toBe(integrity);
  });

  it('no such package is null, also when no package can have the name', async () => {
    expect(await registry().metadata('nobody-has-this')).toBeNull();
    expect(await registry().metadata('../-/all')).toBeNull();
    expect(server.requests).toEqual(['/nobody-has-this']);
  });

  it('an answer that is no metadata is an error of the registry', async () => {
    for (const body of ['<html>', '[]', '{"versions":{"1.0.0":{}}}']) {
      server.fail('/@scope/a', { kind: 'bytes', body: Buffer.from(body) });
      await expect(registry().metadata('@scope/a')).rejects.toMatchObject({ code: 'KALLOS_REGISTRY' });
    }
  });

  it('500 MB are not read to their end', async () => {
    server.fail('/@scope/a/-/', { kind: 'endless', bytes: 500e6 });
    await expect(registry().tarball('@scope/a', '1.0.0', into())).rejects.toMatchObject({
      code: 'KALLOS_PACKAGE_REFUSED',
    });
    expect((await stat(into())).size).toBeLessThanOrEqual(200e6);
    expect(server.sent()).toBeLessThan(250e6);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the address', () => {
  it('is KALLOS_REGISTRY before npm_config_registry', async () => {
    const env = { KALLOS_REGISTRY: server.url, npm_config_registry: 'http://127.0.0.1:1/' };
    expect(await registry(env).metadata('@scope/a')).not.toBeNull();
    expect(await registry({ npm_config_registry: server.url }).metadata('@scope/a')).not.toBeNull();
  });

  it('is what npm says otherwise, asked once and only when something is fetched', async () => {
    // Stands in for npm, which would read the configuration of this machine.
    const bin = join(folder, 'bin');
    await mkdir(bin);
    const npm = `#!/bin/sh\necho x >> "${folder}/asked"\necho "registry=${server.url}"\necho "proxy=null"\necho "cafile="\n`;
    await writeFile(join(bin, 'npm'), npm);
    await chmod(join(bin, 'npm'), 0o755);
    const source = registry({ PATH: `${bin}${delimiter}${process.env.PATH}` });
    expect(await readdir(folder)).not.toContain('asked');
    await source.metadata('@scope/a');
    await source.tarball('@scope/a', '1.0.0', into());
    expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('x\n');
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['is none', { KALLOS_REGISTRY: 'nonsense' }],
    ['cannot be asked for', { PATH: '/nowhere' }],
  ])('that %s is an error with advice', async (_, env) => {
    await expect(registry(env).metadata('@scope/a')).rejects.toMatchObject({
      code: 'KALLOS_REGISTRY',
      help: expect.stringContaining('KALLOS_REGISTRY') as string,
    });
  });

  it('takes credentials for it as npm does', async () => {
    const seen: (string | undefined)[] = [];
    const guarded = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    });
    const url = await listen(guarded);
    const host = new URL(url).host;
    await registry({ KALLOS_REGISTRY: url, [`npm_config_//${host}/:_authToken`]: 'token' }).metadata('a');
    await registry({ KALLOS_REGISTRY: url, [`npm_config_//elsewhere/:_authToken`]: 'token' }).metadata('a');
    expect(seen).toEqual(['Bearer token', undefined]);
    guarded.close();
  });

  it('may be behind a proxy', async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('request', (request, response) => {
      asked.push(request.url!);
      response.end('{}');
    });
    const url = await listen(proxy);
    await registry({ KALLOS_REGISTRY: 'http://registry.example/', http_proxy: url }).metadata('a');
    expect(asked).toEqual(['http://registry.example/a']);
    proxy.close();
  });
});

describe('a redirect', () => {
  it('within the registry is followed', async () => {
    server.fail('/@scope/a/-/a-1.0.0.tgz', { kind: 'redirect', to: '/@scope/a/-/a-1.1.0.tgz' });
    await registry().tarball('@scope/a', '1.0.0', into());
    expect(server.requests).toHaveLength(2);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433'])(
    'to another server at %s is refused before it is connected to',
    async (host) => {
      let connections = 0;
      const victim = createServer((_, response) => response.end('secret'));
      victim.on('connection', () => connections++);
      const { port } = new URL(await listen(victim));
      server.fail('/', { kind: 'redirect', to: `http://${host}:${port}/x` });
      for (const ask of [
        () => registry().metadata('@scope/a'),
        () => registry().tarball('@scope/a', '1.0.0', into()),
      ])
        await expect(ask()).rejects.toMatchObject({ code: 'KALLOS_PACKAGE_REFUSED' });
      expect(connections).toBe(0);
      victim.close();
    },
  );

  it.each(['http://169.254.169.254/latest/meta-data/', 'https://10.0.0.1/', 'http://192.168.0.1:8080/'])(
    'to %s is refused',
    async (to) => {
      server.fail('/', { kind: 'redirect', to });
      await expect(registry().metadata('@scope/a')).rejects.toThrow(/private network/);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('that never ends is given up', async () => {
    server.fail('/', { kind: 'redirect', to: '/again' });
    await expect(registry().metadata('@scope/a')).rejects.toMatchObject({ code: 'KALLOS_REGISTRY' });
  });
});

it.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['8.8.8.8', true],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fd00:ec2::254', false],
  ['fe80::1%eth0', false],
  ['ff02::1', false],
  ['2606:4700::1111', true],
  ['registry.example', false],
])('%s is public: %s', (address, is) => expect(isPublicAddress(address)).toBe(is));

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
