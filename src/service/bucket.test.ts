import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureOfVisit, visitOf } from '../render/testing/visit.js';
import { createBucketStore } from './bucket.js';

interface Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => Server;

describe('captures in a bucket', () => {
  let folder: string;
  let server: Server;
  const env: NodeJS.ProcessEnv = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
  const capture = captureOfVisit(visitOf({ title: 'Kept elsewhere' }));
  const [picture] = capture.data.pictures;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kallos-s3-'));
    const configureBuckets = [{ name: 'captures' }];
    server = new S3rver({ directory: folder, port: 0, address: '127.0.0.1', silent: true, configureBuckets });
    env['AWS_ENDPOINT_URL_S3'] = `http://127.0.0.1:${(await server.run()).port}`;
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('come back as they were, also to another process', async () => {
    await createBucketStore('s3://captures/pages', env).put(capture);
    const store = createBucketStore('s3://captures/pages', env);
    await store.put(capture);
    const back = await store.load(capture.hash);
    expect(back?.hash).toBe(capture.hash);
    expect(back?.data).toEqual(capture.data);
    expect([...back!.files.keys()].toSorted()).toEqual([...capture.files.keys()].toSorted());
    expect([...back!.code.keys()].toSorted()).toEqual([...capture.code.keys()].toSorted());
  });

  it('are read by who had them made, and by nobody else', async () => {
    const store = createBucketStore('s3://captures/pages', env);
    await store.put(capture);
    expect(await store.read(capture.hash, 'capture.json', 'mine')).toBeNull();
    await store.grant(capture.hash, 'mine');
    const read = await store.read(capture.hash, 'capture.json', 'mine');
    expect(JSON.parse(Buffer.from(read!).toString())).toEqual(capture.data);
    const pixels = await store.read(capture.hash, picture!.file, 'mine');
    expect(Buffer.compare(pixels!, capture.files.get(picture!.file)!)).toBe(0);
    expect(await store.read(capture.hash, 'capture.json', 'theirs')).toBeNull();
    expect(await store.read(capture.hash, '../owners/x', 'mine')).toBeNull();
  });

  it('are null where there are none', async () => {
    const store = createBucketStore('s3://captures', env);
    const hash = `sha256:${'0'.repeat(64)}`;
    expect(await store.load(hash)).toBeNull();
    await store.grant(hash, 'mine');
    expect(await store.read(hash, 'capture.json', 'mine')).toBeNull();
  });

  it('need a bucket and keys', () => {
    expect(() => createBucketStore('s3://', env)).toThrow(/names no bucket/);
    expect(() => createBucketStore('s3://captures', {})).toThrow(/who writes/);
  });
});
