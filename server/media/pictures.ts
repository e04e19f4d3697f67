import type { PublicPicture } from '#contract/search/shapes.ts';

export type PictureVariant = { readonly label: string; readonly key: string; readonly type: string; readonly width: number | null };
/** The columns of a media item and of its file's variants that make a picture. */
export type PictureRow = {
  readonly url: string | null;
  readonly alt: string;
  readonly caption: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly colour: string | null;
};

export const toMediaPath = (key: string): string => `/media/${key}`;

/** The size for browsers without `srcset`. */
const usual = '800';

/** The URLs of a stored file in every size, or the URL of a drawing. AVIF exists once the job has created it. */
export function toPicture(row: PictureRow, variants: readonly PictureVariant[] = []): PublicPicture {
  const webp = variants.filter((v) => v.type === 'image/webp');
  const src = (webp.find((v) => v.label === usual) ?? webp.at(-1) ?? variants[0])?.key;
  return {
    src: src ? toMediaPath(src) : (row.url ?? ''),
    webp: sourceSet(webp),
    avif: sourceSet(variants.filter((v) => v.type === 'image/avif')),
    width: row.width,
    height: row.height,
    colour: row.colour,
    alt: row.alt || row.caption,
  };
}

/** Variants are sorted smallest first. If a picture is too small for several sizes, these have the same bytes and are listed once. */
function sourceSet(variants: readonly PictureVariant[]): string {
  const byKey = new Map(variants.flatMap((v) => (v.width === null ? [] : [[v.key, v.width] as const])));
  return [...byKey]
    .sort(([, a], [, b]) => a - b)
    .map(([key, width]) => `${toMediaPath(key)} ${width}w`)
    .join(', ');
}
