import { createHash, createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UploadType } from '#contract/constants.ts';
import type { Uploaded } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { apart } from '#server/db/one-connection.ts';
import { fileName } from '#server/http/file-name.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { same } from '#server/kernel/secrets.ts';
import { imageVariants, type Variant } from './images.ts';
import { pathOfKey } from './pictures.ts';
import { fit, fitHeld } from './quota.ts';

export { insistDrawable, maxPixels } from './images.ts';
export { type PictureRow, type PictureVariant, pathOfKey, pictureOf } from './pictures.ts';
export { doubtsAbout } from './similar.ts';

export type Purpose = 'profile' | 'picture' | 'document' | 'video';
export type StoredFile = { readonly id: number; readonly keys: Readonly<Record<string, string>>; readonly variants: readonly Variant[] };
type Keeping = { readonly purpose: Purpose; readonly visibility: 'public' | 'private' /** Named in refusals. */; readonly field: string };

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

const keyOf = ({ data, ending }: Pick<Variant, 'data' | 'ending'>, salt = ''): string =>
  `${createHash('sha256').update(salt).update(data).digest('hex').slice(0, 40)}.${ending}`;

/** Puts bytes down and answers under which key each lies. Those a sweep is taking away at this moment get a key of their own. */
export async function putDown(house: House, files: readonly Pick<Variant, 'data' | 'ending' | 'type'>[]): Promise<string[]> {
  const keys = files.map((file) => keyOf(file));
  const taken = new Set(await doubtApart(house.database.db, keys));
  const own = files.map((file, at) => (taken.has(keys[at] ?? '') ? (keys[at] ?? '') : keyOf(file, randomUUID())));
  if (own.some((key) => !taken.has(key))) await doubtApart(house.database.db, own);
  for (const [at, { data, type }] of files.entries()) await house.storage.put(own[at] ?? '', data, type);
  return own;
}

/**
 * Keeps an uploaded file for the caller, in the caller's transaction. Every key is doubted before its bytes are put down, apart
 * from it: if the transaction then fails, the sweep below finds the bytes that nobody names.
 */
export async function keep(house: House, ctx: Ctx, file: Uploaded, { purpose, visibility, field }: Keeping): Promise<StoredFile> {
  const variants = purpose === 'profile' || purpose === 'picture' ? await imageVariants(file, purpose, field) : [asItIs(file)];
  const bytes = variants.reduce((sum, { data }) => sum + data.length, 0);
  await fit(house, ctx, bytes, field);
  const keys = await putDown(house, variants);
  // Held from here only: a slow storage keeps nobody of the company waiting.
  await fitHeld(house, ctx, bytes, field);
  const named = variants.map((variant, at) => ({ ...variant, key: keys[at] ?? '' }));
  const { id } = await add(ctx, 'media_file')
    .values({ purpose, visibility, uploaded_by: ctx.me.userId, company_id: ctx.me.companyId, name: fileName(file.name, file.type) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await add(ctx, 'media_variant')
    .values(named.map(({ label, key, type, data, width, height }) => ({ file_id: id, label, key, type, bytes: data.length, width, height })))
    .execute();
  return { id, keys: Object.fromEntries(named.map(({ label, key }) => [label, key])), variants };
}

const asItIs = ({ data, type }: Uploaded): Variant => ({
  label: 'original',
  data: Buffer.from(data),
  type: mediaTypes[type],
  ending: type,
  width: null,
  height: null,
});

/** Keys whose bytes go with the next sweep unless something names them by then. Answers them without those that a sweep is taking away. */
export async function doubt(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await add({ db }, 'media_doubt')
    // A picture too small to have sizes has the same bytes in all of them.
    .values([...new Set(keys)].map((key) => ({ key })))
    .onConflict((oc) => oc.column('key').doUpdateSet({ at: sql<Date>`app.now()` }).where('media_doubt.going', '=', false))
    .returning('key')
    .execute();
  return rows.map((row) => row.key);
}

export const doubtApart = (db: Db, keys: readonly string[]) => apart('bytes outlive a transaction that fails', () => doubt(db, keys));

/** Gives up a file that has this key and belongs to this person; its bytes go with the next sweep unless another file has them too. */
export async function giveUp(ctx: Ctx, uploadedBy: number, key: string): Promise<void> {
  const files = await from(ctx, 'media_file')
    .innerJoin('media_variant', 'media_variant.file_id', 'media_file.id')
    .select('media_file.id')
    .where('media_file.uploaded_by', '=', uploadedBy)
    .where('media_variant.key', '=', key)
    .execute();
  for (const { id } of files) await giveUpFile(ctx.db, id);
}

/** Gives up one file, unless an item of the catalogue still refers to it. */
export async function giveUpFile(db: Db, id: number): Promise<void> {
  const used = await everything(db, 'media_item', 'a file nobody names any more')
    .select()
    .select('id')
    .where('file_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (used) return;
  const variants = await everything(db, 'media_variant', 'a file nobody names any more').select().select('key').where('file_id', '=', id).execute();
  if (variants.length > 0)
    await doubt(
      db,
      variants.map((v) => v.key),
    );
  await everything(db, 'media_file', 'a file nobody names any more').remove().where('id', '=', id).execute();
}

const sweeps = 'the clock sweeps files nobody names';

/** A sweep that has said nothing for so long has died; longer than any storage takes to answer. */
const silentMinutes = 15;

/**
 * Removes bytes that no file names, an hour after they came into doubt: by then every transaction about them has ended. They are marked
 * first and go afterwards, when nothing is held: nobody relies on a key that is going, and a sweep that dies leaves the mark to the next.
 * Each key is claimed again right before it goes: what another sweep has taken over may have been brought anew since.
 */
export async function sweepMedia(house: House, db: Db, olderThanMinutes = 60): Promise<number> {
  const mine = randomUUID();
  let removed = 0;
  try {
    for (const key of await db.transaction().execute((tx) => markGoing(tx, mine, olderThanMinutes))) {
      const still = await everything(db, 'media_doubt', sweeps)
        .change()
        .set({ swept_at: clock.now() })
        .where('key', '=', key)
        .where('swept_by', '=', mine)
        .executeTakeFirst();
      if (still.numUpdatedRows === 0n) continue;
      await house.storage.remove(key);
      await everything(db, 'media_doubt', sweeps).remove().where('key', '=', key).where('swept_by', '=', mine).execute();
      removed += 1;
    }
  } finally {
    await everything(db, 'media_doubt', sweeps).change().set({ swept_by: null, swept_at: null }).where('swept_by', '=', mine).execute();
  }
  return removed;
}

async function markGoing(tx: Db, mine: string, olderThanMinutes: number): Promise<string[]> {
  const rows = await everything(tx, 'media_doubt', sweeps)
    .select()
    .select('key')
    .where(sql<boolean>`at <= app.now() - make_interval(mins => ${olderThanMinutes})`)
    .where(sql<boolean>`(swept_at is null or swept_at <= app.now() - make_interval(mins => ${silentMinutes}))`)
    // A piece of a file on its way stays in doubt: its session may vanish without asking us.
    .where(sql<boolean>`not exists (select from upload_part p where p.key = media_doubt.key)`)
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute();
  const keys = rows.map((row) => row.key);
  if (keys.length === 0) return [];
  // Apart from the rows, which had to be held first.
  const variants = await everything(tx, 'media_variant', sweeps).select().select('key').where('key', 'in', keys).execute();
  const named = new Set(variants.map((variant) => variant.key));
  if (named.size > 0)
    await everything(tx, 'media_doubt', sweeps)
      .remove()
      .where('key', 'in', [...named])
      .execute();
  const going = keys.filter((key) => !named.has(key));
  if (going.length > 0)
    await everything(tx, 'media_doubt', sweeps)
      .change()
      .set({ going: true, swept_by: mine, swept_at: clock.now() })
      .where('key', 'in', going)
      .execute();
  return going;
}

const signature = (secret: string, key: string, until: number): string =>
  createHmac('sha256', secret).update(`media:${key}:${until}`).digest('base64url');

/** An address of a private file that works for a while without a session: for mails, and for programs that open files. */
export function signedPath(secret: string, key: string, seconds: number, now = clock.ms()): string {
  const until = Math.floor(now / 1000) + seconds;
  return `${pathOfKey(key)}?until=${until}&signature=${signature(secret, key, until)}`;
}

export function signatureHolds(secret: string, key: string, given: Readonly<Record<string, unknown>>, now = clock.ms()): boolean {
  const until = Number(given.until);
  return (
    Number.isSafeInteger(until) && until * 1000 > now && typeof given.signature === 'string' && same(signature(secret, key, until), given.signature)
  );
}

const openSeconds = 600;
/** Opens a private file of a record the caller sees, for some minutes. */
export async function openFor(house: Pick<House, 'secret'>, db: Db, fileId: number | null): Promise<string | null> {
  if (fileId === null) return null;
  const variant = await everything(db, 'media_variant', 'a file of a record the caller sees')
    .select()
    .select('key')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return variant ? signedPath(house.secret, variant.key, openSeconds) : null;
}
