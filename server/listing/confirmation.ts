import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { countAttemptSeparately } from '#server/http/throttle.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { listingNotFound } from './listing-reads.ts';
import { lockCompanyPropertyAndListings } from './plan-limit.ts';
import { listMissingReadinessItems, notReadyRefusal, readListingReadiness } from './readiness.ts';
import { applyListingMove, recordConfirmation } from './status-changes.ts';

type Calls = typeof listingCalls;
const keyLives = 45 * 86_400_000;

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32);

/** A signed key with the listing and the time of the question, which cannot be forged. */
export const makeConfirmationKey = (secret: string, id: number, askedAt: Date): string => {
  const said = `${id.toString(36)}.${askedAt.getTime().toString(36)}`;
  return `${said}.${sign(secret, `still:${said}`)}`;
};

/** The listing of a confirmation key, or null if the key is invalid or too old. */
export function verifyConfirmationKey(secret: string, key: string, now = clock.ms()): number | null {
  const [id = '', at = '', signature = ''] = key.split('.');
  const right = Buffer.from(sign(secret, `still:${id}.${at}`));
  const given = Buffer.from(signature);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return now - Number.parseInt(at, 36) > keyLives ? null : Number.parseInt(id, 36);
}

/** Confirms a listing by the key sent to the contact, without signing in. The key can only confirm availability. */
export const confirmListingByKey =
  (services: Pick<RunningServices, 'secret'>) =>
  async (asker: Ctx, { key }: HandlerInput<Calls['confirmByKey']>): Promise<HandlerResult<Calls['confirmByKey']>> => {
    const ctx = asUnscoped(asker, 'the key sent to the contact grants access');
    const id = verifyConfirmationKey(services.secret, key);
    if (id !== null) await lockCompanyPropertyAndListings(ctx, sql`(select property_id from listing where id = ${id})`, [id]);
    const listing =
      id === null
        ? undefined
        : await from(ctx, 'listing').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst();
    if (!listing) throw listingNotFound();
    if (listing.status === 'paused' && listing.paused_by === 'stale') {
      const readiness = await readListingReadiness(ctx.db, listing.id);
      const row = await applyListingMove(ctx, listing, { name: 'wake', actor: 'clock', reason: 'still available' });
      if (listMissingReadinessItems(readiness).length > 0) throw notReadyRefusal(listMissingReadinessItems(readiness), readiness);
      return { title: row.title, status: row.status };
    }
    if (listing.status !== 'live') throw new Refusal('gone', sentence('itemNotFound'));
    await recordConfirmation(ctx, listing);
    return { title: listing.title, status: listing.status };
  };

const machines = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|headless/i;

/** Counts a view once per visitor and half hour. The visitor's identity is not stored, only a keyed hash that is deleted later. */
export const recordListingView =
  (services: Pick<RunningServices, 'secret' | 'database'>) =>
  async (ctx: Ctx, { id, featured = false }: HandlerInput<Calls['recordView']>): Promise<HandlerResult<Calls['recordView']>> => {
    if (machines.test(ctx.from.agent)) return { counted: false };
    const who = sign(services.secret, `seen:${getOriginNetworkKey(ctx.from)}:${ctx.from.agent}:${id}`);
    if ((await countAttemptSeparately(services.database.db, `seen:${who}`, { limit: 1, seconds: 30 * 60 })) > 0) return { counted: false };
    const { numAffectedRows } =
      await sql`/* unscoped: views of public listings are counted for all visitors */ insert into listing_view (listing_id, featured) select id, ${featured}::boolean from public_listing where id = ${id}`.execute(
        ctx.db,
      );
    return { counted: numAffectedRows === 1n };
  };
