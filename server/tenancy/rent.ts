import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import { earliestRentChange, rentCeiling, rentJump } from '#contract/tenancy/guards.ts';
import type { TermReason } from '#contract/tenancy/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, Refusal, unscoped } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';
import { addTerm, touch } from './make.ts';
import { details, isPlanned, termsOf } from './one.ts';
import { escalationOf, missing, type TenancyRow } from './rows.ts';
import { notifyAll } from './tell.ts';
import { forWork, livedIn, logged, mustBe } from './work.ts';

type Calls = typeof tenancyActCalls;
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
export async function cutTerms(ctx: Ctx, id: number, last: string): Promise<void> {
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

type Terms = Awaited<ReturnType<typeof termsOf>>;
const rentOn = (terms: Terms, day: string): number => (terms.findLast((term) => term.from <= day) ?? terms[0])?.rent_cents ?? 0;
const most = (row: TenancyRow, terms: Terms, from: string, why: TermReason) =>
  rentCeiling({ ...row, escalation: escalationOf(row), terms }, from, why === 'transfer');

/**
 * What who manages the home may do without anybody's yes, by whichever door: another rent comes with its notice, and none is higher than what both
 * signed for that day. Less comes at once with a home they move to.
 */
export async function checkRent(ctx: Ctx, row: TenancyRow, from: string, rentCents: number, why: 'rent_change' | 'transfer'): Promise<void> {
  const terms = await termsOf(all(ctx), row.id);
  const now = rentOn(terms, from);
  if (rentJump(now, rentCents) === 'absurd') throw invalid({ rent_cents: m.tenancy_problem_no_rent({ rent: kesPlain(now) }) });
  const signed = most(row, terms, from, why);
  if (signed !== null && rentCents > signed.cents) {
    const about = { rent: kesPlain(signed.cents), day: longDate(signed.until) };
    throw invalid({ rent_cents: why === 'transfer' ? m.tenancy_problem_move_rent(about) : m.tenancy_problem_rent_fixed(about) });
  }
  const first = earliestRentChange(clock.today(), row.notice_days);
  if (from < first && (why === 'rent_change' || rentCents > now))
    throw invalid({ [why === 'transfer' ? 'on' : 'from']: m.tenancy_problem_rent_notice({ days: row.notice_days, day: longDate(first) }) });
}

/** Lived in past its last term: what held last goes on from the day after, to a day or without an end. A term that goes on there already is left. */
export async function carryOn(ctx: Ctx, id: number, last: string | null): Promise<void> {
  const held = (await termsOf(all(ctx), id)).at(-1);
  if (!held || held.last === null || (last !== null && held.last >= last)) return;
  await addTerm(ctx, id, { first: addDays(held.last, 1), last, rentCents: held.rent_cents, period: held.period }, 'roll');
}

/**
 * Another rent from a day on, until the term it falls into ends: what was agreed for later (a renewal that was accepted, a change that was told)
 * stands. In another unit nothing of what was agreed about the old one goes on. Whoever calls has looked at the notice; what both signed since
 * somebody planned it is not exceeded.
 */
export async function rentFrom(ctx: Ctx, row: TenancyRow, from: string, asked: number, why: TermReason): Promise<number> {
  if (why === 'transfer') await carryOn(ctx, row.id, addDays(from, -1));
  const terms = await termsOf(all(ctx), row.id);
  const signed = most(row, terms, from, why)?.cents ?? null;
  const rentCents = Math.min(asked, signed ?? asked);
  const holds = terms.findLast((term) => term.from <= from) ?? terms[0];
  const agreed = (why === 'transfer' ? terms.at(-1) : holds)?.last ?? null;
  // Lived in after its term: what begins now has no end of its own.
  const last = agreed !== null && agreed < from ? null : agreed;
  if (why === 'transfer') await cutTerms(ctx, row.id, addDays(from, -1));
  else if (holds) await shorten(ctx, holds, addDays(from, -1));
  await addTerm(ctx, row.id, { first: from, last, rentCents, period: holds?.period ?? 2 }, why, signed);
  await happened(ctx, 'tenancy.terms_changed', { tenancyId: row.id });
  return rentCents;
}
export async function tellRent(ctx: Ctx, row: TenancyRow, day: string, rentCents: number): Promise<void> {
  const said = { day, rent: kesPlain(rentCents) };
  await notifyAll(ctx, row, 'tenancy.rent_change', said, `${row.revision}:${day}`);
}

export async function changeRent(ctx: Ctx, { id, rent_cents, from, reason, sure }: Input<Calls['changeRent']>): Promise<Result<Calls['changeRent']>> {
  const row = await forWork(ctx, id);
  mustBe(ctx, row, livedIn);
  const terms = await termsOf(all(ctx), id);
  const last = terms.at(-1);
  if (last?.last && from > last.last) throw invalid({ from: m.tenancy_problem_after_term({ day: longDate(last.last) }) });
  await checkRent(ctx, row, from, rent_cents, 'rent_change');
  const now = rentOn(terms, from);
  if (rentJump(now, rent_cents) === 'large' && !sure)
    throw invalid({ sure: m.tenancy_problem_rent_jump({ rent: kesPlain(now), next: kesPlain(rent_cents) }) });
  await rentFrom(ctx, row, from, rent_cents, 'rent_change');
  await tellRent(ctx, row, from, rent_cents);
  const after = await touch(ctx, id);
  await logged(ctx, row, after, { ...(reason ? { reason } : {}), was: { rent_cents: now }, is: { rent_cents, effective_from: from } });
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
  await notifyAll(ctx, after, 'tenancy.rent_kept', said, String(after.revision));
  return details(ctx, { id });
}
