import { mediaTypes } from '#contract/catalogue/kinds.ts';
import type { MediaItem } from '#contract/media/calls.ts';
import type { PublicPicture } from '#contract/search/shapes.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { type PictureVariant, toMediaPath, toPicture } from './pictures.ts';

export const mediaColumns = [
  'media_item.id',
  'media_item.property_id',
  'media_item.unit_id',
  'media_item.media_type',
  'media_item.file_id',
  'media_item.url',
  'media_item.caption',
  'media_item.alt',
  'media_item.room',
  'media_item.is_cover',
  'media_item.sort',
  'media_item.width',
  'media_item.height',
  'media_item.bytes',
  'media_item.colour',
  'media_item.taken_at',
  'media_item.revision',
] as const;

/** Media items the caller can see. */
export const selectMediaItems = (ctx: Ctx) => from(ctx, 'media_item').select(mediaColumns);
export type MediaItemRow = Awaited<ReturnType<ReturnType<typeof selectMediaItems>['execute']>>[number];

export const isPictureMediaType = (mediaType: number): boolean => mediaType === mediaTypes.image || mediaType === mediaTypes.floor_plan;

type File = { readonly name: string; readonly variants: PictureVariant[] };

async function filesOf(db: Db, rows: readonly { readonly file_id: number | null }[]): Promise<Map<number, File>> {
  const ids = rows.flatMap((row) => row.file_id ?? []);
  if (ids.length === 0) return new Map();
  const variants = await unscopedTable(db, 'media_variant', 'sizes of pictures that the caller already sees')
    .select()
    .innerJoin('media_file', 'media_file.id', 'media_variant.file_id')
    .select(['file_id', 'label', 'key', 'type', 'width', 'media_file.name'])
    .where('file_id', 'in', ids)
    .execute();
  const files = new Map<number, File>();
  for (const { file_id, name, ...variant } of variants) {
    const file = files.get(file_id) ?? { name, variants: [] };
    file.variants.push(variant);
    files.set(file_id, file);
  }
  return files;
}

export async function toMediaItems(db: Db, rows: readonly MediaItemRow[]): Promise<MediaItem[]> {
  const files = await filesOf(db, rows);
  return rows.map((row) => {
    const file = row.file_id === null ? undefined : files.get(row.file_id);
    const drawn = isPictureMediaType(row.media_type);
    const { id, property_id, unit_id, media_type, caption, alt, room, is_cover, bytes, revision } = row;
    return {
      id,
      property_id,
      unit_id,
      media_type,
      picture: drawn ? toPicture(row, file?.variants) : null,
      url: drawn ? null : (row.url ?? toMediaPath(file?.variants[0]?.key ?? '')),
      caption,
      alt,
      room,
      is_cover,
      name: file?.name ?? '',
      bytes,
      taken_at: row.taken_at?.toISOString() ?? null,
      revision,
    };
  });
}

/** Pictures by item, for modules that show items of several owners. */
export async function readPicturesOfItems(db: Db, ids: readonly number[]): Promise<Map<number, PublicPicture>> {
  if (ids.length === 0) return new Map();
  const rows = await unscopedTable(db, 'media_item', 'pictures of public listings').select().select(mediaColumns).where('id', 'in', ids).execute();
  const files = await filesOf(db, rows);
  return new Map(rows.map((row) => [row.id, toPicture(row, row.file_id === null ? [] : files.get(row.file_id)?.variants)]));
}
