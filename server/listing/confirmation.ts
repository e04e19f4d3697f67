import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { takeApart } from '#server/http/throttle.ts';
import { type Ctx, Refusal, unscoped } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { placeOf } from '#server/kernel/process/network.ts';
import { from } from '#server/kernel/scoped.ts';
import { missing } from './find.ts';
import { confirmed, step } from './moves.ts';
import { holdAbove } from './plan.ts';
import { missingOf, notReady, readinessOf } from './ready.ts';

type Calls = typeof listingCalls;
const keyLives = 45 * 86_400_000;

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32);

/** Says which offer was asked about and when; only we can make one. */
export const confirmationKey = (secret: string, id: number, askedAt: Date): string => {
  const said = `${id.toString(36)}.${askedAt.getTime().toString(36)}`;
  return `${said}.${sign(secret, `still:${said}`)}`;
};

/** The offer a key is about, or null when it is not ours or too old. */
export function readConfirmationKey(secret: string, key: string, now = clock.ms()): number | null {
  const [id = '', at = '', signature = ''] = key.split('.');
  const right = Buffer.from(sign(secret, `still:${id}.${at}`));
  const given = Buffer.from(signature);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return now - Number.parseInt(at, 36) > keyLives ? null : Number.parseInt(id, 36);
}

/** Confirms by the key that was sent to the contact, without signing in. The key says nothing but "still available". */
export const still =
  (house: Pick<House, 'secret'>) =>
  async (asker: Ctx, { key }: Input<Calls['still']>): Promise<Result<Calls['still']>> => {
    const ctx = unscoped(asker, 'the key sent to the contact gives the right');
    const id = readConfirmationKey(house.secret, key);
    if (id !== null) await holdAbove(ctx, sql`(select property_id from listing where id = ${id})`, [id]);
    const listing =
      id === null
        ? undefined
        : await from(ctx, 'listing').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst();
    if (!listing) throw missing();
    if (listing.status === 'paused' && listing.paused_by === 'stale') {
      const readiness = await readinessOf(ctx.db, listing.id);
      const row = await step(ctx, listing, { name: 'wake', actor: 'clock', reason: 'still available' });
      if (missingOf(readiness).length > 0) throw notReady(missingOf(readiness), readiness);
      return { title: row.title, status: row.status };
    }
    if (listing.status !== 'live') throw new Refusal('gone', sentence('itemNotFound'));
    await confirmed(ctx, listing);
    return { title: listing.title, status: listing.status };
  };

const machines = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|headless/i;

/** Counts a view, unless this visitor was counted within half an hour. Who it was is never kept: only a keyed hash that is swept. */
export const seen =
  (house: Pick<House, 'secret' | 'database'>) =>
  async (ctx: Ctx, { id, featured = false }: Input<Calls['seen']>): Promise<Result<Calls['seen']>> => {
    if (machines.test(ctx.from.agent)) return { counted: false };
    const who = sign(house.secret, `seen:${placeOf(ctx.from)}:${ctx.from.agent}:${id}`);
    if ((await takeApart(house.database.db, `seen:${who}`, { limit: 1, seconds: 30 * 60 })) > 0) return { counted: false };
    const { numAffectedRows } =
      await sql`/* all: what the public sees is counted for anybody */ insert into listing_view (listing_id, featured) select id, ${featured}::boolean from public_listing where id = ${id}`.execute(
        ctx.db,
      );
    return { counted: numAffectedRows === 1n };
  };
