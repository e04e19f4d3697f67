import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { screenAddresses } from '#contract/screens.ts';

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; purpose?: string }[];
  shortcuts: { url: string }[];
};

test('web app manifest: icons have the declared sizes, one icon is maskable, and all addresses exist', async () => {
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(`public${src}`).metadata();
    expect([src, format, `${width}x${height}`]).toEqual([src, 'png', sizes]);
  }
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  expect(manifest.display).toBe('standalone');
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((one) => one.url)]) expect(screenAddresses.map((a) => a.path)).toContain(url);
  expect(readFileSync('web/root.tsx', 'utf8')).toContain('rel="manifest" href="/manifest.webmanifest"');
});
