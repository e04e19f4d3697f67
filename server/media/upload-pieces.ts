import { createHash, randomUUID } from 'node:crypto';
import { clock } from '#contract/time/clock.ts';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { markForSweep, markKeysForSweepIndependently } from './service.ts';

/** The chunks of an unfinished upload, stored under names that no URL serves. */

/** Stores a chunk after marking its key for the sweep, which deletes the chunk if its row is never written. */
export async function storeUploadChunk(services: RunningServices, sessionId: number, at: number, data: Uint8Array): Promise<string> {
  const key = `${createHash('sha256').update(`${sessionId}:${at}:${randomUUID()}`).digest('hex').slice(0, 40)}.part`;
  await markKeysForSweepIndependently(services.database.db, [key]);
  await services.storage.put(key, data, 'application/octet-stream');
  return key;
}

const piecesOf = (db: Db, sessionId: number) =>
  unscopedTable(db, 'upload_part', 'parts of an upload that the caller or the cleanup job processes')
    .select()
    .select(['at', 'key', 'bytes'])
    .where('session_id', '=', sessionId)
    .orderBy('at')
    .execute();

export async function assembleUpload(services: RunningServices, db: Db, sessionId: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (const { key, bytes } of await piecesOf(db, sessionId)) {
    const data = await services.storage.get(key);
    if (data?.length !== bytes) throw new Error(`piece ${key} of upload ${sessionId} is not in the storage`);
    parts.push(data);
  }
  return Buffer.concat(parts);
}

/** Ends a session in the caller's transaction; the next sweep deletes the bytes. Returns whether the session existed. */
export async function endUploadSession(db: Db, sessionId: number): Promise<boolean> {
  const keys = (await piecesOf(db, sessionId)).map((piece) => piece.key);
  if (keys.length > 0) await markForSweep(db, keys);
  const { numDeletedRows } = await unscopedTable(db, 'upload_session', 'parts of an upload that the caller or the cleanup job processes')
    .remove()
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes a session with its bytes at once, independent of the caller's transaction. */
export const discardUpload = (services: RunningServices, sessionId: number): Promise<void> =>
  runOnReserveConnection('the bytes are deleted even if the call fails', async () => {
    const { db } = services.database;
    const keys = (await piecesOf(db, sessionId)).map((piece) => piece.key);
    await endUploadSession(db, sessionId);
    for (const key of keys) await services.storage.remove(key);
    if (keys.length > 0)
      await unscopedTable(db, 'media_doubt', 'parts of an upload that the caller or the cleanup job processes')
        .remove()
        .where('key', 'in', keys)
        .execute();
  });

/** Deletes abandoned uploads completely. */
export async function sweepUploads(services: RunningServices, db: Db, now = clock.now()): Promise<number> {
  const late = await unscopedTable(db, 'upload_session', 'parts of an upload that the caller or the cleanup job processes')
    .select()
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('id')
    .limit(200)
    .execute();
  for (const { id } of late) await discardUpload(services, id);
  return late.length;
}
