import { sql } from 'kysely';
import sharp from 'sharp';
import { type MediaTypeNumber, mediaTypes } from '#contract/catalogue/kinds.ts';
import type { Input, Result, Uploaded } from '#contract/kernel/call.ts';
import type { mediaCalls } from '#contract/media/calls.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { readTaken, type Taken, untold } from './exif.ts';
import { itemForChange, itemToDraw, nextPlace, oneOf } from './items.ts';
import { lookOf } from './look.ts';
import { makeRoom, type Owner, record, workOn } from './owner.ts';
import { isPicture } from './rows.ts';
import { giveUpFile, keep, type StoredFile } from './service.ts';
import { noteSimilar } from './similar.ts';

type Arrived = { readonly file: Uploaded; readonly mediaType: MediaTypeNumber; readonly replaces: number | null };
type Facts = Awaited<ReturnType<typeof factsOf>>;

/** A whole file becomes an item at the end of its row, or takes the place of one that is there. */
export async function place(house: House, ctx: Ctx, owner: Owner, { file, mediaType, replaces }: Arrived): Promise<Result<typeof mediaCalls.finish>> {
  const taken = isPicture(mediaType) ? await takenOf(file) : untold;
  // Drawn before the property is held: the others need not wait for that.
  const kept = await keep(house, ctx, file, { purpose: isPicture(mediaType) ? 'picture' : 'video', visibility: 'public', field: 'file' });
  const facts = await factsOf(kept, file, mediaType, taken);
  if (isPicture(mediaType)) await change(ctx, 'media_file').set({ wants_avif: true }).where('id', '=', kept.id).$call(oneRow);
  const held = await workOn(ctx, owner.unitId === null ? { property_id: owner.propertyId } : { unit_id: owner.unitId });
  const id = replaces === null ? await append(ctx, held, mediaType, facts) : await swap(ctx, held, replaces, facts, file.name);
  if (replaces === null) await record(ctx, held, 'add', id, null, { media_type: mediaType, file: file.name });
  if (mediaType === mediaTypes.image) await noteSimilar(ctx.db, id, facts.look?.phash ?? null, owner.companyId);
  return oneOf(ctx, id);
}

async function takenOf(file: Uploaded): Promise<Taken> {
  const { exif } = await sharp(file.data, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ exif: undefined }));
  return readTaken(exif);
}

async function factsOf(kept: StoredFile, file: Uploaded, mediaType: MediaTypeNumber, taken: Taken) {
  const picture = isPicture(mediaType);
  const [small, large] = [kept.variants[0], kept.variants.at(-1)];
  return {
    fileId: kept.id,
    look: picture && small ? await lookOf(small.data) : null,
    // Only pictures of the place itself may give a doubt: floor plans of one builder are alike by right.
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

async function append(ctx: Ctx, owner: Owner, mediaType: MediaTypeNumber, facts: Facts): Promise<number> {
  await makeRoom(ctx, owner, mediaType);
  const spot = await nextPlace(ctx, owner, mediaType);
  const { id } = await add(ctx, 'media_item')
    .values({ property_id: owner.propertyId, unit_id: owner.unitId, media_type: mediaType, ...spot, ...columnsOf(facts), created_by: ctx.me.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Another file in the same place: words, order and cover stay; doubts about the old picture go with it. */
async function swap(ctx: Ctx, owner: Owner, replaces: number, facts: Facts, name: string): Promise<number> {
  const { row } = await itemForChange(ctx, replaces);
  await change(ctx, 'media_item')
    .set({ ...columnsOf(facts), updated_at: sql<Date>`app.now()`, revision: sql<number>`revision + 1` })
    .where('id', '=', row.id)
    .$call(oneRow);
  await everything(ctx.db, 'media_similar', 'doubts about a picture that is gone')
    .remove()
    .where('settled_at', 'is', null)
    .where((eb) => eb.or([eb('item_id', '=', row.id), eb('other_id', '=', row.id)]))
    .execute();
  if (row.file_id !== null) await giveUpFile(ctx.db, row.file_id);
  await record(ctx, owner, 'edit', row.id, { file: row.file_id }, { file: facts.fileId, name });
  return row.id;
}

/** Turns and cuts the largest picture we have and makes it anew in all sizes; the old file goes. */
export const redraws = (house: House) => ({
  async redraw(ctx: Ctx, { id, turn, cut, revision }: Input<typeof mediaCalls.redraw>): Promise<Result<typeof mediaCalls.redraw>> {
    const row = await itemToDraw(ctx, id, revision);
    if (row.file_id === null || !isPicture(row.media_type)) throw new Refusal('conflict', m.media_refusal_turn());
    if (turn === 0 && !cut) throw invalid({ turn: m.media_problem_turn_or_cut() });
    const data = await drawn(house, ctx, row.file_id, turn, cut);
    const { name } = await from(ctx, 'media_file').select('name').where('id', '=', row.file_id).executeTakeFirstOrThrow();
    const file: Uploaded = { data, type: 'png', name };
    const kept = await keep(house, ctx, file, { purpose: 'picture', visibility: 'public', field: 'cut' });
    const facts = await factsOf(kept, file, row.media_type, untold);
    await change(ctx, 'media_file').set({ wants_avif: true }).where('id', '=', kept.id).$call(oneRow);
    const { owner } = await itemForChange(ctx, id, row.revision);
    const { taken_at, taken_lat, taken_lng, bytes, ...columns } = columnsOf(facts);
    await change(ctx, 'media_item')
      .set({ ...columns, updated_at: sql<Date>`app.now()`, revision: sql<number>`revision + 1` })
      .where('id', '=', id)
      .$call(oneRow);
    await giveUpFile(ctx.db, row.file_id);
    // A doubt is not shaken off by turning the picture: what it looked like before stays noted beside what it looks like now.
    if (facts.hashed) await noteSimilar(ctx.db, id, facts.look?.phash ?? null, owner.companyId);
    await record(ctx, owner, 'edit', id, { file: row.file_id }, { file: kept.id, turn, cut: cut ?? null });
    return oneOf(ctx, id);
  },
});

type Cut = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

async function drawn(house: House, ctx: Ctx, fileId: number, turn: number, cut: Cut | undefined): Promise<Buffer> {
  const variants = await from(ctx, 'media_variant').select(['key', 'width']).where('file_id', '=', fileId).where('type', '=', 'image/webp').execute();
  const largest = variants.sort((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
  const data = largest ? await house.storage.get(largest.key) : null;
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
