import { createHash, createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UploadType } from '#contract/constants.ts';
import type { UploadedFile } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import { toDownloadFileName } from '#server/http/file-name.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { type ImageVariant, makeImageVariants } from './images.ts';
import { toMediaPath } from './pictures.ts';
import { assertMediaQuota, lockAndAssertMediaQuota } from './quota.ts';

export { listDuplicatePictures } from './duplicate-pictures.ts';
export { assertDecodableImage, maxImagePixels } from './images.ts';
export { type PictureRow, type PictureVariant, toMediaPath, toPicture } from './pictures.ts';

export type FilePurpose = 'profile' | 'picture' | 'document' | 'video';
export type StoredFile = { readonly id: number; readonly keys: Readonly<Record<string, string>>; readonly variants: readonly ImageVariant[] };
type Keeping = {
  readonly purpose: FilePurpose;
  readonly visibility: 'public' | 'private' /** The field named in refusals. */;
  readonly field: string;
};

const mediaTypes: Readonly<Record<UploadType, string>> = {
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  mpeg: 'video/mpeg',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  docm: 'application/vnd.ms-word.document.macroEnabled.12',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

const keyOf = ({ data, ending }: Pick<ImageVariant, 'data' | 'ending'>, salt = ''): string =>
  `${createHash('sha256').update(salt).update(data).digest('hex').slice(0, 40)}.${ending}`;

/** Stores bytes and returns the key of each variant. A key that a sweep is deleting at the moment is replaced by a new one. */
export async function storeBytes(services: RunningServices, files: readonly Pick<ImageVariant, 'data' | 'ending' | 'type'>[]): Promise<string[]> {
  const keys = files.map((file) => keyOf(file));
  const taken = new Set(await markKeysForSweepIndependently(services.database.db, keys));
  const own = files.map((file, at) => (taken.has(keys[at] ?? '') ? (keys[at] ?? '') : keyOf(file, randomUUID())));
  if (own.some((key) => !taken.has(key))) await markKeysForSweepIndependently(services.database.db, own);
  for (const [at, { data, type }] of files.entries()) await services.storage.put(own[at] ?? '', data, type);
  return own;
}

/**
 * Stores an uploaded file in the caller's transaction. Every key is marked for the sweep before its bytes are stored, in a separate transaction: if
 * the caller's transaction fails, the sweep deletes the unreferenced bytes.
 */
export async function storeFile(
  services: RunningServices,
  ctx: Ctx,
  file: UploadedFile,
  { purpose, visibility, field }: Keeping,
): Promise<StoredFile> {
  const variants = purpose === 'profile' || purpose === 'picture' ? await makeImageVariants(file, purpose, field) : [asItIs(file)];
  const bytes = variants.reduce((sum, { data }) => sum + data.length, 0);
  await assertMediaQuota(services, ctx, bytes, field);
  const keys = await storeBytes(services, variants);
  // The company is locked only from here, so that a slow storage does not block it.
  await lockAndAssertMediaQuota(services, ctx, bytes, field);
  const named = variants.map((variant, at) => ({ ...variant, key: keys[at] ?? '' }));
  const { id } = await add(ctx, 'media_file')
    .values({ purpose, visibility, uploaded_by: ctx.me.userId, company_id: ctx.me.companyId, name: toDownloadFileName(file.name, file.type) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await add(ctx, 'media_variant')
    .values(named.map(({ label, key, type, data, width, height }) => ({ file_id: id, label, key, type, bytes: data.length, width, height })))
    .execute();
  return { id, keys: Object.fromEntries(named.map(({ label, key }) => [label, key])), variants };
}

const asItIs = ({ data, type }: UploadedFile): ImageVariant => ({
  label: 'original',
  data: Buffer.from(data),
  type: mediaTypes[type],
  ending: type,
  width: null,
  height: null,
});

/** Marks keys whose bytes the next sweep deletes unless a row references them. Returns the keys without those a sweep is deleting now. */
export async function markForSweep(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await add({ db }, 'media_doubt')
    // Different sizes of a small picture have the same bytes and thus the same key.
    .values([...new Set(keys)].map((key) => ({ key })))
    .onConflict((oc) => oc.column('key').doUpdateSet({ at: sql<Date>`app.now()` }).where('media_doubt.going', '=', false))
    .returning('key')
    .execute();
  return rows.map((row) => row.key);
}

export const markKeysForSweepIndependently = (db: Db, keys: readonly string[]) =>
  runOnReserveConnection('stored bytes remain if the transaction rolls back', () => markForSweep(db, keys));

/** Releases the file with this key and uploader. The next sweep deletes its bytes, unless another file has the same. */
export async function releaseFileByKey(ctx: Ctx, uploadedBy: number, key: string): Promise<void> {
  const files = await from(ctx, 'media_file')
    .innerJoin('media_variant', 'media_variant.file_id', 'media_file.id')
    .select('media_file.id')
    .where('media_file.uploaded_by', '=', uploadedBy)
    .where('media_variant.key', '=', key)
    .execute();
  for (const { id } of files) await releaseFile(ctx.db, id);
}

/** Releases one file, unless a media item still references it. */
export async function releaseFile(db: Db, id: number): Promise<void> {
  const used = await unscopedTable(db, 'media_item', 'a file without any remaining reference')
    .select()
    .select('id')
    .where('file_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (used) return;
  const variants = await unscopedTable(db, 'media_variant', 'a file without any remaining reference')
    .select()
    .select('key')
    .where('file_id', '=', id)
    .execute();
  if (variants.length > 0)
    await markForSweep(
      db,
      variants.map((v) => v.key),
    );
  await unscopedTable(db, 'media_file', 'a file without any remaining reference').remove().where('id', '=', id).execute();
}

const sweeps = 'scheduled job deletes files without references';

/** A sweep without activity for this long counts as dead; longer than any storage takes to answer. */
const silentMinutes = 15;

/**
 * Deletes unreferenced bytes one hour after they were marked, when every transaction about them has ended. Keys are claimed first and deleted
 * afterwards without a lock: no file relies on a claimed key, and a sweep that stops leaves its claims to the next. Each key is claimed again just
 * before its deletion, because another sweep may have taken it over and the file may have been uploaded again.
 */
export async function sweepMedia(services: RunningServices, db: Db, olderThanMinutes = 60): Promise<number> {
  const mine = randomUUID();
  let removed = 0;
  try {
    for (const key of await db.transaction().execute((tx) => markGoing(tx, mine, olderThanMinutes))) {
      const still = await unscopedTable(db, 'media_doubt', sweeps)
        .change()
        .set({ swept_at: clock.now() })
        .where('key', '=', key)
        .where('swept_by', '=', mine)
        .executeTakeFirst();
      if (still.numUpdatedRows === 0n) continue;
      await services.storage.remove(key);
      await unscopedTable(db, 'media_doubt', sweeps).remove().where('key', '=', key).where('swept_by', '=', mine).execute();
      removed += 1;
    }
  } finally {
    await unscopedTable(db, 'media_doubt', sweeps).change().set({ swept_by: null, swept_at: null }).where('swept_by', '=', mine).execute();
  }
  return removed;
}

async function markGoing(tx: Db, mine: string, olderThanMinutes: number): Promise<string[]> {
  const rows = await unscopedTable(tx, 'media_doubt', sweeps)
    .select()
    .select('key')
    .where(sql<boolean>`at <= app.now() - make_interval(mins => ${olderThanMinutes})`)
    .where(sql<boolean>`(swept_at is null or swept_at <= app.now() - make_interval(mins => ${silentMinutes}))`)
    // A chunk of an unfinished upload stays marked, because its session may be deleted by a cascade.
    .where(sql<boolean>`not exists (select from upload_part p where p.key = media_doubt.key)`)
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute();
  const keys = rows.map((row) => row.key);
  if (keys.length === 0) return [];
  // A separate statement, because the rows had to be locked first.
  const variants = await unscopedTable(tx, 'media_variant', sweeps).select().select('key').where('key', 'in', keys).execute();
  const named = new Set(variants.map((variant) => variant.key));
  if (named.size > 0)
    await unscopedTable(tx, 'media_doubt', sweeps)
      .remove()
      .where('key', 'in', [...named])
      .execute();
  const going = keys.filter((key) => !named.has(key));
  if (going.length > 0)
    await unscopedTable(tx, 'media_doubt', sweeps)
      .change()
      .set({ going: true, swept_by: mine, swept_at: clock.now() })
      .where('key', 'in', going)
      .execute();
  return going;
}

const signature = (secret: string, key: string, until: number): string =>
  createHmac('sha256', secret).update(`media:${key}:${until}`).digest('base64url');

/** A URL of a private file that works for a limited time without a session, for emails and for programs that open files. */
export function buildSignedFilePath(secret: string, key: string, seconds: number, now = clock.ms()): string {
  const until = Math.floor(now / 1000) + seconds;
  return `${toMediaPath(key)}?until=${until}&signature=${signature(secret, key, until)}`;
}

export function isValidSignature(secret: string, key: string, given: Readonly<Record<string, unknown>>, now = clock.ms()): boolean {
  const until = Number(given.until);
  return (
    Number.isSafeInteger(until) &&
    until * 1000 > now &&
    typeof given.signature === 'string' &&
    isSameSecret(signature(secret, key, until), given.signature)
  );
}

const openSeconds = 600;
/** A signed URL, valid for some minutes, of a private file of a record that the caller can see. */
export async function createSignedFileUrl(services: Pick<RunningServices, 'secret'>, db: Db, fileId: number | null): Promise<string | null> {
  if (fileId === null) return null;
  const variant = await unscopedTable(db, 'media_variant', 'a file of a record that the caller sees')
    .select()
    .select('key')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return variant ? buildSignedFilePath(services.secret, variant.key, openSeconds) : null;
}
