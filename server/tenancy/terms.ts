import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import { earliestRentChange, rentHoldsUntil, rentJump } from '#contract/tenancy/guards.ts';
import type { TermReason } from '#contract/tenancy/kinds.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import type { TenancyFull } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, Refusal, unscoped } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { move } from '#server/kernel/move.ts';
import { m } from '#words/messages.js';
import { addTerm, touch, addCharge as writeCharge } from './make.ts';
import { chargesOf, details, isPlanned, termsOf } from './one.ts';
import { escalationOf, missing, type TenancyRow } from './rows.ts';
import { tellManagers, tellTenants } from './tell.ts';
import { answersThemselves, forTenant, forWork, livedIn, logged, mustBe } from './work.ts';

type Calls = typeof tenancyActCalls;
type Offer = NonNullable<TenancyFull['renewal']>;
const all = (ctx: Ctx) => unscoped(ctx, 'the terms of a tenancy that was held a moment ago');

/** Nothing is asked for after a day: terms and charges end there, those that had not begun are gone. */
export async function cutAfter(ctx: Ctx, id: number, last: string): Promise<void> {
  await cutTerms(ctx, id, last);
  await sql`/* all: charges of a held tenancy */ delete from tenancy_charge where tenancy_id = ${id} and lower(during) > ${last}::date`.execute(
    ctx.db,
  );
  await sql`/* all: charges of a held tenancy */ update tenancy_charge set during = daterange(lower(during), ${last}::date, '[]')
    where tenancy_id = ${id} and (upper_inf(during) or upper(during) > ${last}::date + 1)`.execute(ctx.db);
}
async function cutTerms(ctx: Ctx, id: number, last: string): Promise<void> {
  await sql`/* all: terms of a held tenancy */ delete from tenancy_term where tenancy_id = ${id} and lower(during) > ${last}::date`.execute(ctx.db);
  await sql`/* all: terms of a held tenancy */ update tenancy_term set during = daterange(lower(during), ${last}::date, '[]')
    where tenancy_id = ${id} and (upper_inf(during) or upper(during) > ${last}::date + 1)`.execute(ctx.db);
}

const shorten = async (ctx: Ctx, { id, from }: { readonly id: number; readonly from: string }, last: string): Promise<void> => {
  const cut =
    from > last
      ? sql`/* all: a term of a held tenancy */ delete from tenancy_term where id = ${id}`
      : sql`/* all: a term of a held tenancy */ update tenancy_term set during = daterange(lower(during), ${last}::date, '[]') where id = ${id}`;
  await cut.execute(ctx.db);
};

/**
 * Another rent from a day on, until the term it falls into ends: what was agreed for later (a renewal that was accepted, a change that was told)
 * stands. In another unit nothing of what was agreed about the old one goes on. Whoever calls has looked at the notice.
 */
export async function rentFrom(ctx: Ctx, row: TenancyRow, from: string, rentCents: number, why: TermReason): Promise<void> {
  const terms = await termsOf(all(ctx), row.id);
  const holds = terms.findLast((term) => term.from <= from) ?? terms[0];
  const agreed = (why === 'transfer' ? terms.at(-1) : holds)?.last ?? null;
  // Lived in after its term: for what held last until now, and what begins now has no end of its own.
  const over = agreed !== null && agreed < from;
  const last = over ? null : agreed;
  if (over && holds && addDays(agreed, 1) < from)
    await addTerm(ctx, row.id, { first: addDays(agreed, 1), last: addDays(from, -1), rentCents: holds.rent_cents, period: holds.period }, 'roll');
  if (why === 'transfer') await cutTerms(ctx, row.id, addDays(from, -1));
  else if (holds) await shorten(ctx, holds, addDays(from, -1));
  await addTerm(ctx, row.id, { first: from, last, rentCents, period: holds?.period ?? 2 }, why);
  await happened(ctx, 'tenancy.terms_changed', { tenancyId: row.id });
  await tellTenants(ctx, row, 'tenancy.rent_change', { day: from, rent: kesPlain(rentCents) }, `${row.revision}:${from}`);
  await tellManagers(ctx, row, 'tenancy.rent_change', { day: from, rent: kesPlain(rentCents) }, `${row.revision}:${from}`);
}

export async function changeRent(ctx: Ctx, { id, rent_cents, from, reason, sure }: Input<Calls['changeRent']>): Promise<Result<Calls['changeRent']>> {
  const row = await forWork(ctx, id);
  mustBe(ctx, row, livedIn);
  const first = earliestRentChange(clock.today(), row.notice_days);
  if (from < first) throw invalid({ from: m.tenancy_problem_rent_notice({ days: row.notice_days, day: longDate(first) }) });
  const terms = await termsOf(all(ctx), id);
  const last = terms.at(-1);
  if (last?.last && from > last.last) throw invalid({ from: m.tenancy_problem_after_term({ day: longDate(last.last) }) });
  const before = terms.findLast((term) => term.from <= from);
  const now = before?.rent_cents ?? 0;
  const jump = rentJump(now, rent_cents);
  if (jump === 'absurd') throw invalid({ rent_cents: m.tenancy_problem_no_rent({ rent: kesPlain(now) }) });
  const agreed = rentHoldsUntil({ ...row, escalation: escalationOf(row) });
  if (agreed !== null && from <= agreed && rent_cents > now) throw invalid({ from: m.tenancy_problem_rent_fixed({ day: longDate(agreed) }) });
  if (jump === 'large' && !sure) throw invalid({ sure: m.tenancy_problem_rent_jump({ rent: kesPlain(now), next: kesPlain(rent_cents) }) });
  await rentFrom(ctx, row, from, rent_cents, 'rent_change');
  const after = await touch(ctx, id);
  await logged(ctx, row, after, {
    ...(reason ? { reason } : {}),
    was: { rent_cents: before?.rent_cents ?? null },
    is: { rent_cents, effective_from: from },
  });
  return details(ctx, { id });
}

/** A rent that was told of and has not begun is taken back: the one before it goes on to where this one would have ended. */
export async function withdrawRent(ctx: Ctx, { id, term_id, reason }: Input<Calls['withdrawRent']>): Promise<Result<Calls['withdrawRent']>> {
  const row = await forWork(ctx, id);
  mustBe(ctx, row, livedIn);
  const terms = await termsOf(all(ctx), id);
  const term = terms.find((one) => one.id === term_id);
  if (!term) throw missing();
  const before = terms.findLast((one) => one.from < term.from);
  if (!isPlanned(term) || !before) throw new Refusal('conflict', m.tenancy_refusal_rent_begun());
  await sql`/* all: a term of a held tenancy */ delete from tenancy_term where id = ${term_id}`.execute(ctx.db);
  await sql`/* all: a term of a held tenancy */ update tenancy_term set during = daterange(lower(during), ${term.last}::date, '[]') where id = ${before.id}`.execute(
    ctx.db,
  );
  const after = await touch(ctx, id);
  const was = { rent_cents: term.rent_cents, effective_from: term.from };
  await logged(ctx, row, after, { ...(reason ? { reason } : {}), was, is: { rent_cents: before.rent_cents } });
  await happened(ctx, 'tenancy.terms_changed', { tenancyId: id });
  const said = { day: term.from, rent: kesPlain(before.rent_cents) };
  await tellTenants(ctx, after, 'tenancy.rent_kept', said, String(after.revision));
  await tellManagers(ctx, after, 'tenancy.rent_kept', said, String(after.revision));
  return details(ctx, { id });
}

export async function addCharge(ctx: Ctx, { id, from, ...charge }: Input<Calls['addCharge']>): Promise<Result<Calls['addCharge']>> {
  const row = await forWork(ctx, id);
  mustBe(ctx, row, ['pending', ...livedIn]);
  if (from < row.starts_on) throw invalid({ from: m.tenancy_problem_charge_early() });
  const rent = (await termsOf(all(ctx), id)).findLast((term) => term.from <= from)?.rent_cents ?? 0;
  if (charge.cents !== null && charge.cents < -rent) throw invalid({ cents: m.tenancy_problem_charge_less({ rent: kesPlain(rent) }) });
  await writeCharge(ctx, id, { ...charge, from, last: null });
  await termsChanged(ctx, row, { was: {}, is: { charge: charge.label } });
  return details(ctx, { id });
}
export async function stopCharge(ctx: Ctx, { id, charge_id, last }: Input<Calls['stopCharge']>): Promise<Result<Calls['stopCharge']>> {
  const row = await forWork(ctx, id);
  mustBe(ctx, row, ['pending', ...livedIn]);
  const charge = (await chargesOf(all(ctx), id)).find((one) => one.id === charge_id);
  if (!charge) throw missing();
  if (last < charge.from) throw invalid({ last: m.tenancy_problem_end_first() });
  await sql`/* all: a charge of a held tenancy */ update tenancy_charge set during = daterange(lower(during), ${last}::date, '[]') where id = ${charge_id}`.execute(
    ctx.db,
  );
  await termsChanged(ctx, row, { was: { charge: charge.label }, is: { charge: null } });
  return details(ctx, { id });
}
async function termsChanged(ctx: Ctx, row: TenancyRow, said: { was: object; is: object }): Promise<void> {
  const after = await touch(ctx, row.id);
  await logged(ctx, row, after, said);
  await happened(ctx, 'tenancy.terms_changed', { tenancyId: row.id });
}

/* Another term: offered, then accepted by one of those who pay. */
export async function offerRenewal(ctx: Ctx, { id, ...given }: Input<Calls['offerRenewal']>): Promise<Result<Calls['offerRenewal']>> {
  const row = await forWork(ctx, id);
  mustBe(ctx, row, livedIn);
  if (row.leaving_on !== null) throw new Refusal('conflict', m.tenancy_refusal_leaving());
  const today = clock.today();
  // A fixed term goes on where it ends, also one that has ended: nothing lies between. One without an end becomes fixed from the day that is offered.
  const starts_on = row.ends_on === null ? (given.starts_on ?? today) : addDays(row.ends_on, 1);
  const problems = {
    ...(starts_on < today && row.ends_on === null ? { starts_on: m.tenancy_problem_start_past() } : {}),
    ...(given.ends_on <= starts_on ? { ends_on: m.tenancy_problem_end_first() } : {}),
    ...(given.until < today ? { until: m.tenancy_problem_until() } : {}),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const offer: Offer = { starts_on, ends_on: given.ends_on, rent_cents: given.rent_cents, until: given.until, message: given.message };
  const after = await touch(ctx, id, { renewal: JSON.stringify(offer), stage: 'renewal' });
  await logged(ctx, row, after, { is: { renewal: offer.ends_on, rent_cents: offer.rent_cents } });
  await tellTenants(
    ctx,
    after,
    'tenancy.renewal_offer',
    { day: offer.ends_on ?? '', rent: kesPlain(offer.rent_cents), until: offer.until },
    String(after.revision),
  );
  return details(ctx, { id });
}

const calm = (row: TenancyRow) => (row.status === 'expired' ? ('holdover' as const) : ('normal' as const));
function offerOf(row: TenancyRow): Offer {
  const offer = row.renewal as Offer | null;
  if (!offer) throw new Refusal('conflict', m.tenancy_refusal_no_offer());
  return offer;
}
async function dropOffer(ctx: Ctx, row: TenancyRow, reason: string): Promise<TenancyRow> {
  const offer = offerOf(row);
  const after = await touch(ctx, row.id, { renewal: null, stage: calm(row) });
  await logged(ctx, row, after, { ...(reason ? { reason } : {}), was: { renewal: offer.ends_on }, is: { renewal: null } });
  return after;
}
export async function withdrawRenewal(ctx: Ctx, { id }: Input<Calls['withdrawRenewal']>): Promise<Result<Calls['withdrawRenewal']>> {
  await dropOffer(ctx, await forWork(ctx, id), '');
  return details(ctx, { id });
}
export async function declineRenewal(ctx: Ctx, { id, reason }: Input<Calls['declineRenewal']>): Promise<Result<Calls['declineRenewal']>> {
  const row = await forTenant(ctx, id);
  if (!row) throw missing();
  const after = await dropOffer(ctx, row, reason);
  await tellManagers(ctx, after, 'tenancy.renewal_declined', {}, String(after.revision));
  return details(ctx, { id });
}

/** The term that was offered holds from its first day on. */
async function renewed(ctx: Ctx, row: TenancyRow, reason: string): Promise<void> {
  const { id } = row;
  mustBe(ctx, row, livedIn);
  const offer = offerOf(row);
  if (offer.until < clock.today()) throw new Refusal('gone', m.tenancy_refusal_offer_over());
  const [before] = (await termsOf(all(ctx), id)).slice(-1);
  await cutTerms(ctx, id, addDays(offer.starts_on, -1));
  await addTerm(ctx, id, { first: offer.starts_on, last: offer.ends_on, rentCents: offer.rent_cents, period: before?.period ?? 2 }, 'renewal');
  await move(ctx, tenancyMachine, row.status === 'expired' ? 'renew_late' : 'renew', id, reason || null, 'clock');
  const after = await touch(ctx, id, {
    ends_on: offer.ends_on,
    term_type: 'fixed',
    renewal: null,
    leaving_ask: null,
    stage: 'normal',
    alerted: null,
  });
  await logged(ctx, row, after, {
    ...(reason ? { reason } : {}),
    was: { rent_cents: before?.rent_cents ?? null },
    is: { rent_cents: offer.rent_cents },
  });
  await happened(ctx, 'tenancy.terms_changed', { tenancyId: id });
  await happened(ctx, 'tenancy.renewed', { tenancyId: id });
  await tellManagers(ctx, after, 'tenancy.renewed', { day: offer.ends_on ?? '' }, String(after.revision));
  await tellTenants(ctx, after, 'tenancy.renewed', { day: offer.ends_on ?? '' }, String(after.revision));
}

export async function acceptRenewal(ctx: Ctx, { id, ...read }: Input<Calls['acceptRenewal']>): Promise<Result<Calls['acceptRenewal']>> {
  const row = await forTenant(ctx, id);
  if (!row) throw missing();
  const { starts_on, ends_on, rent_cents } = offerOf(row);
  // Another offer may have come while they read.
  if (starts_on !== read.starts_on || ends_on !== read.ends_on || rent_cents !== read.rent_cents)
    throw new Refusal('conflict', m.tenancy_refusal_other_offer());
  await renewed(ctx, row, '');
  return details(ctx, { id });
}

/** Who can answer in their own dashboard answers there: a manager writes down the yes of those who cannot, and how they said it. */
export async function recordRenewal(ctx: Ctx, { id, reason }: Input<Calls['recordRenewal']>): Promise<Result<Calls['recordRenewal']>> {
  const row = await forWork(ctx, id);
  if (await answersThemselves(ctx, id)) throw new Refusal('conflict', m.tenancy_refusal_answers_themselves());
  await renewed(ctx, row, reason);
  return details(ctx, { id });
}
