import { expect, test } from 'vitest';
import { type PictureVariant, toPicture } from './pictures.ts';

const bare = { url: null, alt: '', caption: '', width: null, height: null, colour: null };
const variant = (label: string, width: number, type = 'image/webp'): PictureVariant => ({ label, width, type, key: `${label}-${width}` });

test('image URLs: a drawing has one URL without variants', () => {
  expect(toPicture({ ...bare, url: '/art/home/a.svg', caption: 'Front' })).toEqual({
    src: '/art/home/a.svg',
    webp: '',
    avif: '',
    width: null,
    height: null,
    colour: null,
    alt: 'Front',
  });
});

test('image URLs: size variants are listed smallest first, AVIF only if available, and the 800-pixel variant is the fallback', () => {
  const webp = [variant('1600', 1600), variant('320', 320), variant('800', 800)];
  const row = { ...bare, alt: 'Gate', width: 4000, height: 3000, colour: '#aabbcc' };
  expect(toPicture(row, webp)).toMatchObject({
    src: '/media/800-800',
    webp: '/media/320-320 320w, /media/800-800 800w, /media/1600-1600 1600w',
    avif: '',
    alt: 'Gate',
  });
  expect(toPicture(row, [...webp, variant('800.avif', 800, 'image/avif')]).avif).toBe('/media/800.avif-800 800w');
});

test('image URLs: size variants with the same bytes are listed once', () => {
  const same = ['320', '800', '1600'].map((label) => ({ label, key: 'one', type: 'image/webp', width: 200 }));
  expect(toPicture(bare, same)).toMatchObject({ src: '/media/one', webp: '/media/one 200w' });
});
