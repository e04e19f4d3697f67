import { sql } from 'kysely';
import type { Db } from '#server/kernel/ctx.ts';

/** Topics and what their jobs carry. A room that emits adds its topic here; a topic without a handler does not compile. */
export type Topics = {
  'policy.changed': { policyId: number; slug: string };
  /** The words or places everybody chooses from changed: public pages that show them are made anew. */
  'vocabulary.changed': { kind: string };
  /** Looked up after the answer, so that the answer takes as long for a stranger. */
  'identity.password_forgotten': { email: string };
  /** A unit's status changed: offers of it are paused or taken up again (listing room). */
  'unit.moved': { unitId: number; from: string; to: string };
  /** An offer went live, changed its price or ended: whoever saved it, or a search that finds it, is told (finding room). */
  'listing.published': { listingId: number };
  'listing.repriced': { listingId: number; from: number; to: number };
  'listing.closed': { listingId: number; as: string };
  /** server/notification/service.ts says what is in it. */
  'notification.deliver': object;
  /** A mail or an SMS is ready to be handed to its carrier. */
  'notification.send': { deliveryId: number };
};
export type Topic = keyof Topics;
export type Handlers = { [T in Topic]: (payload: Topics[T]) => Promise<void> };

/**
 * Promises a side effect, in the caller's transaction; `at` puts it off. A worker carries it out after the commit, at least once, so
 * handlers must bear a repeat. The same key twice is one effect, for good. docs/decisions/028-jobs.md says how.
 */
export async function emit<T extends Topic>(
  db: Db,
  topic: T,
  payload: Topics[T],
  key: string | null = null,
  { at = null }: { at?: Date | null } = {},
) {
  await sql`select emit_job(${topic}, ${JSON.stringify(payload)}::jsonb, ${key}, ${at}::timestamptz)`.execute(db);
}
