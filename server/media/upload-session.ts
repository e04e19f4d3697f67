import { sql } from 'kysely';
import { mediaTypes } from '#contract/catalogue/kinds.ts';
import { type UploadType, uploadRules } from '#contract/constants.ts';
import type { HandlerInput, HandlerResult, UploadedFile } from '#contract/kernel/call.ts';
import type { mediaCalls } from '#contract/media/calls.ts';
import { maxFileBytes, maxOpenUploads, uploadChunkBytes, uploadExpiryMinutes } from '#contract/media/limits.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { sniffUploadType } from '#server/http/upload-type.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { lockItemForChange } from './items.ts';
import { assertBelowMediaLimit, assertMayChangeMedia, readMediaOwner } from './owner.ts';
import { storeUploadedMediaItem } from './place-item.ts';
import { assertMediaQuota } from './quota.ts';
import { assembleUpload, discardUpload, endUploadSession, storeUploadChunk } from './upload-pieces.ts';

type Calls = typeof mediaCalls;
type In<K extends keyof Calls> = HandlerInput<Calls[K]>;
type Out<K extends keyof Calls> = Promise<HandlerResult<Calls[K]>>;

const sessionColumns = ['id', 'property_id', 'unit_id', 'media_type', 'replaces', 'name', 'size', 'received', 'expires_at'] as const;
const sessions = (ctx: Ctx, id: number) =>
  from(ctx, 'upload_session').select(sessionColumns).where('id', '=', id).where(sql<boolean>`expires_at > app.now()`);
type Session = NonNullable<Awaited<ReturnType<ReturnType<typeof sessions>['executeTakeFirst']>>>;

async function sessionOf(ctx: Ctx, id: number): Promise<Session> {
  const session = await sessions(ctx, id).executeTakeFirst();
  if (!session) throw new Refusal('notFound', sentence('itemNotFound'));
  return session;
}

const answerOf = ({ id, size, received, expires_at }: Pick<Session, 'id' | 'size' | 'received' | 'expires_at'>) => ({
  id,
  size,
  received,
  chunk_bytes: uploadChunkBytes,
  expires_at: expires_at.toISOString(),
});
const untilLater = () => new Date(clock.ms() + uploadExpiryMinutes * 60_000);

/** Refuses an upload at the start that would be refused at the end, before any data is sent. */
async function start(services: RunningServices, ctx: Ctx, { media_type, name, size, replaces, ...named }: In<'start'>): Out<'start'> {
  if (size > maxFileBytes) {
    const why = m.media_problem_size({ most: maxFileBytes / 1024 / 1024 });
    throw invalidInputRefusal({ size: why }, 'tooLarge');
  }
  const owner = await readMediaOwner(ctx, named);
  await assertMayChangeMedia(ctx, owner.propertyId);
  await assertMediaQuota(services, ctx, size, 'size');
  if (replaces === undefined) await assertBelowMediaLimit(ctx, owner, media_type);
  else {
    const { row } = await lockItemForChange(ctx, replaces);
    if (row.property_id !== owner.propertyId || row.unit_id !== owner.unitId || row.media_type !== media_type)
      throw invalidInputRefusal({ replaces: m.media_problem_replaces() });
  }
  await makeWay(ctx);
  const session = await add(ctx, 'upload_session')
    .values({
      person_id: requireSignedIn(ctx).userId,
      property_id: owner.propertyId,
      unit_id: owner.unitId,
      media_type,
      replaces: replaces ?? null,
      name,
      size,
      expires_at: untilLater(),
    })
    .returning(['id', 'size', 'received', 'expires_at'])
    .executeTakeFirstOrThrow();
  return answerOf(session);
}

/** Abandoned uploads never block a person: the least recently active one is deleted. */
async function makeWay(ctx: Ctx): Promise<void> {
  const open = await from(ctx, 'upload_session')
    .select('id')
    .where(sql<boolean>`expires_at > app.now()`)
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
  for (const { id } of open.slice(0, Math.max(0, open.length - maxOpenUploads + 1))) await endUploadSession(ctx.db, id);
}

const takenBy = (mediaType: number): readonly UploadType[] => (mediaType === mediaTypes.video ? uploadRules.videos : uploadRules.images);
const unfit = (field: string, mediaType: number) => {
  const why = m.media_problem_types({ types: takenBy(mediaType).join(', ') });
  return invalidInputRefusal({ [field]: why }, 'unsupported');
};

export const uploadHandlers = (services: RunningServices) => ({
  start: (ctx: Ctx, given: In<'start'>): Out<'start'> => start(services, ctx, given),

  async chunk(ctx: Ctx, { id, at, file }: In<'chunk'>): Out<'chunk'> {
    const seen = await sessionOf(ctx, id);
    // The first bytes show the actual type, whatever the file name. The whole file is checked again at the end.
    if (at === 0 && seen.received === 0 && !(file.type && takenBy(seen.media_type).includes(file.type))) {
      await discardUpload(services, id);
      throw unfit('chunk', seen.media_type);
    }
    if (file.data.length > uploadChunkBytes) throw invalidInputRefusal({ chunk: m.media_problem_chunk({ most: uploadChunkBytes }) });
    const session = await sessions(ctx, id).forUpdate().executeTakeFirst();
    if (!session) throw new Refusal('notFound', sentence('itemNotFound'));
    if (at !== session.received) throw new Refusal('conflict', m.media_refusal_next_piece({ at: session.received }), { received: session.received });
    if (at + file.data.length > session.size) throw invalidInputRefusal({ chunk: m.media_problem_beyond() });
    const key = await storeUploadChunk(services, id, at, file.data);
    await add(ctx, 'upload_part').values({ session_id: id, at, key, bytes: file.data.length }).execute();
    const after = await change(ctx, 'upload_session')
      .set({ received: at + file.data.length, expires_at: untilLater() })
      .where('id', '=', id)
      .returning(['id', 'size', 'received', 'expires_at'])
      .executeTakeFirstOrThrow();
    return answerOf(after);
  },

  async finish(ctx: Ctx, { id }: In<'finish'>): Out<'finish'> {
    const session = await sessionOf(ctx, id);
    const { received, size, media_type, replaces, name } = session;
    if (received < size) throw new Refusal('conflict', m.media_refusal_unfinished({ received, size }), { received });
    const owner = await readMediaOwner(ctx, session.unit_id === null ? { property_id: session.property_id } : { unit_id: session.unit_id });
    await assertMayChangeMedia(ctx, owner.propertyId);
    const data = await assembleUpload(services, ctx.db, id);
    const type = sniffUploadType(data);
    try {
      if (!type || !takenBy(media_type).includes(type)) throw unfit('file', media_type);
      const file: UploadedFile = { data, type, name };
      const item = await storeUploadedMediaItem(services, ctx, owner, { file, mediaType: media_type, replaces });
      if (!(await endUploadSession(ctx.db, id))) throw new Refusal('notFound', sentence('itemNotFound'));
      return item;
    } catch (problem) {
      // An invalid file is deleted. After any other failure (a full album, a lost database connection) the upload can be completed later.
      if (problem instanceof Refusal && ['invalid', 'unsupported'].includes(problem.failure)) await discardUpload(services, id);
      throw problem;
    }
  },

  async cancel(ctx: Ctx, { id }: In<'cancel'>): Out<'cancel'> {
    await sessionOf(ctx, id);
    await discardUpload(services, id);
    return { id };
  },
});

export const readUploadStatus = async (ctx: Ctx, { id }: In<'status'>): Out<'status'> => answerOf(await sessionOf(ctx, id));
