import { sql } from 'kysely';
import { type MediaTypeNumber, mediaTypes } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { mediaCalls } from '#contract/media/calls.ts';
import { parseFrameUrl, tourHosts } from '#contract/media/frames.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, remove as erase, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { listSimilarPictures } from './duplicate-pictures.ts';
import {
  assertBelowMediaLimit,
  assertMayChangeMedia,
  auditMedia,
  lockMediaOwner,
  type MediaOwner,
  readMediaOwner,
  selectMediaItemsOfOwner,
  toMediaOwnerIds,
} from './owner.ts';
import { type MediaItemRow, mediaColumns, selectMediaItems, toMediaItems } from './rows.ts';
import { releaseFile } from './service.ts';

type Calls = typeof mediaCalls;
type In<K extends keyof Calls> = HandlerInput<Calls[K]>;
type Out<K extends keyof Calls> = Promise<HandlerResult<Calls[K]>>;

export async function listMediaItems(ctx: Ctx, given: In<'list'>): Out<'list'> {
  const owner = await readMediaOwner(ctx, given);
  const results = await listOf(ctx, owner);
  return { ...results, similar: await listSimilarPictures(ctx, owner.propertyId, new Set(results.results.map((item) => item.id))) };
}

async function listOf(ctx: Ctx, owner: MediaOwner) {
  const rows = await selectMediaItemsOfOwner(ctx, owner).select(mediaColumns).orderBy('media_type').orderBy('sort').orderBy('id').execute();
  return { results: await toMediaItems(ctx.db, rows), count: rows.length };
}

/** Loads one item for a change: visible to the caller, with its property locked, and not changed by another person since. */
export async function lockItemForChange(ctx: Ctx, id: number, revision?: number): Promise<{ row: MediaItemRow; owner: MediaOwner }> {
  const find = () => selectMediaItems(ctx).where('media_item.id', '=', id).executeTakeFirst();
  const seen = await find();
  if (!seen) throw new Refusal('notFound', sentence('itemNotFound'));
  const owner = await lockMediaOwner(ctx, toMediaOwnerIds(seen));
  // The item is read again after the lock, because the previous holder of the lock may have changed it.
  const row = await find();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  await assertSameRevision(ctx, row, revision);
  return { row, owner };
}

async function assertSameRevision(ctx: Ctx, row: MediaItemRow, revision: number | undefined): Promise<void> {
  if (revision !== undefined && revision !== row.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: (await toMediaItems(ctx.db, [row]))[0] });
}

/** An item that the caller may change, before the picture is processed, during which no lock is held. */
export async function findEditableMediaItem(ctx: Ctx, id: number, revision?: number): Promise<MediaItemRow> {
  const row = await selectMediaItems(ctx).where('media_item.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  await assertMayChangeMedia(ctx, row.property_id);
  await assertSameRevision(ctx, row, revision);
  return row;
}

export async function readMediaItem(ctx: Ctx, id: number): Out<'update'> {
  const rows = await selectMediaItems(ctx).where('media_item.id', '=', id).execute();
  const [item] = await toMediaItems(ctx.db, rows);
  if (!item) throw new Refusal('notFound', sentence('itemNotFound'));
  return item;
}

/** The position of the next item of a type, and whether it becomes the cover: the first image does. */
export async function readNextMediaPosition(ctx: Ctx, owner: MediaOwner, mediaType: MediaTypeNumber): Promise<{ sort: number; is_cover: boolean }> {
  const { last } = await selectMediaItemsOfOwner(ctx, owner)
    .select((eb) => eb.fn.max('sort').as('last'))
    .where('media_type', '=', mediaType)
    .executeTakeFirstOrThrow();
  const cover = await selectMediaItemsOfOwner(ctx, owner).select('id').where('is_cover', '=', true).executeTakeFirst();
  return { sort: (last ?? 0) + 1, is_cover: mediaType === mediaTypes.image && !cover };
}

export async function addMediaLink(ctx: Ctx, { media_type, url, caption, ...named }: In<'addLink'>): Out<'addLink'> {
  if (parseFrameUrl(url) === null) throw invalidInputRefusal({ url: m.media_problem_tour_host({ hosts: tourHosts.join(', ') }) });
  const owner = await lockMediaOwner(ctx, named);
  await assertBelowMediaLimit(ctx, owner, media_type);
  const { sort } = await readNextMediaPosition(ctx, owner, media_type);
  const { id } = await add(ctx, 'media_item')
    .values({ property_id: owner.propertyId, unit_id: owner.unitId, media_type, url, caption, sort, created_by: ctx.me.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await auditMedia(ctx, owner, 'add', id, null, { media_type, url, caption });
  return readMediaItem(ctx, id);
}

const changed = { updated_at: sql<Date>`app.now()`, revision: sql<number>`revision + 1` };

export async function updateMediaItem(ctx: Ctx, { id, revision, ...words }: In<'update'>): Out<'update'> {
  const { row, owner } = await lockItemForChange(ctx, id, revision);
  const { caption = row.caption, alt = row.alt, room = row.room } = words;
  await change(ctx, 'media_item')
    .set({ caption, alt, room, ...changed })
    .where('id', '=', id)
    .$call(oneRow);
  const before = { caption: row.caption, alt: row.alt, room: row.room };
  await auditMedia(ctx, owner, 'edit', id, before, { caption, alt, room });
  return readMediaItem(ctx, id);
}

export async function updateMediaCaptions(ctx: Ctx, { ids, caption, room }: In<'updateCaptions'>): Out<'updateCaptions'> {
  const first = await lockItemForChange(ctx, requiredId(ids[0], 'a picture'));
  const { owner } = first;
  const rows = await selectMediaItemsOfOwner(ctx, owner).select(mediaColumns).where('id', 'in', ids).execute();
  if (rows.length !== new Set(ids).size) throw invalidInputRefusal({ ids: m.media_problem_one_owner() });
  if (caption === undefined && room === undefined) throw invalidInputRefusal({ caption: m.media_problem_caption_or_room() });
  await change(ctx, 'media_item')
    .set({ ...(caption === undefined ? {} : { caption }), ...(room === undefined ? {} : { room }), ...changed })
    .where('id', 'in', ids)
    .execute();
  const before = Object.fromEntries(rows.map((row) => [`${row.id}_words`, { caption: row.caption, room: row.room }]));
  const after = Object.fromEntries(rows.map((row) => [`${row.id}_words`, { caption: caption ?? row.caption, room: room ?? row.room }]));
  await auditMedia(ctx, owner, 'edit', first.row.id, before, after);
  return listOf(ctx, owner);
}

export async function reorderMediaItems(ctx: Ctx, { media_type, ids, ...named }: In<'reorder'>): Out<'reorder'> {
  const owner = await lockMediaOwner(ctx, named);
  const rows = await selectMediaItemsOfOwner(ctx, owner).select(['id']).where('media_type', '=', media_type).orderBy('sort').orderBy('id').execute();
  const there = new Set(rows.map((row) => row.id));
  if (ids.length !== there.size || new Set(ids).size !== ids.length || ids.some((id) => !there.has(id)))
    throw new Refusal('conflict', sentence('editConflict'), { current: await listOf(ctx, owner) });
  await sql`/* unscoped: items of the property that was locked before */ update media_item set sort = place.n, updated_at = app.now()
    from unnest(${ids}::bigint[]) with ordinality as place (id, n) where media_item.id = place.id`.execute(ctx.db);
  const before = { order: rows.map((row) => row.id).join(' ') };
  await auditMedia(ctx, owner, 'edit', media_type, before, { order: ids.join(' ') });
  return listOf(ctx, owner);
}

export async function setMediaCover(ctx: Ctx, { id }: In<'setCover'>): Out<'setCover'> {
  const { row, owner } = await lockItemForChange(ctx, id);
  if (row.media_type !== mediaTypes.image) throw new Refusal('conflict', m.media_refusal_cover());
  const before = await selectMediaItemsOfOwner(ctx, owner).select('id').where('is_cover', '=', true).executeTakeFirst();
  await putCover(ctx, owner, id);
  await auditMedia(ctx, owner, 'edit', id, { cover_was: before?.id ?? null }, { cover_was: null, cover: true });
  return readMediaItem(ctx, id);
}

/** Two statements are needed, because an index never allows two covers. */
async function putCover(ctx: Ctx, owner: MediaOwner, id: number): Promise<void> {
  const ids = (await selectMediaItemsOfOwner(ctx, owner).select('id').where('is_cover', '=', true).execute()).map((row) => row.id);
  if (ids.length > 0)
    await change(ctx, 'media_item')
      .set({ is_cover: false, ...changed })
      .where('id', 'in', ids)
      .execute();
  await change(ctx, 'media_item')
    .set({ is_cover: true, ...changed })
    .where('id', '=', id)
    .$call(oneRow);
}

export async function removeMediaItem(ctx: Ctx, { id }: In<'remove'>): Out<'remove'> {
  const { row, owner } = await lockItemForChange(ctx, id);
  await erase(ctx, 'media_item').where('id', '=', id).$call(oneRow);
  if (row.file_id !== null) await releaseFile(ctx.db, row.file_id);
  if (row.is_cover) {
    const next = await selectMediaItemsOfOwner(ctx, owner)
      .select('id')
      .where('media_type', '=', mediaTypes.image)
      .orderBy('sort')
      .orderBy('id')
      .executeTakeFirst();
    if (next) await putCover(ctx, owner, next.id);
  }
  await auditMedia(ctx, owner, 'delete', id, { media_type: row.media_type, caption: row.caption, url: row.url, file: row.file_id }, null);
  return { id };
}
