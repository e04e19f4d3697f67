import { sql } from 'kysely';
import sharp from 'sharp';
import { type MediaTypeNumber, mediaTypes } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult, UploadedFile } from '#contract/kernel/call.ts';
import type { mediaCalls } from '#contract/media/calls.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { add, change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { recordSimilarPictures } from './duplicate-pictures.ts';
import { type CaptureInfo, noCaptureInfo, readCaptureInfo } from './exif.ts';
import { fingerprintImage } from './fingerprint.ts';
import { findEditableMediaItem, lockItemForChange, readMediaItem, readNextMediaPosition } from './items.ts';
import { assertBelowMediaLimit, auditMedia, lockMediaOwner, type MediaOwner } from './owner.ts';
import { isPictureMediaType } from './rows.ts';
import { releaseFile, type StoredFile, storeFile } from './service.ts';

type Arrived = { readonly file: UploadedFile; readonly mediaType: MediaTypeNumber; readonly replaces: number | null };
type Facts = Awaited<ReturnType<typeof factsOf>>;

/** Turns a complete upload into an item at the end of its list, or replaces an existing item. */
export async function storeUploadedMediaItem(
  services: RunningServices,
  ctx: Ctx,
  owner: MediaOwner,
  { file, mediaType, replaces }: Arrived,
): Promise<HandlerResult<typeof mediaCalls.finish>> {
  const taken = isPictureMediaType(mediaType) ? await takenOf(file) : noCaptureInfo;
  // The picture is decoded before the property is locked, so that other requests need not wait.
  const kept = await storeFile(services, ctx, file, {
    purpose: isPictureMediaType(mediaType) ? 'picture' : 'video',
    visibility: 'public',
    field: 'file',
  });
  const facts = await factsOf(kept, file, mediaType, taken);
  if (isPictureMediaType(mediaType)) await change(ctx, 'media_file').set({ wants_avif: true }).where('id', '=', kept.id).$call(oneRow);
  const held = await lockMediaOwner(ctx, owner.unitId === null ? { property_id: owner.propertyId } : { unit_id: owner.unitId });
  const id = replaces === null ? await append(ctx, held, mediaType, facts) : await swap(ctx, held, replaces, facts, file.name);
  if (replaces === null) await auditMedia(ctx, held, 'add', id, null, { media_type: mediaType, file: file.name });
  if (mediaType === mediaTypes.image) await recordSimilarPictures(ctx.db, id, facts.look?.phash ?? null, owner.companyId);
  return readMediaItem(ctx, id);
}

async function takenOf(file: UploadedFile): Promise<CaptureInfo> {
  const { exif } = await sharp(file.data, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ exif: undefined }));
  return readCaptureInfo(exif);
}

async function factsOf(kept: StoredFile, file: UploadedFile, mediaType: MediaTypeNumber, taken: CaptureInfo) {
  const picture = isPictureMediaType(mediaType);
  const [small, large] = [kept.variants[0], kept.variants.at(-1)];
  return {
    fileId: kept.id,
    look: picture && small ? await fingerprintImage(small.data) : null,
    // Only images are checked for duplicates, because the floor plans of one builder may be alike.
    hashed: mediaType === mediaTypes.image,
    width: large?.width ?? null,
    height: large?.height ?? null,
    bytes: file.data.length,
    taken,
  };
}

const columnsOf = ({ fileId, look, hashed, width, height, bytes, taken }: Facts) => ({
  file_id: fileId,
  url: null,
  width,
  height,
  bytes,
  colour: look?.colour ?? null,
  phash: hashed && look?.phash ? sql<number>`${look.phash}::bigint` : null,
  taken_at: taken.at,
  taken_lat: taken.lat,
  taken_lng: taken.lng,
});

async function append(ctx: Ctx, owner: MediaOwner, mediaType: MediaTypeNumber, facts: Facts): Promise<number> {
  await assertBelowMediaLimit(ctx, owner, mediaType);
  const spot = await readNextMediaPosition(ctx, owner, mediaType);
  const { id } = await add(ctx, 'media_item')
    .values({ property_id: owner.propertyId, unit_id: owner.unitId, media_type: mediaType, ...spot, ...columnsOf(facts), created_by: ctx.me.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the file of an item: captions, order and cover stay, and suspicions about the old picture end. */
async function swap(ctx: Ctx, owner: MediaOwner, replaces: number, facts: Facts, name: string): Promise<number> {
  const { row } = await lockItemForChange(ctx, replaces);
  await change(ctx, 'media_item')
    .set({ ...columnsOf(facts), updated_at: sql<Date>`app.now()`, revision: sql<number>`revision + 1` })
    .where('id', '=', row.id)
    .$call(oneRow);
  await unscopedTable(ctx.db, 'media_similar', 'duplicate checks of a deleted picture')
    .remove()
    .where('settled_at', 'is', null)
    .where((eb) => eb.or([eb('item_id', '=', row.id), eb('other_id', '=', row.id)]))
    .execute();
  if (row.file_id !== null) await releaseFile(ctx.db, row.file_id);
  await auditMedia(ctx, owner, 'edit', row.id, { file: row.file_id }, { file: facts.fileId, name });
  return row.id;
}

/** Rotates and crops the largest variant, writes all sizes again and deletes the old file. */
export const redrawHandlers = (services: RunningServices) => ({
  async redraw(ctx: Ctx, { id, turn, cut, revision }: HandlerInput<typeof mediaCalls.redraw>): Promise<HandlerResult<typeof mediaCalls.redraw>> {
    const row = await findEditableMediaItem(ctx, id, revision);
    if (row.file_id === null || !isPictureMediaType(row.media_type)) throw new Refusal('conflict', m.media_refusal_turn());
    if (turn === 0 && !cut) throw invalidInputRefusal({ turn: m.media_problem_turn_or_cut() });
    const data = await drawn(services, ctx, row.file_id, turn, cut);
    const { name } = await from(ctx, 'media_file').select('name').where('id', '=', row.file_id).executeTakeFirstOrThrow();
    const file: UploadedFile = { data, type: 'png', name };
    const kept = await storeFile(services, ctx, file, { purpose: 'picture', visibility: 'public', field: 'cut' });
    const facts = await factsOf(kept, file, row.media_type, noCaptureInfo);
    await change(ctx, 'media_file').set({ wants_avif: true }).where('id', '=', kept.id).$call(oneRow);
    const { owner } = await lockItemForChange(ctx, id, row.revision);
    const { taken_at, taken_lat, taken_lng, bytes, ...columns } = columnsOf(facts);
    await change(ctx, 'media_item')
      .set({ ...columns, updated_at: sql<Date>`app.now()`, revision: sql<number>`revision + 1` })
      .where('id', '=', id)
      .$call(oneRow);
    await releaseFile(ctx.db, row.file_id);
    // Rotating a picture does not clear a suspicion: the earlier hash is stored besides the new one.
    if (facts.hashed) await recordSimilarPictures(ctx.db, id, facts.look?.phash ?? null, owner.companyId);
    await auditMedia(ctx, owner, 'edit', id, { file: row.file_id }, { file: kept.id, turn, cut: cut ?? null });
    return readMediaItem(ctx, id);
  },
});

type Cut = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

async function drawn(services: RunningServices, ctx: Ctx, fileId: number, turn: number, cut: Cut | undefined): Promise<Buffer> {
  const variants = await from(ctx, 'media_variant').select(['key', 'width']).where('file_id', '=', fileId).where('type', '=', 'image/webp').execute();
  const largest = variants.sort((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
  const data = largest ? await services.storage.get(largest.key) : null;
  if (!data) throw new Error(`file ${fileId} is not in the storage`);
  const turned = await sharp(data).rotate(turn).png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  if (!cut) return turned.data;
  const { width, height } = turned.info;
  const [left, top] = [Math.min(Math.round(cut.x * width), width - 1), Math.min(Math.round(cut.y * height), height - 1)];
  const area = {
    left,
    top,
    width: Math.min(Math.max(1, Math.round(cut.width * width)), width - left),
    height: Math.min(Math.max(1, Math.round(cut.height * height)), height - top),
  };
  return sharp(turned.data).extract(area).png({ compressionLevel: 1 }).toBuffer();
}
