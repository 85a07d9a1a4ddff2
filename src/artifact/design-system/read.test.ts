import { describe, expect, it } from 'vitest';
import { readDesignSystem } from './read.js';

describe('readDesignSystem', () => {
  it('reads design tokens: inherited types, aliases, composites, objects', () => {
    const tokens = {
      color: {
        $type: 'color',
        tide: { $value: '#0b4f6c' },
        brand: { $value: '{color.tide}' },
        foam: { $value: { colorSpace: 'srgb', components: [1, 1, 1], alpha: 0.5 } },
      },
      font: { body: { $type: 'fontFamily', $value: ['Inter', 'sans-serif'] } },
      space: { $type: 'dimension', s: { $value: '8px' }, m: { $value: { value: 1, unit: 'rem' } } },
      radius: { $type: 'dimension', card: { $value: '12px' } },
      heading: {
        $type: 'typography',
        $value: { fontFamily: 'Fraunces', fontSize: '2rem', fontWeight: 600, lineHeight: 1.2 },
      },
      ring: { $type: 'border', $value: { color: '#ff0000', width: '1px', style: 'solid' } },
    };
    expect(readDesignSystem(JSON.stringify(tokens))).toEqual({
      colors: [
        { name: 'color.tide', value: '#0b4f6c' },
        { name: 'color.foam', value: '#ffffff80' },
        { name: 'ring', value: '#ff0000' },
      ],
      fonts: [
        { name: 'font.body', value: 'Inter' },
        { name: 'heading', value: 'Fraunces' },
      ],
      sizes: [{ name: 'heading', value: 32 }],
      spacing: [
        { name: 'space.s', value: 8 },
        { name: 'space.m', value: 16 },
      ],
      radii: [{ name: 'radius.card', value: 12 }],
    });
  });

  it.each([
    ['{"a": {"$value": "{b}"}}', 'does not exist'],
    ['{"a": {"$value": "{b}"}, "b": {"$value": "{a}"}}', 'refers back'],
    ['{"a": ', 'not JSON'],
    ['{}', 'no token'],
    ['# Our design\n\nBe kind.', 'no token'],
  ])('refuses %s', (text, why) => {
    expect(() => readDesignSystem(text)).toThrow(why);
    expect(() => readDesignSystem(text)).toThrow(expect.objectContaining({ code: 'KALLOS_CONFIG' }));
  });

  it('reads custom properties and what they refer to', () => {
    const css = `:root {
      /* --old: #123456; */
      --tide: #0b4f6c; --primary: var(--tide); --muted: 210 40% 96%;
      --font-sans: "Inter", system-ui; --text-sm: 0.875rem; --radius: 8px; --space-2: 8px; --space-4: 1rem;
      --line-height: 24px; --shadow: 0 1px 2px #000;
    }`;
    expect(readDesignSystem(css)).toEqual({
      colors: [
        { name: '--tide', value: '#0b4f6c' },
        { name: '--muted', value: '#f1f5f9' },
      ],
      fonts: [{ name: '--font-sans', value: 'Inter' }],
      sizes: [{ name: '--text-sm', value: 14 }],
      radii: [{ name: '--radius', value: 8 }],
      spacing: [
        { name: '--space-2', value: 8 },
        { name: '--space-4', value: 16 },
      ],
    });
  });

  it('does not judge a scale that is fluid', () => {
    const css = ':root { --text-lg: clamp(1rem, 2vw, 2rem); --text-sm: 14px; --tide: #0b4f6c; }';
    expect(readDesignSystem(css)).toMatchObject({ sizes: [], colors: [{ value: '#0b4f6c' }] });
  });

  it('reads tables and lists of a DESIGN.md', () => {
    const text = [
      '# Design',
      '',
      '## Colours',
      '',
      '| Token | Value | Use |',
      '| --- | --- | --- |',
      '| tide | `#0b4f6c` | links, 4px bars |',
      '| foam | white | ground |',
      '',
      '## Typography',
      '',
      '| Role | Font | Size | Line height |',
      '|---|---|---|---|',
      '| Body | Inter | 16px | 24px |',
      '| Title | Fraunces | 40px | 44px |',
      '',
      '## Corners',
      '',
      '- radius-card: 12px',
      '',
      '## Spacing',
      '',
      '- **Small**: `8px`',
      '- **Large**: 24px',
      '',
    ].join('\n');
    expect(readDesignSystem(text)).toEqual({
      colors: [
        { name: 'tide', value: '#0b4f6c' },
        { name: 'foam', value: '#ffffff' },
      ],
      fonts: [
        { name: 'Body', value: 'Inter' },
        { name: 'Title', value: 'Fraunces' },
      ],
      sizes: [
        { name: 'Body', value: 16 },
        { name: 'Title', value: 40 },
      ],
      radii: [{ name: 'radius-card', value: 12 }],
      spacing: [
        { name: 'Small', value: 8 },
        { name: 'Large', value: 24 },
      ],
    });
  });
});
