import { randomInt } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import type { MoveOf } from '#contract/kernel/machine.ts';
import type { Actor } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { tourMachine } from '#contract/tour/machine.ts';
import type { TourReason } from '#contract/tour/reasons.ts';
import { lapseAt, type Mode, nextReminder, type Slot, settleAt } from '#contract/tour/slots.ts';
import type { TourTable } from '#server/db/types.gen.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { move as makeMove } from '#server/kernel/move.ts';
import { add, everything, oneRow } from '#server/kernel/scoped.ts';
import { itself, type ScopedRow } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import type { Home, HostRow } from './host.ts';
import { factsOf, type TourRow } from './rows.ts';
import { stepOf, tellAgreed, tellBoth, tellLives } from './telling.ts';

export const refusedAtHome: TourReason = 'whoever lives there did not agree';
type Move = MoveOf<typeof tourMachine>;
const held = 'a tour the caller was found to have, or time moves';

/** Changes of a tour that was found in scope and held. */
const changeTour = (ctx: Pick<Ctx, 'db'>, tour: ScopedRow<'tour'>) => itself(ctx.db, 'tour', tour).change();

/** A place of one's own, or one of a group's. Whoever calls this holds the host. */
export async function takePlace(
  ctx: Pick<Ctx, 'db'>,
  home: Home,
  host: Pick<HostRow, 'person_id' | 'company_id'>,
  slot: Slot,
  mode: Mode,
): Promise<number> {
  if (slot.viewingId !== null) {
    await everything(ctx.db, 'viewing', held)
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

/** The time is free again: a group has a place more, a viewing for one is over. */
export const leavePlace = (ctx: Pick<Ctx, 'db'>, viewingId: number) =>
  everything(ctx.db, 'viewing', held)
    .change()
    .set({ taken: sql`greatest(0, taken - 1)`, closed_at: sql`case when is_group then closed_at else coalesce(closed_at, app.now()) end` })
    .where('id', '=', viewingId)
    .execute();

type Step = { readonly name: Move; readonly actor: Actor; readonly reason?: string; readonly also?: Updateable<TourTable> };
/** One move of one tour with its row in the log; what it brings about is its caller's. */
export async function stepTo(ctx: Ctx, before: TourRow, { name, actor, reason = '', also = {} }: Step): Promise<TourRow> {
  await makeMove(ctx, tourMachine, name, before.id, reason || null, actor);
  const after = await changeTour(ctx, before)
    .set({ ...also, reason, revision: before.revision + 1, updated_at: clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'tours', id: after.id, code: after.code, before: factsOf(before), after: factsOf(after) },
    ...(reason ? { reason } : {}),
  });
  return after;
}

/** The visitor hears the code they say at the door. */
export async function confirm(ctx: Ctx, before: TourRow, actor: Actor): Promise<TourRow> {
  if (before.consent === 'asked' || before.consent === 'refused') throw new Refusal('conflict', m.tour_refusal_consent());
  const start = before.starts_at.getTime();
  const remind = nextReminder(start, clock.ms());
  const after = await stepTo(ctx, before, {
    ...{ name: 'confirm', actor },
    also: {
      check_in_code: String(randomInt(10_000)).padStart(4, '0'),
      remind_at: remind === null ? null : new Date(remind),
      settle_at: new Date(settleAt(before.ends_at.getTime())),
    },
  });
  await tellBoth(ctx, after, 'tour.confirmed');
  await stepOf(ctx, after, 'tour.confirmed');
  return after;
}

/** Whoever lives there said yes. Where host and visitor had agreed before and only the time is another, that was all that was missing. */
export async function agreed(ctx: Ctx, tour: TourRow): Promise<void> {
  if (tour.status !== 'requested' || tour.check_in_code === null) await tellAgreed(ctx, tour);
  else await confirm(ctx, tour, 'clock');
}

/** Nobody comes: canceled, declined or lapsed. The time is free again, and both are told. */
export async function callOff(ctx: Ctx, before: TourRow, name: 'cancel' | 'decline' | 'lapse', actor: Actor, reason: string): Promise<TourRow> {
  const after = await stepTo(ctx, before, { name, actor, reason });
  await leavePlace(ctx, before.viewing_id);
  await tellBoth(ctx, after, 'tour.canceled', { reason });
  await stepOf(ctx, after, name === 'decline' ? 'tour.declined' : 'tour.canceled');
  return after;
}

/** The same tour at another time: a new viewing, the old one's time is free. Whoever calls this holds the host and found the slot. */
export async function moveTo(
  ctx: Ctx,
  before: TourRow,
  home: Home,
  host: Pick<HostRow, 'person_id' | 'company_id'>,
  slot: Slot,
  mode: Mode,
): Promise<TourRow> {
  await leavePlace(ctx, before.viewing_id);
  const viewing = await takePlace(ctx, home, host, slot, mode);
  const sameTime = before.starts_at.getTime() === slot.from;
  // What was agreed to was another time: whoever lives there is asked again, and until they agree nothing is confirmed.
  const asks = before.consent !== 'none' && !sameTime;
  const stands = asks && before.status === 'confirmed' ? await stepTo(ctx, before, { name: 'ask_again', actor: 'clock' }) : before;
  const confirmed = stands.status === 'confirmed';
  const remind = confirmed ? nextReminder(slot.from, clock.ms()) : null;
  const after = await changeTour(ctx, before)
    .set({
      viewing_id: viewing,
      host_id: host.person_id,
      company_id: home.company_id,
      agent_company_id: host.company_id === home.company_id ? null : host.company_id,
      starts_at: new Date(slot.from),
      ends_at: new Date(slot.to),
      remind_at: remind === null ? null : new Date(remind),
      settle_at: confirmed ? new Date(settleAt(slot.to)) : null,
      // One that was confirmed is asked for anew; a wish lives no longer for being moved.
      lapse_at: confirmed ? null : new Date(Math.min((stands === before && before.lapse_at?.getTime()) || slot.from, lapseAt(clock.ms(), slot.from))),
      moved_times: before.moved_times + (sameTime ? 0 : 1),
      ...(asks ? { consent: 'asked' as const, consent_by: null, consent_at: null, consent_note: '' } : {}),
      revision: stands.revision + 1,
      updated_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'tours', id: after.id, code: after.code, before: factsOf(stands), after: factsOf(after) });
  await tellBoth(ctx, after, confirmed ? 'tour.confirmed' : 'tour.requested', sameTime ? {} : { from: before.starts_at });
  if (asks) await tellLives(ctx, after);
  await stepOf(ctx, after, 'tour.moved');
  return after;
}

export { changeTour };
