import sharp from 'sharp';

/** What a picture looks like: its main colour, and a hash that survives another size, another quality and a little light. */

export const hashGrid = { width: 9, height: 8 } as const;

/** dHash: one bit for each of 64 neighbours, set where it grows darker to the right. `pixels` are 9 × 8 shades of grey, row by row. */
export function dHash(pixels: Uint8Array): bigint {
  if (pixels.length !== hashGrid.width * hashGrid.height) throw new Error(`a hash is made of 72 shades, not of ${pixels.length}`);
  let hash = 0n;
  for (let row = 0; row < hashGrid.height; row++)
    for (let column = 0; column < hashGrid.width - 1; column++) {
      const at = row * hashGrid.width + column;
      hash = (hash << 1n) | ((pixels[at] ?? 0) > (pixels[at + 1] ?? 0) ? 1n : 0n);
    }
  return hash;
}

export function hamming(a: bigint, b: bigint): number {
  let rest = BigInt.asUintN(64, a ^ b);
  let count = 0;
  for (; rest > 0n; rest &= rest - 1n) count += 1;
  return count;
}

/** An even wall, a clear sky or a blank page hash alike all over the world and say nothing about where a picture comes from. */
export const saysNothing = (hash: bigint): boolean => {
  const set = hamming(hash, 0n);
  return set < 8 || set > 56;
};

export type Look = {
  readonly colour: string /** As PostgreSQL's signed bigint, in digits: a number would lose its last bits. */;
  readonly phash: string | null;
};

export async function lookOf(image: Uint8Array): Promise<Look> {
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
  const hash = dHash(grey);
  return { colour: hexOf(dominant), phash: saysNothing(hash) ? null : BigInt.asIntN(64, hash).toString() };
}

const hexOf = ({ r, g, b }: { r: number; g: number; b: number }): string =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
