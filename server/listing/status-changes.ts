import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { MoveOf } from '#contract/kernel/machine.ts';
import type { MoveActor } from '#contract/kernel/roles.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import type { ListingClosingReason, ListingReadinessKey } from '#contract/listing/kinds.ts';
import { listingMachine } from '#contract/listing/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { listHeadsOfPropertyOwner } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { listingNotFound, readListingDetails } from './listing-reads.ts';
import { applyPlanLimit, lockCompanyPropertyAndListings } from './plan-limit.ts';
import { duplicateLiveListingRefusal, listMissingReadinessItems, notReadyRefusal, readListingReadiness } from './readiness.ts';
import { isPlatformStaff, type ListingRow, selectVisibleListings, toListingAuditValues } from './rows.ts';
import { createWholePropertyUnit } from './whole-property.ts';

type Calls = typeof listingCalls;
type Name = MoveOf<typeof listingMachine>;
type PausedBy = NonNullable<ListingRow['paused_by']>;

/** Locks a listing for a change: not found if it is out of scope, refused by permission if the caller may not edit it. */
export async function lockListingForChange(ctx: Ctx, id: number): Promise<ListingRow> {
  await lockCompanyPropertyAndListings(ctx, selectVisibleListings(ctx).select('listing.property_id').where('listing.id', '=', id), [id]);
  const row = await selectVisibleListings(ctx)
    .selectAll('listing')
    .select(mayChange('property', ctx.me, 'units.edit').as('may_work'))
    .where('listing.id', '=', id)
    .forNoKeyUpdate('listing')
    .executeTakeFirst();
  if (!row) throw listingNotFound();
  const { may_work, ...listing } = row;
  if (!may_work) throw new Refusal('forbidden', m.listing_refusal_mandate_change(), { missing: 'units.edit' });
  return listing;
}

export type ListingMoveRequest = {
  readonly name: Name;
  readonly actor: MoveActor;
  readonly reason?: string;
  readonly closedAs?: ListingClosingReason | undefined;
  /** The cause of a pause that no person requested. */
  readonly pausedBy?: PausedBy;
  /** Whether people who saved the listing are not notified. */
  readonly untold?: boolean;
  /** Whether the move is part of a larger change that writes its own audit entry and applies the plan limit once. */
  readonly quiet?: true;
};

const pausedByOf = (step: ListingMoveRequest, to: string, before: ListingRow): PausedBy | null => {
  if (step.name === 'force') return 'platform';
  if (to === 'live') return null;
  if (to === 'paused') return step.pausedBy ?? 'company';
  // A pause by Makao stays through closing and reopening; otherwise these two moves together would lift it.
  return before.paused_by === 'platform' ? 'platform' : null;
};

const isDouble = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === '23505' && 'constraint' in problem && problem.constraint === 'listing_one_live';

/** Makes one move of a listing with all its effects. Every change of a listing's status goes through this function. */
export async function applyListingMove(ctx: Ctx, before: ListingRow, asked: ListingMoveRequest): Promise<ListingRow> {
  const { id } = before;
  const { to } = listingMachine.moves[asked.name];
  await makeMove(ctx, listingMachine, asked.name, id, asked.reason || null, asked.actor).catch((problem: unknown) => {
    throw isDouble(problem) ? duplicateLiveListingRefusal() : problem;
  });
  const goesLive = to === 'live';
  const its = asked.actor === 'clock' ? asUnscoped(ctx, 'a scheduled job or an automatic rule moves the row') : ctx;
  const now = clock.now();
  const row = await change(its, 'listing')
    .set((eb) => ({
      status_reason: asked.reason ?? '',
      paused_by: pausedByOf(asked, to, before),
      wanted_at: null,
      closed_as: to === 'closed' ? (asked.closedAs ?? 'withdrawn') : null,
      ...(asked.name === 'publish' || asked.name === 'approve' ? { published_at: now } : {}),
      ...(goesLive ? { last_confirmed_at: now, asked_at: null } : {}),
      revision: eb('revision', '+', 1),
      updated_at: now,
      ...(ctx.me.userId === null ? {} : { updated_by: ctx.me.userId }),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.paused_by === 'platform' && before.paused_by !== 'platform') await publishEvent(ctx, 'listing.frozen', { listingId: id });
  if (row.paused_by !== 'platform' && before.paused_by === 'platform') await publishEvent(ctx, 'listing.thawed', { listingId: id });
  if (asked.quiet) return announced(ctx, row, asked);
  await applyPlanLimit(ctx, row.property_id, [id]);
  const after = await from(its, 'listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'listing',
    id,
    code: row.code,
    before: toListingAuditValues(before),
    after: toListingAuditValues(after),
    ...(asked.reason ? { reason: asked.reason } : {}),
  });
  return announced(ctx, after, asked);
}

async function announced(ctx: Ctx, row: ListingRow, { name, untold }: ListingMoveRequest): Promise<ListingRow> {
  if (name === 'publish' || name === 'approve') await enqueueJob(ctx.db, 'listing.published', { listingId: row.id });
  if (row.status === 'closed') await publishEvent(ctx, 'listing.closed', { listingId: row.id });
  if (row.status === 'closed' && !untold) await enqueueJob(ctx.db, 'listing.closed', { listingId: row.id, as: row.closed_as ?? 'withdrawn' });
  return row;
}

/** The recipients of notifications about a listing: its contact, otherwise the heads of the company that owns it. */
export async function readListingContacts(
  ctx: Pick<Ctx, 'db'>,
  listing: Pick<ListingRow, 'contact_id'> & { property_id: number | null },
): Promise<number[]> {
  if (listing.contact_id !== null) return [listing.contact_id];
  if (listing.property_id === null) return [];
  return (await listHeadsOfPropertyOwner(ctx.db, listing.property_id)).map((head) => head.id);
}

/** Publishes a listing, or refuses with all missing items. A suspected duplicate picture sends a company's listing to review. */
export async function publishListing(ctx: Ctx, before: ListingRow, name: Name, reason: string, quiet?: true): Promise<ListingRow> {
  const platform = isPlatformStaff(ctx.me.role);
  const except: readonly ListingReadinessKey[] = platform ? ['not_held'] : [];
  await createWholePropertyUnit(ctx, before);
  const readiness = await readListingReadiness(ctx.db, before.id);
  const doubted = readiness.items.some((i) => i.key === 'genuine' && !i.ok);
  const as: Name = name === 'publish' && doubted && !platform ? 'submit' : name;
  const row = await applyListingMove(ctx, before, { name: as, actor: ctx.me.role, reason, ...(quiet ? { quiet } : {}) });
  const lacking = listMissingReadinessItems(readiness, except);
  if (lacking.length === 1 && lacking[0] === 'only') throw duplicateLiveListingRefusal();
  if (lacking.length > 0) throw notReadyRefusal(lacking, readiness);
  return row;
}

export async function moveListing(
  ctx: Ctx,
  { id, move: name, reason, closed_as, wait }: HandlerInput<Calls['move']>,
): Promise<HandlerResult<Calls['move']>> {
  const before = await lockListingForChange(ctx, id);
  if ((name === 'force' || (name === 'decline' && isPlatformStaff(ctx.me.role))) && !reason)
    throw invalidInputRefusal({ reason: m.listing_problem_reason() });
  if (name === 'close' && !closed_as) throw invalidInputRefusal({ closed_as: m.listing_problem_closed_as() });
  if (name === 'resume' && before.paused_by === 'platform' && !isPlatformStaff(ctx.me.role))
    throw new Refusal('wrongState', m.listing_refusal_platform_paused(), { from: before.status });
  const { to } = listingMachine.moves[name];
  if (name === 'publish' && wait && before.status === 'draft' && (await waits(ctx, before))) return readListingDetails(ctx, { id });
  if (to === 'live') await publishListing(ctx, before, name, reason);
  else await applyListingMove(ctx, before, { name, actor: ctx.me.role, reason, closedAs: closed_as });
  if (name === 'force' || (name === 'decline' && isPlatformStaff(ctx.me.role)))
    await notifyAudience(
      ctx,
      'listing.paused',
      { title: before.title, reason },
      createNotificationAudience().people(await readListingContacts(ctx, before)),
      {
        key: `${id}:${before.revision}`,
      },
    );
  return readListingDetails(ctx, { id });
}

/**
 * Queues an incomplete listing to go live automatically. Conflicts that need a person (another listing is live, paused by Makao) are refused at once.
 */
async function waits(ctx: Ctx, before: ListingRow): Promise<boolean> {
  const lacking = listMissingReadinessItems(await readListingReadiness(ctx.db, before.id));
  if (lacking.length === 0 || lacking.some((key) => key === 'only' || key === 'not_held')) return false;
  await change(ctx, 'listing').set({ wanted_at: clock.now(), updated_by: ctx.me.userId }).where('id', '=', before.id).$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'listing',
    id: before.id,
    code: before.code,
    before: { waits: before.wanted_at !== null },
    after: { waits: true },
    reason: 'goes live when it is ready',
  });
  return true;
}

/** Confirms availability, and resumes a listing that was paused for lack of a confirmation. */
export async function confirmListing(ctx: Ctx, { id }: HandlerInput<Calls['confirm']>): Promise<HandlerResult<Calls['confirm']>> {
  const before = await lockListingForChange(ctx, id);
  if (before.status === 'paused' && before.paused_by === 'stale') await publishListing(ctx, before, 'resume', '');
  else await recordConfirmation(ctx, before);
  return readListingDetails(ctx, { id });
}

export async function recordConfirmation(ctx: Ctx, before: ListingRow): Promise<void> {
  if (before.status !== 'live') throw new Refusal('wrongState', m.listing_refusal_confirm_live(), { from: before.status });
  const now = clock.now();
  await change(ctx, 'listing').set({ last_confirmed_at: now, asked_at: null }).where('id', '=', before.id).$call(oneRow);
  const [old, next] = [before.last_confirmed_at?.toISOString() ?? null, now.toISOString()];
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'listing',
    id: before.id,
    code: before.code,
    before: { last_confirmed_at: old },
    after: { last_confirmed_at: next },
    reason: 'still available',
  });
}
