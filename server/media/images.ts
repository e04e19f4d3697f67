import sharp from 'sharp';
import type { UploadedFile } from '#contract/kernel/call.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

/** 40 megapixels: more than a phone camera needs and less than a decompression bomb has. */
export const maxImagePixels = 40_000_000;

/** Profile pictures are squares; others keep their shape. Pictures are never enlarged. */
export const imageSizes = { profile: [64, 256], picture: [320, 800, 1600] } as const;
export type ImagePurpose = keyof typeof imageSizes;

export type ImageVariant = {
  readonly label: string;
  readonly data: Buffer;
  readonly type: string;
  readonly ending: string;
  readonly width: number | null;
  readonly height: number | null;
};

const tooFine = (field: string) => invalidInputRefusal({ [field]: m.media_problem_bomb({ most: maxImagePixels / 1_000_000 }) });

/** Refuses a file that is stored unchanged but would exhaust memory when decoded. */
export async function assertDecodableImage({ data }: Pick<UploadedFile, 'data'>, field: string): Promise<void> {
  // Only the header is read. A file that cannot be decoded is never displayed, so it is not checked further.
  const head = await sharp(data, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head && head.width * head.height * (head.pages ?? 1) > maxImagePixels) throw tooFine(field);
}

/**
 * Decodes and writes every image again: rotated by its EXIF orientation, scaled, and saved as WebP without metadata. This removes hidden data, and a
 * file that cannot be decoded fully is refused.
 */
export async function makeImageVariants(file: UploadedFile, purpose: ImagePurpose, field: string): Promise<ImageVariant[]> {
  const open = () => sharp(file.data, { limitInputPixels: maxImagePixels, failOn: 'warning' });
  try {
    const { width, height, pages = 1 } = await open().metadata();
    if (width * height * pages > maxImagePixels) throw tooFine(field);
    const variants: ImageVariant[] = [];
    for (const size of imageSizes[purpose]) {
      const shape =
        purpose === 'profile'
          ? ({ width: size, height: size, fit: 'cover' } as const)
          : ({ width: size, height: size, fit: 'inside', withoutEnlargement: true } as const);
      const { data, info } = await open().autoOrient().resize(shape).webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
      variants.push({ label: String(size), data, type: 'image/webp', ending: 'webp', width: info.width, height: info.height });
    }
    return variants;
  } catch (problem) {
    if (problem instanceof Refusal) throw problem;
    if (problem instanceof Error && /pixel limit/i.test(problem.message)) throw tooFine(field);
    throw invalidInputRefusal({ [field]: m.media_problem_not_whole() });
  }
}
