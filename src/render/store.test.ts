import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from './assemble.js';
import type { Capture } from './capture.js';
import { captureFolder, readCapture, writeCapture } from './store.js';
import { visitOf, captureOfVisit } from './testing/visit.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kallos-store-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const capture = captureOfVisit(visitOf({ title: 'Stored' }));

/** The capture with one of its files, or its data, replaced; sealed again, so that only the names are wrong. */
function renamed(change: (data: Capture['data']) => Capture['data'], parts: Partial<Capture> = {}): Capture {
  const data = change(capture.data);
  return { ...capture, ...parts, data, hash: hashOf(data) };
}

describe('writeCapture and readCapture', () => {
  it('give back what was captured, under the same hash', async () => {
    const folder = await writeCapture(root, capture);
    expect(folder).toBe(captureFolder(root, capture.hash));
    const back = await readCapture(folder);
    expect(back.hash).toBe(capture.hash);
    expect(back.data).toEqual(capture.data);
    expect(back.timings).toEqual(capture.timings);
    for (const part of ['files', 'code'] as const) {
      expect([...back[part].keys()].sort()).toEqual([...capture[part].keys()].sort());
      for (const [name, bytes] of capture[part]) expect(Buffer.compare(back[part].get(name)!, bytes)).toBe(0);
    }
  });

  it.each(['page-desktop.png', 'code/index.html', 'code/css/site.css'])(
    'refuse a changed byte in %s',
    async (file) => {
      const path = join(await writeCapture(root, capture), file);
      const bytes = await readFile(path);
      bytes[0]! ^= 1;
      await writeFile(path, bytes);
      await expect(readCapture(join(path, file.replace(/[^/]+/g, '..')))).rejects.toMatchObject({
        code: 'KALLOS_CAPTURE_INVALID',
      });
    },
  );

  it('give data that was changed another hash', async () => {
    const folder = await writeCapture(root, capture);
    const path = join(folder, 'capture.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Stored', 'Forged'));
    await expect(readCapture(folder)).rejects.toMatchObject({ code: 'KALLOS_CAPTURE_INVALID' });
  });

  it('refuse what is no capture', async () => {
    await expect(readCapture(root)).rejects.toMatchObject({ code: 'KALLOS_CAPTURE_INVALID' });
    await writeFile(join(root, 'capture.json'), '{"schema":"kallos.capture/1"}');
    await expect(readCapture(root)).rejects.toMatchObject({ code: 'KALLOS_CAPTURE_INVALID' });
  });

  it('refuse names that lead out of the folder', async () => {
    const body = Buffer.from('outside');
    const hash = capture.data.artifact.files['index.html']!;
    for (const name of ['../escaped.html', '/tmp/escaped.html', 'a/../../escaped.html', '..']) {
      const evil = renamed((data) => ({ ...data, artifact: { ...data.artifact, files: { [name]: hash } } }), {
        code: new Map([[name, body]]),
      });
      await expect(writeCapture(root, evil)).rejects.toMatchObject({ code: 'KALLOS_CAPTURE_INVALID' });
    }
    const picture = renamed(
      (data) => ({ ...data, pictures: data.pictures.map((one) => ({ ...one, file: '../escaped.png' })) }),
      { files: new Map([['../escaped.png', body]]) },
    );
    await expect(writeCapture(root, picture)).rejects.toMatchObject({ code: 'KALLOS_CAPTURE_INVALID' });
    expect(await readdir(root)).toEqual([]);
  });

  it('refuse to read names that lead out of the folder', async () => {
    const folder = await writeCapture(root, capture);
    const data = {
      ...capture.data,
      pictures: capture.data.pictures.map((one) => ({ ...one, file: '../../secret' })),
    };
    await writeFile(join(folder, 'capture.json'), JSON.stringify(data));
    await expect(readCapture(folder)).rejects.toMatchObject({ code: 'KALLOS_CAPTURE_INVALID' });
  });

  it('let two writers write the same capture at once', async () => {
    const folders = await Promise.all(Array.from({ length: 5 }, () => writeCapture(root, capture)));
    expect(new Set(folders).size).toBe(1);
    expect(await readdir(root)).toHaveLength(1);
    expect((await readCapture(folders[0]!)).hash).toBe(capture.hash);
  });

  it('leave nothing half-written behind', async () => {
    const clash = {
      ...capture,
      code: new Map([
        ['a', Buffer.from('a')],
        ['a/b', Buffer.from('a file below a file')],
      ]),
    };
    await expect(writeCapture(root, clash)).rejects.toThrow();
    expect(await readdir(root)).toEqual([]);
  });
});
