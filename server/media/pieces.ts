import { createHash, randomUUID } from 'node:crypto';
import { clock } from '#contract/time/clock.ts';
import { apart } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { doubt, doubtApart } from './service.ts';

/** The pieces of a file on its way. They lie in the storage under names of their own, which no address serves. */

/** Puts a piece down, doubted first: if its row never comes to be, the sweep finds it. */
export async function putPiece(house: House, sessionId: number, at: number, data: Uint8Array): Promise<string> {
  const key = `${createHash('sha256').update(`${sessionId}:${at}:${randomUUID()}`).digest('hex').slice(0, 40)}.part`;
  await doubtApart(house.database.db, [key]);
  await house.storage.put(key, data, 'application/octet-stream');
  return key;
}

const piecesOf = (db: Db, sessionId: number) =>
  everything(db, 'upload_part', 'pieces of an upload the caller or the clock has in hand')
    .select()
    .select(['at', 'key', 'bytes'])
    .where('session_id', '=', sessionId)
    .orderBy('at')
    .execute();

export async function assemble(house: House, db: Db, sessionId: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (const { key, bytes } of await piecesOf(db, sessionId)) {
    const data = await house.storage.get(key);
    if (data?.length !== bytes) throw new Error(`piece ${key} of upload ${sessionId} is not in the storage`);
    parts.push(data);
  }
  return Buffer.concat(parts);
}

/** Ends a session inside the caller's transaction; the bytes go with the next sweep. Answers whether it was still there. */
export async function endSession(db: Db, sessionId: number): Promise<boolean> {
  const keys = (await piecesOf(db, sessionId)).map((piece) => piece.key);
  if (keys.length > 0) await doubt(db, keys);
  const { numDeletedRows } = await everything(db, 'upload_session', 'pieces of an upload the caller or the clock has in hand')
    .remove()
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Throws a session away at once, bytes and all, whatever becomes of the caller's transaction. */
export const discard = (house: House, sessionId: number): Promise<void> =>
  apart('the bytes are gone whatever becomes of the call', async () => {
    const { db } = house.database;
    const keys = (await piecesOf(db, sessionId)).map((piece) => piece.key);
    await endSession(db, sessionId);
    for (const key of keys) await house.storage.remove(key);
    if (keys.length > 0)
      await everything(db, 'media_doubt', 'pieces of an upload the caller or the clock has in hand').remove().where('key', 'in', keys).execute();
  });

/** Files that stopped arriving: nothing of them stays. */
export async function sweepUploads(house: House, db: Db, now = clock.now()): Promise<number> {
  const late = await everything(db, 'upload_session', 'pieces of an upload the caller or the clock has in hand')
    .select()
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('id')
    .limit(200)
    .execute();
  for (const { id } of late) await discard(house, id);
  return late.length;
}
