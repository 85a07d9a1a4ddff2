import { describe, expect, test } from 'vitest';
import type { PackageManifest } from '../schema.js';
import { pickAnywhere, pickExactly, pickJsdelivr, pickUnpkg } from './pick.js';

const manifest = (fields: Partial<PackageManifest> = {}): PackageManifest => ({
  name: 'a',
  version: '1.0.0',
  ...fields,
});

describe('what jsDelivr sends', () => {
  test('the file named, as it is', () => {
    expect(pickJsdelivr('dist/a.min.js')(['dist/a.js', 'dist/a.min.js'], manifest())).toEqual({
      path: 'dist/a.min.js',
      minify: false,
    });
  });

  test.each(['dist/a.min.js', 'dist/a.min.css'])(
    '%s minified, where only its source is published',
    (path) => {
      const source = path.replace('.min', '');
      expect(pickJsdelivr(path)([source], manifest())).toEqual({ path: source, minify: true });
    },
  );

  test.each([
    ['jsdelivr before all', { jsdelivr: './j.min.js', browser: 'b.min.js', main: 'm.min.js' }, 'j.min.js'],
    ['browser before main', { browser: 'b.min.js', main: 'm.min.js' }, 'b.min.js'],
    ['main where browser is a map', { browser: { './m.js': './b.js' }, main: 'm.min.js' }, 'm.min.js'],
    ['index.js where nothing is said', {}, 'index.js'],
    ['main without its ending', { main: 'm.min' }, 'm.min.js'],
    ['main as a folder', { main: './lib/' }, 'lib/index.js'],
  ])('the default file: %s', (_, fields, expected) => {
    const paths = ['j.min.js', 'b.js', 'b.min.js', 'm.min.js', 'index.js', 'lib/index.js'];
    expect(pickJsdelivr('')(paths, manifest(fields))?.path).toBe(expected);
  });

  test('the default file minified: the one beside it, or made', () => {
    expect(pickJsdelivr('')(['dist/a.js', 'dist/a.min.js'], manifest({ main: 'dist/a.js' }))).toEqual({
      path: 'dist/a.min.js',
      minify: false,
    });
    expect(pickJsdelivr('')(['dist/a.js'], manifest({ main: 'dist/a.js' }))).toEqual({
      path: 'dist/a.js',
      minify: true,
    });
    expect(pickJsdelivr('')(['a.wasm'], manifest({ main: 'a.wasm' }))).toEqual({
      path: 'a.wasm',
      minify: false,
    });
  });

  test('nothing for a path that is not there, whatever lies beside it', () => {
    expect(pickJsdelivr('a.js')(['dist/a.js'], manifest())).toBeNull();
    expect(pickJsdelivr('dist')(['dist/index.js'], manifest())).toBeNull();
  });
});

describe('what unpkg sends', () => {
  test.each([
    ['dist/a.js', 'dist/a.js'],
    ['dist/a', 'dist/a.js'],
    ['data', 'data.json'],
    ['lib', 'lib/index.js'],
  ])('%s is %s', (path, expected) => {
    expect(pickUnpkg(path)(['dist/a.js', 'data.json', 'lib/index.js'], manifest())?.path).toBe(expected);
  });

  test('without a path, the field `unpkg`, then `main`', () => {
    const paths = ['u.js', 'm.js', 'b.js'];
    expect(pickUnpkg('')(paths, manifest({ unpkg: 'u.js', browser: 'b.js', main: 'm.js' }))?.path).toBe(
      'u.js',
    );
    expect(pickUnpkg('')(paths, manifest({ browser: 'b.js', main: './m.js' }))?.path).toBe('m.js');
  });

  test('nothing is minified there', () => {
    expect(pickUnpkg('a.min.js')(['a.js'], manifest())).toBeNull();
  });
});

describe('what a CDN with folders of its own means', () => {
  test('a build goes before a source of the same name', () => {
    const paths = [
      'ScrollTrigger.js',
      'dist/ScrollTrigger.js',
      'esm/ScrollTrigger.js',
      'src/ScrollTrigger.js',
    ];
    expect(pickAnywhere('ScrollTrigger.js')(paths, manifest())?.path).toBe('dist/ScrollTrigger.js');
  });

  test('a file as named, in any folder, goes before one that must be minified', () => {
    const paths = ['gsap.js', 'dist/gsap.min.js'];
    expect(pickAnywhere('gsap.min.js', [''])(paths, manifest())).toEqual({
      path: 'dist/gsap.min.js',
      minify: false,
    });
  });

  test('a known folder goes before the likeliest', () => {
    const paths = ['dist/locale/fr.js', 'locale/fr.js'];
    expect(pickAnywhere('locale/fr.js', [''])(paths, manifest())?.path).toBe('locale/fr.js');
    expect(pickAnywhere('locale/fr.min.js', [''])(paths, manifest())).toEqual({
      path: 'locale/fr.js',
      minify: true,
    });
  });

  test('only whole names count', () => {
    expect(pickAnywhere('a.js')(['dist/ba.js'], manifest())).toBeNull();
  });

  test('exact candidates: the first that is there', () => {
    expect(pickExactly('a.js', 'b.js')(['b.js', 'dist/a.js'], manifest())?.path).toBe('b.js');
  });
});
