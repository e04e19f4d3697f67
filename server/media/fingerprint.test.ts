import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { noCaptureInfo, readCaptureInfo } from './exif.ts';
import { differenceHash, fingerprintImage, hammingDistance, isFeatureless } from './fingerprint.ts';

const shades = fc.uint8Array({ minLength: 72, maxLength: 72 });
/** A generated picture with structure, different for every seed. */
const scene = (seed: number) => {
  const boxes = Array.from({ length: 14 }, (_, n) => {
    const at = (k: number) => ((seed * 7919 + n * 104_729 + k * 1_299_709) % 1000) / 1000;
    const grey = Math.floor(at(5) * 255);
    return `<rect x="${at(1) * 500}" y="${at(2) * 350}" width="${60 + at(3) * 220}" height="${40 + at(4) * 160}" fill="rgb(${grey},${grey},${255 - grey})"/>`;
  });
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#888"/>${boxes.join('')}</svg>`,
    ),
  );
};
const hashOf = async (image: Buffer) => BigInt((await fingerprintImage(image)).phash ?? 0);

describe('image hash', () => {
  test('has 64 bits and does not change with brightness', () => {
    fc.assert(
      fc.property(shades, fc.integer({ min: 0, max: 40 }), (pixels, light) => {
        const dim = pixels.map((p) => Math.min(p, 200));
        expect(differenceHash(dim)).toBe(differenceHash(dim.map((p) => p + light)));
        expect(BigInt.asUintN(64, differenceHash(pixels))).toBe(differenceHash(pixels));
      }),
    );
  });

  test('sets all bits for brightness that falls from left to right, and no bits for a uniform image', () => {
    const falling = Uint8Array.from({ length: 72 }, (_, at) => 200 - (at % 9) * 10);
    expect(differenceHash(falling)).toBe(2n ** 64n - 1n);
    expect(differenceHash(new Uint8Array(72).fill(9))).toBe(0n);
    expect(() => differenceHash(new Uint8Array(71))).toThrow();
  });

  test('the distance between two hashes is zero for equal hashes and symmetric, for signed and unsigned 64-bit values', () => {
    const any = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(hammingDistance(a, a)).toBe(0);
        expect(hammingDistance(a, b)).toBe(hammingDistance(b, a));
        expect(hammingDistance(BigInt.asIntN(64, a), BigInt.asIntN(64, b))).toBe(hammingDistance(a, b));
      }),
    );
  });

  test('is almost equal for a smaller copy of lower quality, differs for another scene, and is absent for blank images', async () => {
    const first = await scene(1).png().toBuffer();
    const copy = await sharp(first).resize(240).jpeg({ quality: 45 }).toBuffer();
    expect(hammingDistance(await hashOf(first), await hashOf(copy))).toBeLessThanOrEqual(4);
    for (const seed of [2, 3, 4, 5])
      expect(hammingDistance(await hashOf(first), await hashOf(await scene(seed).png().toBuffer()))).toBeGreaterThan(4);
    const blank = await fingerprintImage(
      await sharp({ create: { width: 50, height: 50, channels: 3, background: '#cc5500' } })
        .png()
        .toBuffer(),
    );
    expect(blank.phash).toBeNull();
    expect(blank.colour).toMatch(/^#c[0-9a-f]5[0-9a-f]0[0-9a-f]$/);
    expect(isFeatureless(0n)).toBe(true);
  });
});

describe('EXIF metadata', () => {
  const photo = (exif: object) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background: '#333' } })
      .jpeg()
      .withExif(exif)
      .toBuffer();
  const read = async (exif: object) => readCaptureInfo((await sharp(await photo(exif)).metadata()).exif);

  test('reads the time and position of a photo', async () => {
    const taken = await read({
      IFD2: { DateTimeOriginal: '2026:03:01 10:20:30' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 3600/100', GPSLongitudeRef: 'E', GPSLongitude: '36/1 49/1 0/1' },
    });
    expect(taken.at?.toISOString()).toBe('2026-03-01T07:20:30.000Z');
    expect(taken.lat).toBeCloseTo(-1.29333, 4);
    expect(taken.lng).toBeCloseTo(36.81667, 4);
  });

  test('treats invalid EXIF data as absent', async () => {
    expect(await read({ IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/0 0/0 0/0' } })).toEqual(
      noCaptureInfo,
    );
    expect(readCaptureInfo(undefined)).toEqual(noCaptureInfo);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readCaptureInfo(bytes)));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readCaptureInfo(Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0'), bytes]))),
    );
  });
});
