import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { S3mini } from 's3mini';
import { KallosError } from '../errors.js';
import { captureFolder, filesOfCapture, readCapture } from '../render/index.js';
import { isNameInCapture, type CaptureStore } from './captures.js';

/**
 * Captures in an S3-compatible bucket, named "s3://bucket/prefix". Keys and endpoint are those of the variables that AWS's
 * own tools read: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL. The bucket's
 * own lifecycle rules say how long a capture is kept.
 * @throws KallosError KALLOS_USAGE when the place is none, or a key is missing
 */
export function createBucketStore(place: string, env: NodeJS.ProcessEnv = process.env): CaptureStore {
  const { hostname: bucket, pathname } = URL.canParse(place)
    ? new URL(place)
    : { hostname: '', pathname: '' };
  const {
    AWS_ACCESS_KEY_ID: accessKeyId = '',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
    AWS_REGION: region = 'us-east-1',
    AWS_ENDPOINT_URL: everywhere = `https://s3.${region}.amazonaws.com`,
    AWS_ENDPOINT_URL_S3: server = everywhere,
  } = env;
  if (bucket === '' || accessKeyId === '' || secretAccessKey === '') {
    throw new KallosError(
      'KALLOS_USAGE',
      bucket === '' ? `"${place}" names no bucket.` : `Nothing says who writes to the bucket ${bucket}.`,
      'Name it as s3://bucket/prefix, and set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, for servers other than AWS, AWS_ENDPOINT_URL_S3.',
    );
  }
  const endpoint = `${server.replace(/\/$/, '')}/${bucket}`;
  const s3 = new S3mini({ accessKeyId, secretAccessKey, endpoint, region });
  const prefix = pathname.replace(/^\//, '').replace(/([^/])$/, '$1/');
  const keyOf = (hash: string, file: string) => `${prefix}${hash.replace(':', '-')}/${file}`;
  const ownerOf = (hash: string, owner: string) => `${prefix}owners/${hash.replace(':', '-')}/${owner}`;
  // The one that is written last: a capture is there whole or not at all.
  const LAST = 'capture.json';
  const isThere = async (key: string) => (await s3.objectExists(key)) === true;

  return {
    async put(capture) {
      if (await isThere(keyOf(capture.hash, LAST))) return;
      const files = filesOfCapture(capture).map(([file, bytes]): [string, Uint8Array | string] => [
        file.split(sep).join('/'),
        bytes,
      ]);
      const write = ([file, bytes]: [string, Uint8Array | string]) =>
        s3.putObject(keyOf(capture.hash, file), bytes);
      await Promise.all(files.filter(([file]) => file !== LAST).map(write));
      await Promise.all(files.filter(([file]) => file === LAST).map(write));
    },
    async load(hash) {
      const root = await mkdtemp(join(tmpdir(), 'kallos-capture-'));
      try {
        const folder = captureFolder(root, hash);
        const objects = (await s3.listObjects('/', keyOf(hash, ''))) ?? [];
        for (const { Key: key } of objects) {
          const bytes = await s3.getObjectArrayBuffer(key);
          if (bytes === null) return null;
          const path = join(folder, key.slice(keyOf(hash, '').length));
          if (relative(folder, path).startsWith('..')) return null;
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, new Uint8Array(bytes));
        }
        return await readCapture(folder).catch(() => null);
      } finally {
        await rm(root, { recursive: true, force: true });
      }
    },
    async grant(hash, owner) {
      if (!(await isThere(keyOf(hash, LAST)))) return false;
      await s3.putObject(ownerOf(hash, owner), '1');
      return true;
    },
    async read(hash, file, owner) {
      if (!isNameInCapture(hash, file) || !(await isThere(ownerOf(hash, owner)))) return null;
      const bytes = await s3.getObjectArrayBuffer(keyOf(hash, file));
      return bytes === null ? null : new Uint8Array(bytes);
    },
  };
}
