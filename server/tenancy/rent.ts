import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { classifyRentChange, computeEarliestRentChangeDay, computeRentCeiling } from '#contract/tenancy/guards.ts';
import type { TenancyTermReason } from '#contract/tenancy/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { childrenOf, sameRow } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { addTenancyTerm, updateTenancy } from './create-tenancy.ts';
import { assertTenancyStatus, assertTextNotFixed, lockTenancyForManager, logTenancyChange, occupiedStatuses } from './lock-tenancy.ts';
import { notifyTenantsAndManagers } from './notify.ts';
import { readEscalation, type TenancyRow, tenancyNotFound } from './rows.ts';
import { isRentChangeAnnounced, readAllTenancyTerms, readTenancyDetails } from './tenancy-detail.ts';

type Calls = typeof tenancyActionCalls;

/** Nothing is billed after a day: terms and charges end there, and those that had not begun are deleted. */
export async function endRentAndChargesAfter(ctx: Ctx, row: TenancyRow, last: string): Promise<void> {
  await endTenancyTermsAfter(ctx, row, last);
  const charges = childrenOf(ctx.db, row, 'tenancy_charge', 'tenancy_id');
  await charges.remove().where(begins(last)).execute();
  await charges.change().set(buildTermEndUpdate(last)).where(lasts(last)).execute();
}
export async function endTenancyTermsAfter(ctx: Ctx, row: TenancyRow, last: string): Promise<void> {
  const terms = childrenOf(ctx.db, row, 'tenancy_term', 'tenancy_id');
  await terms.remove().where(begins(last)).execute();
  await terms.change().set(buildTermEndUpdate(last)).where(lasts(last)).execute();
}
/** Ends a record on that day; null removes the end. */
export const buildTermEndUpdate = (last: string | null) => ({ during: sql<string>`daterange(lower(during), ${last}::date, '[]')` });
const begins = (last: string) => sql<boolean>`lower(during) > ${last}::date`;
const lasts = (last: string) => sql<boolean>`(upper_inf(during) or upper(during) > ${last}::date + 1)`;

type Terms = Awaited<ReturnType<typeof readAllTenancyTerms>>;
async function shorten(ctx: Ctx, row: Terms[number], last: string): Promise<void> {
  const term = sameRow(ctx.db, 'tenancy_term', row);
  await (row.from > last ? term.remove() : term.change().set(buildTermEndUpdate(last))).execute();
}

const rentOn = (terms: Terms, day: string): number => (terms.findLast((term) => term.from <= day) ?? terms[0])?.rent_cents ?? 0;
const most = (row: TenancyRow, terms: Terms, from: string, why: TenancyTermReason) =>
  computeRentCeiling({ ...row, escalation: readEscalation(row), terms }, from, why === 'transfer');

/**
 * The limits of a manager’s change without consent, in every call: a higher rent needs its notice and cannot exceed the rent both sides signed for
 * that day. A lower rent needs no notice. It begins in the past only where the recorded rent was wrong, because invoices then need a correction.
 */
export async function assertRentChangeAllowed(
  ctx: Ctx,
  row: TenancyRow,
  from: string,
  rentCents: number,
  why: 'rent_change' | 'transfer' | 'correction',
): Promise<void> {
  const terms = await readAllTenancyTerms(ctx.db, row);
  const now = rentOn(terms, from);
  if (classifyRentChange(now, rentCents) === 'implausible')
    throw invalidInputRefusal({ rent_cents: m.tenancy_problem_no_rent({ rent: formatKesPlain(now) }) });
  const signed = most(row, terms, from, why === 'transfer' ? 'transfer' : 'rent_change');
  if (signed !== null && rentCents > signed.cents) {
    const about = { rent: formatKesPlain(signed.cents), day: formatLongDate(signed.until) };
    throw invalidInputRefusal({ rent_cents: why === 'transfer' ? m.tenancy_problem_move_rent(about) : m.tenancy_problem_rent_fixed(about) });
  }
  const first = computeEarliestRentChangeDay(clock.today(), row.notice_days);
  if (why === 'rent_change' && rentCents <= now && from < clock.today()) throw invalidInputRefusal({ from: m.tenancy_problem_rent_past() });
  if (from < first && rentCents > now)
    throw invalidInputRefusal({
      [why === 'transfer' ? 'on' : 'from']: m.tenancy_problem_rent_notice({ days: row.notice_days, day: formatLongDate(first) }),
    });
}

/** Extends the last conditions to a day or without an end, because the unit is occupied past its last term. A term that lasts as long is kept. */
export async function extendTenancyTerms(ctx: Ctx, row: TenancyRow, last: string | null): Promise<void> {
  const held = (await readAllTenancyTerms(ctx.db, row)).at(-1);
  if (!held || held.last === null || (last !== null && held.last >= last)) return;
  await addTenancyTerm(ctx, row.id, { first: addDays(held.last, 1), last, rentCents: held.rent_cents, period: held.period }, 'roll');
}

/**
 * Sets another rent from a day until the end of its term. Later agreed terms (an accepted renewal, an announced change) are kept, except after a
 * transfer to another unit. The caller has checked the notice. The rent never exceeds what both sides signed since the change was planned.
 */
export async function setRentFrom(ctx: Ctx, row: TenancyRow, from: string, asked: number, why: TenancyTermReason): Promise<number> {
  if (why === 'transfer') await extendTenancyTerms(ctx, row, addDays(from, -1));
  const terms = await readAllTenancyTerms(ctx.db, row);
  const signed = most(row, terms, from, why)?.cents ?? null;
  const rentCents = Math.min(asked, signed ?? asked);
  const holds = terms.findLast((term) => term.from <= from) ?? terms[0];
  const agreed = (why === 'transfer' ? terms.at(-1) : holds)?.last ?? null;
  // After the end of the term the new rent has no end date.
  const last = agreed !== null && agreed < from ? null : agreed;
  if (why === 'transfer') await endTenancyTermsAfter(ctx, row, addDays(from, -1));
  else if (holds) await shorten(ctx, holds, addDays(from, -1));
  await addTenancyTerm(ctx, row.id, { first: from, last, rentCents, period: holds?.period ?? 2 }, why, signed);
  await publishEvent(ctx, 'tenancy.terms_changed', { tenancyId: row.id });
  return rentCents;
}
export async function notifyRentChange(ctx: Ctx, row: TenancyRow, day: string, rentCents: number): Promise<void> {
  const said = { day, rent: formatKesPlain(rentCents) };
  await notifyTenantsAndManagers(ctx, row, 'tenancy.rent_change', said, `${row.revision}:${day}`);
}

export async function changeTenancyRent(
  ctx: Ctx,
  { id, rent_cents, from, reason, sure }: HandlerInput<Calls['changeRent']>,
): Promise<HandlerResult<Calls['changeRent']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, occupiedStatuses);
  const terms = await readAllTenancyTerms(ctx.db, row);
  const last = terms.at(-1);
  if (last?.last && from > last.last) throw invalidInputRefusal({ from: m.tenancy_problem_after_term({ day: formatLongDate(last.last) }) });
  await assertRentChangeAllowed(ctx, row, from, rent_cents, 'rent_change');
  const now = rentOn(terms, from);
  if (classifyRentChange(now, rent_cents) === 'large' && !sure)
    throw invalidInputRefusal({ sure: m.tenancy_problem_rent_jump({ rent: formatKesPlain(now), next: formatKesPlain(rent_cents) }) });
  await setRentFrom(ctx, row, from, rent_cents, 'rent_change');
  await notifyRentChange(ctx, row, from, rent_cents);
  const after = await updateTenancy(ctx, row);
  await logTenancyChange(ctx, row, after, { ...(reason ? { reason } : {}), was: { rent_cents: now }, is: { rent_cents, effective_from: from } });
  return readTenancyDetails(ctx, { id });
}

type WrongRent = { readonly id: number; readonly from: string; readonly rentCents: number };
/** Checks the correction of a rent that was recorded wrongly, locks the tenancy and returns it with the recorded rent of that day. */
async function lockForRentCorrection(ctx: Ctx, { id, from, rentCents }: WrongRent) {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, occupiedStatuses);
  await assertTextNotFixed(ctx, row, m.tenancy_refusal_rent_sent);
  const terms = await readAllTenancyTerms(ctx.db, row);
  const last = terms.at(-1);
  if (from < row.starts_on) throw invalidInputRefusal({ from: m.tenancy_problem_before_start({ day: formatLongDate(row.starts_on) }) });
  if (last?.last && from > last.last) throw invalidInputRefusal({ from: m.tenancy_problem_after_term({ day: formatLongDate(last.last) }) });
  const was = rentOn(terms, from);
  if (was === rentCents) throw invalidInputRefusal({ rent_cents: m.tenancy_problem_rent_same({ rent: formatKesPlain(was) }) });
  await assertRentChangeAllowed(ctx, row, from, rentCents, 'correction');
  return { row, was };
}
/** The recorded rent that a correction would replace. */
export const checkRentCorrection = async (ctx: Ctx, wrong: WrongRent): Promise<{ was: number }> => {
  const { was } = await lockForRentCorrection(ctx, wrong);
  return { was };
};
/** Replaces a rent that was recorded wrongly, and notifies the tenants. The caller corrects the invoices in the same transaction. */
export async function correctTenancyRent(ctx: Ctx, wrong: WrongRent & { readonly reason: string }): Promise<void> {
  const { row, was } = await lockForRentCorrection(ctx, wrong);
  const { from, rentCents, reason } = wrong;
  await setRentFrom(ctx, row, from, rentCents, 'rent_change');
  await notifyRentChange(ctx, row, from, rentCents);
  const after = await updateTenancy(ctx, row);
  await logTenancyChange(ctx, row, after, { reason, was: { rent_cents: was }, is: { rent_cents: rentCents, effective_from: from } });
}

/** An announced rent that has not begun is withdrawn: the previous rent continues to where this one would have ended. */
export async function withdrawRentChange(
  ctx: Ctx,
  { id, term_id, reason }: HandlerInput<Calls['withdrawRent']>,
): Promise<HandlerResult<Calls['withdrawRent']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, occupiedStatuses);
  const terms = await readAllTenancyTerms(ctx.db, row);
  const term = terms.find((one) => one.id === term_id);
  if (!term) throw tenancyNotFound();
  const before = terms.findLast((one) => one.from < term.from);
  if (!isRentChangeAnnounced(term) || !before) throw new Refusal('conflict', m.tenancy_refusal_rent_begun());
  await sameRow(ctx.db, 'tenancy_term', term).remove().execute();
  // Without an end if the withdrawn rent had none.
  await sameRow(ctx.db, 'tenancy_term', before).change().set(buildTermEndUpdate(term.last)).execute();
  const after = await updateTenancy(ctx, row);
  const was = { rent_cents: term.rent_cents, effective_from: term.from };
  await logTenancyChange(ctx, row, after, { ...(reason ? { reason } : {}), was, is: { rent_cents: before.rent_cents } });
  await publishEvent(ctx, 'tenancy.terms_changed', { tenancyId: id });
  const said = { day: term.from, rent: formatKesPlain(before.rent_cents) };
  await notifyTenantsAndManagers(ctx, after, 'tenancy.rent_kept', said, String(after.revision));
  return readTenancyDetails(ctx, { id });
}
