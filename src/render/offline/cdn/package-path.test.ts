import { describe, expect, test } from 'vitest';
import { filePath, packagePath } from './package-path.js';

describe('a package, a range and a path', () => {
  test.each([
    ['three', { name: 'three', range: null, path: '' }],
    ['three@0.160.0', { name: 'three', range: '0.160.0', path: '' }],
    ['chart.js@4/dist/chart.umd.js', { name: 'chart.js', range: '4', path: 'dist/chart.umd.js' }],
    ['chart.js/dist/chart.umd.js', { name: 'chart.js', range: null, path: 'dist/chart.umd.js' }],
    [
      '@popperjs/core@^2.11.0/dist/umd/popper.min.js',
      { name: '@popperjs/core', range: '^2.11.0', path: 'dist/umd/popper.min.js' },
    ],
    ['@tailwindcss/browser@4', { name: '@tailwindcss/browser', range: '4', path: '' }],
    ['%40tailwindcss/browser%404', { name: '@tailwindcss/browser', range: '4', path: '' }],
    ['lucide@latest', { name: 'lucide', range: 'latest', path: '' }],
    ['vue@%3E=3%20%3C4/dist/vue.global.js', { name: 'vue', range: '>=3 <4', path: 'dist/vue.global.js' }],
    ['vue@/dist/vue.global.js', { name: 'vue', range: null, path: 'dist/vue.global.js' }],
    ['a@1/files/b@2x.png', { name: 'a', range: '1', path: 'files/b@2x.png' }],
    ['a@1/%E2%9C%93 b.svg', { name: 'a', range: '1', path: '✓ b.svg' }],
  ])('%s', (text, expected) => {
    expect(packagePath(text)).toEqual(expected);
  });

  test.each([
    '',
    '@',
    '@scope',
    '@scope/',
    '.hidden',
    '_private',
    '../three',
    'three@1/../../etc/passwd',
    'three@1/%2e%2e/%2e%2e/etc/passwd',
    'three@1/a%2f..%2f..%2fb',
    'three@1/a%5c..%5cb',
    'three@1/a%00b',
    'three@1/C:/b',
    'three@1//b',
    'three@1/dist/',
    'three@1/./b',
    'three@%2e%2e/b',
    'three@`rm`/b',
    'three@%zz',
    `${'a'.repeat(215)}@1`,
    `three@${'1'.repeat(65)}`,
  ])('%j is none', (text) => {
    expect(packagePath(text)).toBeNull();
  });
});

test('paths out of URLs are decoded, and refused where they step out of their folder', () => {
  expect(filePath('/css/all.min.css')).toBe('css/all.min.css');
  expect(filePath('/a%20b.js')).toBe('a b.js');
  expect(filePath('/a/%2e%2e/b.js')).toBeNull();
  expect(filePath('/a%2f%2e%2e%2fb.js')).toBeNull();
  expect(filePath('/%')).toBeNull();
});
