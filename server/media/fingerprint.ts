import sharp from 'sharp';

/**
 * The fingerprint of a picture: its main colour, and a perceptual hash that stays the same after scaling, compression and small changes of
 * brightness.
 */

export const hashGrid = { width: 9, height: 8 } as const;

/**
 * The differenceHash: one bit for each of 64 pairs of neighbouring pixels, set if the right one is darker. `pixels` are 9 × 8 grey values, row by
 * row.
 */
export function differenceHash(pixels: Uint8Array): bigint {
  if (pixels.length !== hashGrid.width * hashGrid.height) throw new Error(`a picture hash needs 72 grey values, not ${pixels.length}`);
  let hash = 0n;
  for (let row = 0; row < hashGrid.height; row++)
    for (let column = 0; column < hashGrid.width - 1; column++) {
      const at = row * hashGrid.width + column;
      hash = (hash << 1n) | ((pixels[at] ?? 0) > (pixels[at + 1] ?? 0) ? 1n : 0n);
    }
  return hash;
}

export function hammingDistance(a: bigint, b: bigint): number {
  let rest = BigInt.asUintN(64, a ^ b);
  let count = 0;
  for (; rest > 0n; rest &= rest - 1n) count += 1;
  return count;
}

/** Whether the hash is that of a picture without structure (an even wall, a clear sky, a blank page), which would match unrelated pictures. */
export const isFeatureless = (hash: bigint): boolean => {
  const set = hammingDistance(hash, 0n);
  return set < 8 || set > 56;
};

export type ImageFingerprint = {
  readonly colour: string /** As PostgreSQL's signed bigint, in digits, because a number would lose its last bits. */;
  readonly phash: string | null;
};

export async function fingerprintImage(image: Uint8Array): Promise<ImageFingerprint> {
  const small = sharp(image).flatten({ background: '#ffffff' });
  const [grey, { dominant }] = await Promise.all([
    small
      .clone()
      .greyscale()
      .resize({ ...hashGrid, fit: 'fill' })
      .raw()
      .toBuffer(),
    small.clone().stats(),
  ]);
  const hash = differenceHash(grey);
  return { colour: hexOf(dominant), phash: isFeatureless(hash) ? null : BigInt.asIntN(64, hash).toString() };
}

const hexOf = ({ r, g, b }: { r: number; g: number; b: number }): string =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
