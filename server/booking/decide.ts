import type { bookingCalls } from '#contract/booking/calls.ts';
import { type Checked, clocks, lackingChecks, reasonsFor } from '#contract/booking/kinds.ts';
import { clockRuns } from '#contract/booking/machine.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { Actor } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { dayOf } from '#contract/time/days.ts';
import { eveningAfter } from '#contract/time/deadline.ts';
import { endGrants, grant, latestOf } from '#server/application/service.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { add } from '#server/kernel/scoped.ts';
import { childrenOf, type ScopedRow, systemRows } from '#server/kernel/scoped-row.ts';
import { aboveOffers, holdOffers } from '#server/listing/service.ts';
import * as stay from '#server/stay/service.ts';
import { m } from '#words/messages.js';
import { firstDay } from './first-day.ts';
import { homesHeld, homesOf, wants } from './homes.ts';
import { leftOf, resumed } from './left.ts';
import { details, nameOf } from './one.ts';
import { actsOf, type BookingRow, billOf, missing, movesOf, type Stage } from './rows.ts';
import { ended, forWork, lockById, nextInLine, peek, put, restage, say, seenById, step } from './steps.ts';
import { dayText, namesOf, tellApplicant, tellManagers } from './tell.ts';
import { money } from './texts.ts';

type Calls = typeof bookingCalls;
type Full = Result<Calls['details']>;

const whose = (ctx: Ctx, row: BookingRow) => ({ me: ctx.me, mine: row.person_id === ctx.me.userId, mayWork: true });
/** 409 with what is possible instead. */
function insistOn(ctx: Ctx, row: BookingRow, act: ReturnType<typeof actsOf>[number]): void {
  const acts = actsOf(row, whose(ctx, row));
  if (acts.includes(act)) return;
  throw new Refusal('wrongState', row.stage === 'frozen' ? m.booking_refusal_frozen() : m.booking_refusal_act(), {
    from: row.status,
    stage: row.stage,
    allowed: [...acts, ...movesOf(row, whose(ctx, row))],
  });
}
export function insistThawed(ctx: Ctx, row: BookingRow): void {
  if (row.stage === 'frozen')
    throw new Refusal('wrongState', m.booking_refusal_frozen(), { from: row.status, stage: row.stage, allowed: movesOf(row, whose(ctx, row)) });
}
/** Two who decide at once: the second hears what was decided, and by whom. */
async function insistUndecided(ctx: Ctx, row: BookingRow): Promise<void> {
  const said = row.decision as { reason: string; at: string; by: number | null } | null;
  if (row.status === 'await_screening' || !said) return;
  const about = { name: (await nameOf(ctx, said.by)) ?? m.unit_system(), day: longDate(dayOf(said.at)) };
  throw new Refusal('wrongState', said.reason === 'approved' ? m.booking_refusal_approved(about) : m.booking_refusal_declined(about), {
    from: row.status,
    allowed: movesOf(row, whose(ctx, row)),
  });
}
const by = (ctx: Ctx) => ({ at: clock.now().toISOString(), by: ctx.me.userId });

export const checksOf = async (ctx: Pick<Ctx, 'db'>, booking: ScopedRow<'booking'>) =>
  childrenOf(ctx.db, booking, 'screening_check', 'booking_id')
    .select()
    .select(['what', 'outcome'])
    .where('former_company_id', 'is', null)
    .execute() as Promise<Checked[]>;

export async function check(ctx: Ctx, { id, what, outcome, note }: Input<Calls['check']>): Promise<Full> {
  const row = await forWork(ctx, id);
  insistOn(ctx, row, 'check');
  if ((outcome === 'fail' || outcome === 'waived') && note.length < 3) throw invalid({ note: m.booking_problem_why() });
  const found = {
    former_company_id: null,
    outcome,
    note,
    by_id: outcome === 'open' ? null : ctx.me.userId,
    at: outcome === 'open' ? null : clock.now(),
  };
  await add(ctx, 'screening_check')
    .values({ booking_id: id, what, ...found })
    .onConflict((oc) => oc.columns(['booking_id', 'what']).doUpdateSet(found))
    .execute();
  // That a check was made, not what it found: that is the managers' alone.
  await audit(ctx.db, ctx, { kind: 'edit', document: 'booking', id, code: row.code, reason: 'a check was written down' });
  return details(ctx, { id });
}

export async function shortlist(ctx: Ctx, { id, on }: Input<Calls['shortlist']>): Promise<Full> {
  const row = await forWork(ctx, id);
  insistOn(ctx, row, on ? 'shortlist' : 'unlist');
  const after = await restage(ctx, row, { stage: on ? 'shortlisted' : 'screening' });
  // From here on their papers are read: whoever has brought none yet is asked for them.
  if (on) {
    const { home, company } = await namesOf(ctx, after);
    await tellApplicant(ctx, after, 'booking.shortlisted', { home, company, date: dayText(after.decide_by) });
  }
  return details(ctx, { id });
}

export async function ask(ctx: Ctx, { id, what, note }: Input<Calls['ask']>): Promise<Full> {
  const row = await forWork(ctx, id);
  insistOn(ctx, row, 'ask');
  const after = await restage(ctx, row, {
    stage: 'info_requested',
    stage_before: row.stage,
    clock_left: leftOf(row.decide_by),
    decide_by: null,
    asked: JSON.stringify({ what: [...new Set(what)], note, ...by(ctx) }),
  });
  const { home } = await namesOf(ctx, after);
  await tellApplicant(ctx, after, 'booking.more_asked', { home });
  await say(ctx, after, 'booking.more_asked');
  return details(ctx, { id });
}

export async function answer(ctx: Ctx, { id, note }: Input<Calls['answer']>): Promise<Full> {
  const seen = await peek(ctx, id);
  if (seen.person_id !== ctx.me.userId) throw missing();
  const application = await latestOf(ctx, ctx.me.userId, true);
  const units = await homesHeld(ctx, seen);
  const row = await lockById(ctx, id);
  insistOn(ctx, row, 'answer');
  if (!application) throw invalid({ note: m.booking_problem_no_application() });
  const said = (row.stage_before === 'frozen' ? null : (row.stage_before as Stage | null)) ?? 'screening';
  // Somebody else holds it by now: they come next.
  const before = clockRuns(said) && units.some(({ status }) => status === 'ordered') ? 'backup' : said;
  const after = await restage(ctx, row, {
    stage: before,
    stage_before: null,
    clock_left: null,
    decide_by: !clockRuns(before) ? null : row.clock_left === null ? eveningAfter(clock.now(), clocks.decide) : resumed(row.clock_left),
    consent_until: null,
    application_id: application.id,
    reminded_at: null,
    asked: null,
    ...(note ? { answer: note } : {}),
  });
  const companies = [row.company_id, ...(row.agent_company_id === null ? [] : [row.agent_company_id])];
  await grant(ctx, { applicationId: application.id, bookingId: id, personId: row.person_id, companies });
  const { home, name } = await namesOf(ctx, after);
  await tellManagers(ctx, after, 'booking.answered', { home, name });
  // Whoever held the home may have gone while they were asked.
  if (before === 'backup') await nextInLine(ctx, await homesOf(ctx, row));
  return details(ctx, { id });
}

/**
 * Company, property, unit with its stay, listing, booking: in that order. Of fifty who approve at once for one unit one holds it, the others
 * hear that somebody does. A whole property is held unit by unit, all of them or none.
 */
export async function approve(ctx: Ctx, { id, note }: Input<Calls['approve']>): Promise<Full> {
  const seen = await peek(ctx, id);
  await aboveOffers(ctx, seen.property_id);
  const homes = (await homesHeld(ctx, seen)).map((unit) => unit.id);
  // Asked before a home is held: what is decided or over holds nothing anew.
  const now = await seenById(ctx, id);
  await insistUndecided(ctx, now);
  if (now.status !== 'await_screening')
    throw new Refusal('wrongState', m.booking_refusal_act(), { from: now.status, allowed: movesOf(now, whose(ctx, now)) });
  const starts = await firstDay(ctx, seen, homes);
  for (const unitId of homes) await stay.hold(ctx, { unitId, from: starts, to: null, bookingId: id }, seen.code);
  await holdOffers(ctx, homes, seen.code);
  const row = await forWork(ctx, id);
  insistThawed(ctx, row);
  if (row.status === 'await_screening' && row.stage === 'waitlist')
    throw new Refusal('wrongState', m.booking_refusal_act(), { from: row.status, stage: row.stage, allowed: movesOf(row, whose(ctx, row)) });
  const lacking = lackingChecks(await checksOf(ctx, row));
  if (row.status === 'await_screening' && lacking.length > 0)
    throw new Refusal('wrongState', m.booking_refusal_checks(), { from: row.status, lacking });
  const after = await step(ctx, row, {
    name: 'approve',
    set: {
      stage: 'screening',
      starts_on: starts,
      pay_until: eveningAfter(clock.now(), clocks.pay),
      reminded_at: null,
      asked: null,
      decision: JSON.stringify({ reason: 'approved', note, ...by(ctx) }),
    },
  });
  await backUps(ctx, after, homes);
  const { home } = await namesOf(ctx, after);
  await tellApplicant(ctx, after, 'booking.approved', {
    home,
    sum: money(billOf(after).due_cents),
    date: dayText(after.pay_until),
    starts,
  });
  await say(ctx, after, 'booking.approved');
  await happened(ctx, 'booking.approved', { bookingId: id, unitId: after.unit_id });
  return details(ctx, { id });
}

/** The others are not sent away yet: they come next if this one falls through. Their clock stops. */
async function backUps(ctx: Ctx, { id }: BookingRow, homes: readonly number[]): Promise<void> {
  const others = await systemRows(ctx.db, 'booking', 'those who want the same unit')
    .selectAll()
    .where(wants(homes))
    .where('id', '<>', id)
    .where('status', '=', 'await_screening')
    .where('stage', 'in', ['screening', 'shortlisted', 'info_requested'])
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const other of others) {
    // Who was asked for something answers all the same, and comes next then.
    const asked = other.stage === 'info_requested';
    const after = await restage(ctx, other, {
      ...(asked ? { stage_before: 'backup' } : { stage: 'backup', stage_before: other.stage }),
      decide_by: null,
      clock_left: null,
      first_until: null,
    });
    const { home } = await namesOf(ctx, after);
    await tellApplicant(ctx, after, 'booking.backup', { home });
  }
}

export async function decline(ctx: Ctx, { id, reason, note }: Input<Calls['decline']>): Promise<Full> {
  const seen = await peek(ctx, id);
  await homesHeld(ctx, seen);
  const row = await forWork(ctx, id);
  await insistUndecided(ctx, row);
  if (!reasonsFor(await checksOf(ctx, row)).includes(reason)) throw invalid({ reason: m.booking_problem_reason_check() });
  if (reason === 'other' && note.length < 3) throw invalid({ note: m.booking_problem_why() });
  const after = await step(ctx, row, { name: 'decline', set: { decision: JSON.stringify({ reason, note, ...by(ctx) }) } });
  await ended(ctx, after, row.status, 'declined');
  const { home } = await namesOf(ctx, after);
  await tellApplicant(ctx, after, 'booking.declined', { home, reason });
  await say(ctx, after, 'booking.declined');
  return details(ctx, { id });
}

export async function cancel(ctx: Ctx, { id, reason }: Input<Calls['cancel']>): Promise<Full> {
  const seen = await peek(ctx, id);
  const mine = seen.person_id === ctx.me.userId;
  await aboveOffers(ctx, seen.property_id);
  const row = mine ? await lockUnder(ctx, seen) : await lockUnder(ctx, seen, true);
  const after = await step(ctx, row, { name: 'cancel', reason, set: { decision: JSON.stringify({ reason: 'canceled', note: reason, ...by(ctx) }) } });
  await ended(ctx, after, row.status, 'canceled');
  const { home, name } = await namesOf(ctx, after);
  if (!mine) await tellApplicant(ctx, after, 'booking.canceled', { home, reason });
  await tellManagers(ctx, after, 'booking.given_up', { home, name, reason });
  await say(ctx, after, 'booking.canceled');
  return details(ctx, { id });
}
/** The unit before the booking, since a hold may go. */
async function lockUnder(ctx: Ctx, row: BookingRow, managed = false): Promise<BookingRow> {
  await homesHeld(ctx, row);
  return managed ? forWork(ctx, row.id) : lockById(ctx, row.id);
}

/** What it said of a person is gone; that there was a booking, for which home and when, stays for whoever manages it. */
export async function erase(ctx: Ctx, { id, reason }: Input<Calls['erase']>): Promise<Result<Calls['erase']>> {
  const seen = await peek(ctx, id);
  if (seen.person_id !== ctx.me.userId && reason.length < 3) throw invalid({ reason: m.booking_problem_why() });
  await eraseRow(ctx, await lockById(ctx, id), reason || null);
  return { id };
}
export async function eraseRow(ctx: Ctx, row: BookingRow, reason: string | null, actor: Actor = ctx.me.role): Promise<void> {
  const after = await step(ctx, row, { name: 'erase', reason, actor, set: { message: '', answer: '', decision: null, asked: null, occupants: 1 } });
  await childrenOf(ctx.db, row, 'screening_check', 'booking_id').remove().execute();
  await endGrants(ctx, [row.id], { days: 0 });
  await put(ctx, after, { application_id: null, lead_id: null });
}
