import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { CallShape } from '#contract/kernel/call.ts';
import { type Db, type Me, Refusal, type RequestNotes } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeBlindMark } from '#server/kernel/seal.ts';
import { m } from '#words/messages.js';
import { invalidInputRefusal } from './answer.ts';
import { JsonText, toJsonText } from './json-text.ts';

/** Idempotency of writes: a repeated write with the same `Idempotency-Key` header gets the answer of the first. */
export const idempotencyKeyHeader = 'idempotency-key';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const plain = /^[\x21-\x7e]{8,128}$/;

/** The key as given, or undefined. Anonymous callers share one name, so their keys must not be guessable. */
export function resolveIdempotencyKey(given: string | string[] | undefined, me: Me): string | null {
  if (given === undefined || given === '') return null;
  const fits = typeof given === 'string' && (me.userId === null ? uuid : plain).test(given);
  if (!fits) throw invalidInputRefusal({ 'Idempotency-Key': me.userId === null ? m.problem_uuid() : m.problem_key() });
  return given;
}

/**
 * The idempotency key of a form sent by a browser without scripts is derived from its content. The page contains no key, because the page cache may
 * give one rendering to many people, and two people must never share a key. The key is signed with the installation's secret, so that it cannot be
 * forged.
 */
export function computeContentIdempotencyKey(secret: string, call: CallShape, body: unknown): string {
  const hex = createHmac('sha256', secret)
    .update(`${call.method} ${call.path}`)
    .update(JSON.stringify(sorted(body)) ?? '')
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A person who impersonates another has separate keys. */
const whoIs = ({ userId, impersonatorId }: Me): string =>
  userId === null ? 'anon' : impersonatorId === null ? `person:${userId}` : `person:${userId}:${impersonatorId}`;

export type IdempotentRequest = {
  readonly call: CallShape;
  readonly me: Me;
  readonly key: string;
  readonly input: unknown;
  readonly note: RequestNotes;
};

/**
 * Runs first inside the transaction of the write. A second request with the same key waits at the insert until the first has ended, then finds its
 * answer, or an empty place if the first was refused. Needs READ COMMITTED.
 */
export async function runIdempotently(tx: Db, { note, ...asked }: IdempotentRequest, work: () => Promise<unknown>): Promise<unknown> {
  const { call, key } = asked;
  const { place, body } = placeOf(asked);
  const mine = await tx
    .insertInto('write_once')
    .values({ ...place, body })
    .onConflict((oc) => oc.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!mine) return again(tx, place, body, asked.me);
  const answer = await work();
  if (!call.secret && !note.cookies)
    await tx
      .updateTable('write_once')
      .set({ answer: toJsonText(answer), rights: computeRightsMark(asked.me) })
      .where(sql<boolean>`(who, call, key) = (${place.who}, ${place.call}, ${key})`)
      .execute();
  return answer;
}

type Asked = Omit<IdempotentRequest, 'note'>;
function placeOf({ call, me, key, input }: Asked) {
  const place = { who: whoIs(me), call: `${call.method} ${call.path}`, key };
  return { place, body: computeRequestBodyDigest(place, input) };
}

/** The stored answer of a finished first request, or null. It is read before work that precedes the transaction. */
export async function findStoredAnswer(db: Db, asked: Asked): Promise<{ readonly answer: unknown } | null> {
  const { place, body } = placeOf(asked);
  const { rows } = await sql`select from write_once where (who, call, key) = (${place.who}, ${place.call}, ${place.key})`.execute(db);
  return rows.length > 0 ? { answer: await again(db, place, body, asked.me) } : null;
}

/**
 * A mark of everything that decides what a caller may read. A person who left a company, or whose mandate or permission ended, gets a note
 * that the request was done, and not its answer again.
 */
const computeRightsMark = ({ role, companyId, companyActive, region, county, limits, grants, mandators = [], ...me }: Me): Buffer =>
  makeBlindMark(
    JSON.stringify([
      ...['rights', role, companyId, companyActive, region, county, limits, me.mustEnrol, me.verifiedStatus],
      [...grants].sort(),
      [...mandators].sort((a, b) => a - b),
    ]),
  );

async function again(tx: Db, { who, call, key }: Place, body: Buffer, me: Me): Promise<unknown> {
  const kept = await tx
    .selectFrom('write_once')
    .select(['body', 'answer', 'rights'])
    .where('who', '=', who)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst();
  if (kept && !kept.body.equals(body)) throw new Refusal('keyReused', sentence('keyReused'));
  const permitted = kept?.rights?.equals(computeRightsMark(me)) ?? false;
  if (!kept?.answer || !permitted) throw new Refusal('conflict', sentence('alreadyCompleted'), { done: true });
  return new JsonText(kept.answer);
}

type Place = { readonly who: string; readonly call: string; readonly key: string };

/**
 * A digest that is independent of the order of fields. For a file it covers the content. It includes the address of the call, because another call
 * with the same body is a different request.
 */
export const computeRequestBodyDigest = ({ who, call, key }: Place, input: unknown): Buffer =>
  makeBlindMark(JSON.stringify([who, call, key, sorted(input)]));

function sorted(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('base64url');
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}

export const deleteExpiredIdempotencyKeys = (db: Db) =>
  db.deleteFrom('write_once').where(sql<boolean>`at < app.now() - interval '24 hours'`).execute();
