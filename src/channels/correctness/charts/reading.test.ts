import { describe, expect, it } from 'vitest';
import { fitOf } from './bars.js';
import { fullness, outlineOf } from '../paths.js';
import { numberOf } from './numbers.js';

describe('numbers of charts', () => {
  it.each([
    ['1,200', 1200, ''],
    ['$3.4M', 3.4e6, '$'],
    ['-7 °C', -7, '°C'],
    ['−7', -7, ''],
    ['45 %', 45, '%'],
    ['-$20k', -20_000, '$'],
    ['2 500 km', 2500, 'km'],
    ['0,5', 0.5, ''],
  ])('reads %s', (text, value, unit) => {
    expect(numberOf(text)).toEqual({ value, unit });
  });

  it.each(['Bus 30%', 'Q1 2024', '3 of 4', '12:30', '2024-01', ''])('takes %j for words', (text) => {
    expect(numberOf(text)).toBeNull();
  });
});

describe('paths', () => {
  const turns = (d: string) => outlineOf(d)!.steps.flatMap(({ arc }) => (arc ? [arc.turn / Math.PI] : []));

  it('tell how far an arc turns, however its flags are written', () => {
    expect(turns('M0,-10A10,10 0 0 1 10,0L0,0Z')[0]).toBeCloseTo(0.5);
    expect(turns('M0,-10a10,10,0,1,1,-10,10L0,0Z')[0]).toBeCloseTo(1.5);
    expect(turns('M0-10A10 10 0 0110 0L0 0Z')[0]).toBeCloseTo(0.5);
  });

  it('tell a rectangle, also with rounded corners, from a triangle', () => {
    expect(fullness(outlineOf('M0 0h10v20h-10z')!)).toBe(1);
    expect(fullness(outlineOf('M1 0H9A1 1 0 0 1 10 1V20H0V1A1 1 0 0 1 1 0Z')!)).toBeGreaterThan(0.95);
    expect(fullness(outlineOf('M0 0L10 0L5 10Z')!)).toBe(0.5);
  });

  it('are not read when they are something else', () => {
    expect(outlineOf('M0 0 L nonsense')).toBeNull();
    expect(outlineOf('M0 0L1 1M5 5L6 6')).toBeNull();
  });
});

describe('scales of bars', () => {
  it('begin at zero, or are cut off, or logarithmic', () => {
    expect(fitOf([10, 20, 30], [100, 200, 300], 0.05)).toMatchObject({ scale: 'zero', off: [] });
    expect(fitOf([60, 70, 80], [20, 120, 220], 0.05)).toMatchObject({ scale: 'cut', off: [] });
    expect(fitOf([10, 100, 1000, 10000], [50, 100, 150, 200], 0.05)).toMatchObject({ scale: 'log', off: [] });
  });

  it('show the bar that does not follow', () => {
    expect(fitOf([10, 20, 30, 40], [100, 200, 90, 400], 0.05)!.off).toEqual([{ index: 2, expected: 300 }]);
  });

  it('are not found where the numbers are others', () => {
    expect(fitOf([1, 2, 3, 4, 5], [300, 20, 180, 90, 240], 0.05)).toBeNull();
    expect(fitOf([-10, 20, 30], [100, 200, 300], 0.05)).toBeNull();
  });
});
