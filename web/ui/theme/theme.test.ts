import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ACCENTS } from './accents.ts';
import { makeCss } from './make-css.ts';
import { type ColourShades, colourPalette, mixColours, TONE_COLORS } from './tokens.ts';

const file = readFileSync(new URL('./theme.gen.css', import.meta.url), 'utf8');

const light = (hex: string) => {
  const channels = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (channels[0] ?? 0) + 0.7152 * (channels[1] ?? 0) + 0.0722 * (channels[2] ?? 0);
};
const contrast = (a: string, b: string) => {
  const [hi = 0, lo = 0] = [light(a), light(b)].sort((x, y) => y - x);
  return (hi + 0.05) / (lo + 0.05);
};

test('theme: theme.gen.css equals the output of its generator (update with: node web/ui/theme/make-css.ts)', () => expect(file).toBe(makeCss()));

test('theme: the size of the theme CSS stays under a limit, because the file delays the first display of public pages', () =>
  expect(gzipSync(file, { level: 9 }).length).toBeLessThan(6 * 1024));

test('theme: no CSS variable refers to an undefined variable', () => {
  const defined = new Set([...file.matchAll(/(--[\w-]+):/g)].map((hit) => hit[1]));
  const used = new Set([...file.matchAll(/var\((--[\w-]+)/g)].map((hit) => hit[1]));
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});

describe('colour contrast', () => {
  const scales: Record<string, ColourShades> = colourPalette;
  const of = (name: string, shade: number) => scales[name]?.[shade] ?? '';
  test.each(ACCENTS)('accent %s: white text on a filled button is readable in both schemes', (accent) => {
    expect(contrast('#ffffff', of(accent, 7))).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#ffffff', of(accent, 6))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(ACCENTS)('accent %s: links and the focus ring are visible on the page', (accent) => {
    expect(contrast('#ffffff', of(accent, 7))).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#131916', of(accent, 4))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(TONE_COLORS)('badge colour %s: text on a badge is readable in both schemes', (color) => {
    expect(contrast(of(color, 8), of(color, 1))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of(color, 2), mixColours(of(color, 6), '#131916', 0.24))).toBeGreaterThanOrEqual(4.5);
  });
});
