import { randomInt } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import type { MoveOf } from '#contract/kernel/machine.ts';
import type { MoveActor } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { tourMachine } from '#contract/tour/machine.ts';
import type { TourReason } from '#contract/tour/reasons.ts';
import { computeTourExpiryTime, computeTourOutcomeDeadline, findNextTourReminder, type TourMode, type TourSlot } from '#contract/tour/slots.ts';
import type { TourTable } from '#server/db/types.gen.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { type ScopedRow, sameRow } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import type { TourHome, TourHostRow } from './host.ts';
import { notifyHostAndVisitor, notifyHostOfOccupantConsent, publishTourStep, requestOccupantConsent } from './notify.ts';
import { type TourRow, toTourAuditValues } from './rows.ts';

export const occupantDeclinedTourReason: TourReason = 'whoever lives there did not agree';
type Move = MoveOf<typeof tourMachine>;
const held = 'the caller has access to the tour, or a scheduled job moves it';

/** Changes a tour that was found in scope and locked. */
const changeTour = (ctx: Pick<Ctx, 'db'>, tour: ScopedRow<'tour'>) => sameRow(ctx.db, 'tour', tour).change();

/** Reserves a separate slot, or a place in a group tour. The caller has locked the host. */
export async function reserveTourPlace(
  ctx: Pick<Ctx, 'db'>,
  home: TourHome,
  host: Pick<TourHostRow, 'person_id' | 'company_id'>,
  slot: TourSlot,
  mode: TourMode,
): Promise<number> {
  if (slot.viewingId !== null) {
    await unscopedTable(ctx.db, 'viewing', held)
      .change()
      .set({ taken: sql`taken + 1` })
      .where('id', '=', slot.viewingId)
      .where('closed_at', 'is', null)
      .$call(oneRow);
    return slot.viewingId;
  }
  const row = await add(ctx, 'viewing')
    .values({
      company_id: home.company_id,
      agent_company_id: host.company_id === home.company_id ? null : host.company_id,
      property_id: home.property_id,
      unit_id: home.unit_id,
      listing_id: home.listing_id,
      host_id: host.person_id,
      during: sql<string>`tstzrange(${new Date(slot.from)}, ${new Date(slot.to)})`,
      mode,
      taken: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Makes the time available again: a group tour gets a place back, a single slot closes. */
export const releaseTourPlace = (ctx: Pick<Ctx, 'db'>, viewingId: number) =>
  unscopedTable(ctx.db, 'viewing', held)
    .change()
    .set({ taken: sql`greatest(0, taken - 1)`, closed_at: sql`case when is_group then closed_at else coalesce(closed_at, app.now()) end` })
    .where('id', '=', viewingId)
    .execute();

type Step = { readonly name: Move; readonly actor: MoveActor; readonly reason?: string; readonly also?: Updateable<TourTable> };
/** Makes one move of a tour with its audit entry. The caller handles the consequences. */
export async function applyTourMove(ctx: Ctx, before: TourRow, { name, actor, reason = '', also = {} }: Step): Promise<TourRow> {
  await makeMove(ctx, tourMachine, name, before.id, reason || null, actor);
  const after = await changeTour(ctx, before)
    .set({ ...also, reason, revision: before.revision + 1, updated_at: clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'tours',
    id: after.id,
    code: after.code,
    before: toTourAuditValues(before),
    after: toTourAuditValues(after),
    ...(reason ? { reason } : {}),
  });
  return after;
}

/** Confirms the tour; the visitor receives the code for the door. */
export async function confirmTour(ctx: Ctx, before: TourRow, actor: MoveActor): Promise<TourRow> {
  if (before.consent === 'asked' || before.consent === 'refused') throw new Refusal('conflict', m.tour_refusal_consent());
  const start = before.starts_at.getTime();
  const remind = findNextTourReminder(start, clock.ms());
  const after = await applyTourMove(ctx, before, {
    name: 'confirm',
    actor,
    also: {
      check_in_code: String(randomInt(10_000)).padStart(4, '0'),
      remind_at: remind === null ? null : new Date(remind),
      settle_at: new Date(computeTourOutcomeDeadline(before.ends_at.getTime())),
    },
  });
  await notifyHostAndVisitor(ctx, after, 'tour.confirmed');
  await publishTourStep(ctx, after, 'tour.confirmed');
  return after;
}

/** Applies the occupant's consent. If host and visitor had already agreed and only the time changed, the tour is confirmed. */
export async function onOccupantAgreed(ctx: Ctx, tour: TourRow): Promise<void> {
  if (tour.status !== 'requested' || tour.check_in_code === null) await notifyHostOfOccupantConsent(ctx, tour);
  else await confirmTour(ctx, tour, 'clock');
}

/** Ends a tour as cancelled, declined or expired: its time becomes free and both sides are notified. */
export async function endTour(ctx: Ctx, before: TourRow, name: 'cancel' | 'decline' | 'lapse', actor: MoveActor, reason: string): Promise<TourRow> {
  const after = await applyTourMove(ctx, before, { name, actor, reason });
  await releaseTourPlace(ctx, before.viewing_id);
  await notifyHostAndVisitor(ctx, after, 'tour.canceled', { reason });
  await publishTourStep(ctx, after, name === 'decline' ? 'tour.declined' : 'tour.canceled');
  return after;
}

/** Moves the tour to another time: it gets a new viewing, and the old time becomes free. The caller has locked the host and found the slot. */
export async function moveTour(
  ctx: Ctx,
  before: TourRow,
  home: TourHome,
  host: Pick<TourHostRow, 'person_id' | 'company_id'>,
  slot: TourSlot,
  mode: TourMode,
): Promise<TourRow> {
  await releaseTourPlace(ctx, before.viewing_id);
  const viewing = await reserveTourPlace(ctx, home, host, slot, mode);
  const sameTime = before.starts_at.getTime() === slot.from;
  // The consent was for the old time, so the occupant is asked again, and the tour is not confirmed until they agree.
  const asks = before.consent !== 'none' && !sameTime;
  const stands = asks && before.status === 'confirmed' ? await applyTourMove(ctx, before, { name: 'ask_again', actor: 'clock' }) : before;
  const confirmed = stands.status === 'confirmed';
  const remind = confirmed ? findNextTourReminder(slot.from, clock.ms()) : null;
  const after = await changeTour(ctx, before)
    .set({
      viewing_id: viewing,
      host_id: host.person_id,
      company_id: home.company_id,
      agent_company_id: host.company_id === home.company_id ? null : host.company_id,
      starts_at: new Date(slot.from),
      ends_at: new Date(slot.to),
      remind_at: remind === null ? null : new Date(remind),
      settle_at: confirmed ? new Date(computeTourOutcomeDeadline(slot.to)) : null,
      // A confirmed tour becomes a request again; moving a request does not extend its deadline.
      lapse_at: confirmed
        ? null
        : new Date(Math.min((stands === before && before.lapse_at?.getTime()) || slot.from, computeTourExpiryTime(clock.ms(), slot.from))),
      moved_times: before.moved_times + (sameTime ? 0 : 1),
      ...(asks ? { consent: 'asked' as const, consent_by: null, consent_at: null, consent_note: '' } : {}),
      revision: stands.revision + 1,
      updated_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'tours',
    id: after.id,
    code: after.code,
    before: toTourAuditValues(stands),
    after: toTourAuditValues(after),
  });
  await notifyHostAndVisitor(ctx, after, confirmed ? 'tour.confirmed' : 'tour.requested', sameTime ? {} : { from: before.starts_at });
  if (asks) await requestOccupantConsent(ctx, after);
  await publishTourStep(ctx, after, 'tour.moved');
  return after;
}

export { changeTour };
