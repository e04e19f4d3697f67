import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { matchingCalls } from '#contract/matching/calls.ts';
import { matchReasonScores, rankMatches } from '#contract/matching/match.ts';
import type { MatchCandidate } from '#contract/matching/shapes.ts';
import { calculateUnallocatedCents, type OpenInvoice, type PaymentRow, paymentNotFound } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { readCollectionAccount } from '#server/treasury/service.ts';
import { isFundAccepted, readOpenInvoices } from './allocate-payments.ts';
import { findHomesByPaymentHistory, findHomesByText, type MatchHome, readHomeDetails } from './match-homes.ts';
import { findCandidatesForPayment, toPaymentMatchFacts } from './match-payment.ts';
import { findSameCash } from './same-cash.ts';

type Calls = typeof matchingCalls;

export async function listPaymentMatchCandidates(
  ctx: Ctx,
  { id, q }: HandlerInput<Calls['listCandidates']>,
): Promise<HandlerResult<Calls['listCandidates']>> {
  const row = await from(ctx, 'payment:managed').selectAll('payment').where('id', '=', id).executeTakeFirst();
  if (!row) throw paymentNotFound();
  const where = row.account_id === null ? row : await readCollectionAccount(ctx.db, row.account_id);
  if (q) {
    const homes = await managedOf(ctx, await readHomeDetails(ctx.db, await findHomesByText(ctx.db, where, q)));
    return { results: await Promise.all(homes.map((home) => toCandidate(ctx, home, row, 0, []))) };
  }
  const { found, homes } = await findCandidatesForPayment(ctx.db, row);
  const { put, theirs } = await findHomesByPaymentHistory(ctx.db, where, row);
  const [before, rented] = [await readHomeDetails(ctx.db, put), await readHomeDetails(ctx.db, theirs)];
  for (const home of [...before, ...rented]) homes.set(home.key, home);
  const known = new Map([...rankMatches(toPaymentMatchFacts(row), rented), ...found].map((match) => [match.key, match]));
  for (const { key } of before) {
    const reasons = [...(known.get(key)?.reasons ?? []), { what: 'earlier' as const, score: matchReasonScores.earlier }];
    known.set(key, { key, score: Math.max(...reasons.map(({ score }) => score)), reasons });
  }
  const own = new Map((await managedOf(ctx, [...homes.values()])).map((home) => [home.key, home]));
  const results: MatchCandidate[] = [];
  for (const match of [...known.values()].toSorted((a, b) => b.score - a.score || b.reasons.length - a.reasons.length).slice(0, 20)) {
    const home = own.get(match.key);
    if (home) results.push(await toCandidate(ctx, home, row, match.score, [...match.reasons]));
  }
  return { results };
}
/** A payment at the paybill of Makao may belong to any tenant. Readers see only their own tenants, to whom they could assign it. */
async function managedOf(ctx: Ctx, homes: readonly MatchHome[]): Promise<MatchHome[]> {
  const ids = (table: 'tenancy' | 'booking') =>
    homes.flatMap(({ tenancyId, bookingId }) => (table === 'tenancy' ? tenancyId : tenancyId === null ? bookingId : null) ?? []);
  const [tenancies, bookings] = [ids('tenancy'), ids('booking')];
  const lived = tenancies.length === 0 ? [] : await from(ctx, 'tenancy:managed').select('tenancy.id').where('tenancy.id', 'in', tenancies).execute();
  const booked = bookings.length === 0 ? [] : await from(ctx, 'booking:managed').select('booking.id').where('booking.id', 'in', bookings).execute();
  const [seen, seenBooked] = [new Set(lived.map(({ id }) => id)), new Set(booked.map(({ id }) => id))];
  return homes.filter(({ tenancyId, bookingId }) => (tenancyId !== null ? seen.has(tenancyId) : bookingId !== null && seenBooked.has(bookingId)));
}
async function toCandidate(
  ctx: Ctx,
  home: MatchHome,
  payment: PaymentRow,
  score: number,
  reasons: MatchCandidate['reasons'],
): Promise<MatchCandidate> {
  const { fund } = payment;
  const cash = await findSameCash(ctx.db, payment, { home, cents: calculateUnallocatedCents(payment) });
  const all = await readOpenInvoices(ctx.db, home);
  const open = all.filter((one) => one.fund === fund);
  const sum = (invoices: readonly OpenInvoice[]) => invoices.reduce((total, one) => total + one.open, 0);
  return {
    tenancy: home.tenancyId === null ? null : { id: home.tenancyId, code: home.code },
    booking: home.tenancyId === null && home.bookingId !== null ? { id: home.bookingId, code: home.code } : null,
    name: home.name,
    unit: home.unit,
    property: home.property,
    score,
    reasons,
    open_cents: sum(open),
    elsewhere_cents: sum(all) - sum(open),
    takes: await isFundAccepted(ctx.db, home.companyId, all, fund),
    cash: cash && { id: cash.id, code: cash.code, cents: cash.cents },
    invoices: open.map((one) => ({ id: one.id, code: one.code, kind: one.kind, due_on: one.due, open_cents: one.open })),
  };
}
