import type { Picture } from '#contract/search/shapes.ts';

export type PictureVariant = { readonly label: string; readonly key: string; readonly type: string; readonly width: number | null };
/** What of a media item (and the variants of its file) a picture is made of. */
export type PictureRow = {
  readonly url: string | null;
  readonly alt: string;
  readonly caption: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly colour: string | null;
};

export const pathOfKey = (key: string): string => `/media/${key}`;

/** The size that serves a reader who knows no `srcset`. */
const usual = '800';

/** A file of ours in every size it was made in, or the drawing at its address. AVIF is there once the clock has made it. */
export function pictureOf(row: PictureRow, variants: readonly PictureVariant[] = []): Picture {
  const webp = variants.filter((v) => v.type === 'image/webp');
  const src = (webp.find((v) => v.label === usual) ?? webp.at(-1) ?? variants[0])?.key;
  return {
    src: src ? pathOfKey(src) : (row.url ?? ''),
    webp: sourceSet(webp),
    avif: sourceSet(variants.filter((v) => v.type === 'image/avif')),
    width: row.width,
    height: row.height,
    colour: row.colour,
    alt: row.alt || row.caption,
  };
}

/** Smallest first; a picture too small to have sizes has the same bytes in all of them and is named once. */
function sourceSet(variants: readonly PictureVariant[]): string {
  const byKey = new Map(variants.flatMap((v) => (v.width === null ? [] : [[v.key, v.width] as const])));
  return [...byKey]
    .sort(([, a], [, b]) => a - b)
    .map(([key, width]) => `${pathOfKey(key)} ${width}w`)
    .join(', ');
}
