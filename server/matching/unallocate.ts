import type { Selectable } from 'kysely';
import { type LedgerFund, ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import { reverseEntries } from '#contract/ledger/entries.ts';
import type { JournalKind } from '#contract/ledger/kinds.ts';
import { buildPaymentUnallocatedPostings } from '#contract/ledger/postings.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { lockPayment, type OpenInvoice, type PaymentRow, readOpenInvoicesForPayment, updatePayment } from '#server/collection/service.ts';
import type { AllocationTable as Allocation } from '#server/db/types.gen.ts';
import { applyAllocations, cancelReceivable, lockInvoicesForPayment, reverseCreditNote } from '#server/invoice/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { lockAccountBalances, type NewJournal, postJournal } from '#server/ledger/service.ts';
import { lockPlatformHeldRent } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { buildAllocationEvent, readAllocationJournalParams } from './allocate-to-lines.ts';
import { readCurrentPostingPairs } from './change-of-owner.ts';
import { type CreditRow, changeCredit } from './credit.ts';

const why = 'allocations are reversed together with their payment';
type AllocationRow = Selectable<Allocation>;

/** Allocations are undone newest first: one from the credit of a credit note before the allocation that the note reduced. */
export const readActiveAllocations = (db: Db, paymentId: number): Promise<AllocationRow[]> =>
  unscopedTable(db, 'allocation', why)
    .select()
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
const credits = (db: Db, paymentId: number) =>
  unscopedTable(db, 'payment_credit', why).select().selectAll().where('payment_id', '=', paymentId).where('undone_at', 'is', null).orderBy('id');
export const readPaymentCredits = (db: Db, paymentId: number): Promise<CreditRow[]> => credits(db, paymentId).execute();
/** Credits are locked after their payment. Code that only uses a credit locks the credit and not the payment. */
export const lockPaymentCredits = (db: Db, paymentId: number): Promise<CreditRow[]> => credits(db, paymentId).forUpdate().execute();

/** Adds to the refunded amount of a locked credit; a negative amount reverses a failed refund. */
export const addRefundedAmount = (db: Db, creditId: number, sum: number) =>
  changeCredit(db, creditId)
    .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', toCents(sum)) }))
    .execute();

/**
 * Locks the owner's balance before an amount is recovered from it. Cash is recovered from its holder, any other payment only from money that Makao
 * holds.
 */
async function recoveryPairs(db: Db, pairs: readonly PostingPair[], one: OpenInvoice, isCash: boolean): Promise<PostingPair[]> {
  const fund = pairs.find(({ cr }) => cr.code === ledgerAccounts.ownerPayable || (one.active && cr.code === ledgerAccounts.moveInRent))?.fund;
  const all = async (of: LedgerFund) =>
    (await lockAccountBalances(db, [[of, { code: ledgerAccounts.ownerPayable, company: one.companyId }]]))[0] ?? 0;
  const there = fund === undefined ? 0 : fund === 'C' && !isCash ? await lockPlatformHeldRent(db, one.companyId) : await all(fund);
  return buildPaymentUnallocatedPostings(pairs, one.companyId, one.active, there);
}

/** Undoes allocations whose invoices are locked. The rows stay, marked as undone, and the invoices are open again. */
export async function undoPaymentAllocations(
  ctx: Ctx,
  rows: readonly AllocationRow[],
  payment: PaymentRow | null,
  reason: string | null = null,
): Promise<void> {
  const invoices = await readOpenInvoicesForPayment(ctx.db, { ids: [...new Set(rows.map((row) => row.invoice_id))] }, { open: false });
  const byId = new Map(invoices.map((one) => [one.id, one]));
  for (const row of rows) {
    const one = byId.get(row.invoice_id);
    const was = await unscopedTable(ctx.db, 'journal', why).select().select('id').where('event_key', '=', `allocation:${row.id}`).executeTakeFirst();
    if (!one || !was) throw new Error(`allocation ${row.id} has no journal entry`);
    const line = one.lines.find(({ id }) => id === row.line_id);
    const part = { invoiceId: one.id, lineId: row.line_id };
    const given = await reverseCreditNote(ctx, { ...part, cents: row.cents, returned: row.returned_cents });
    const journal = await postJournal(ctx.db, {
      key: `allocation:${row.id}:undo`,
      kind: 'money_unallocated',
      source: ['allocation', row.id],
      companyId: one.companyId,
      params: await readAllocationJournalParams(ctx, one, payment, line?.label || line?.kind),
      by: ctx.me.userId,
      pairs: await recoveryPairs(ctx.db, await readCurrentPostingPairs(ctx.db, was.id), one, (payment?.holder_id ?? null) !== null),
      reverses: was.id,
    });
    const undone = { undone_by: journal, undone_at: clock.now(), undone_reason: reason };
    await unscopedTable(ctx.db, 'allocation', why).change().set(undone).where('id', '=', row.id).execute();
    await unscopedTable(ctx.db, 'payment_credit', why).change().set({ undone_at: clock.now() }).where('allocation_id', '=', row.id).execute();
    if (row.credit_id !== null)
      await changeCredit(ctx.db, row.credit_id)
        .set((eb) => ({ used_cents: eb('used_cents', '-', toCents(row.cents)) }))
        .execute();
    const parts = [{ lineId: row.line_id, cents: -row.cents }];
    await applyAllocations(ctx, [{ invoiceId: one.id, parts, on: clock.today(), how: payment?.how ?? 'wallet' }]);
    await cancelReceivable(ctx, { ...part, cents: given });
    await publishEvent(ctx, 'payment.unallocated', buildAllocationEvent(byId, row, clock.today()));
  }
}

/** Reverses a journal, less the part that has moved to other accounts since. */
async function undoRest(ctx: Ctx, of: string, kind: JournalKind, goneOf: (booked: number) => number): Promise<void> {
  const was = await unscopedTable(ctx.db, 'journal', why).select().selectAll().where('event_key', '=', of).executeTakeFirst();
  if (!was) return;
  const booked = await readCurrentPostingPairs(ctx.db, was.id);
  const gone = goneOf(sumCents(booked.map((one) => one.cents)));
  await postJournal(ctx.db, {
    key: `${of}:undo`,
    kind,
    source: [was.source, was.source_id],
    companyId: was.company_id,
    params: was.params as NewJournal['params'],
    by: ctx.me.userId,
    pairs: reverseEntries(booked, gone),
    reverses: was.id,
  });
}

/** Locks a payment with its allocations and credits, after its invoices. The caller checks its conditions afterwards. */
export async function lockPaymentWithAllocations(ctx: Ctx, paymentId: number): Promise<PaymentRow> {
  const seen = await readActiveAllocations(ctx.db, paymentId);
  await lockInvoicesForPayment(
    ctx,
    [...new Set(seen.map((row) => row.invoice_id))].sort((a, b) => a - b),
  );
  const payment = await lockPayment(ctx.db, paymentId);
  await lockPaymentCredits(ctx.db, paymentId);
  const rows = await readActiveAllocations(ctx.db, paymentId);
  if (rows.some((row) => !seen.some(({ id }) => id === row.id))) throw new Refusal('conflict', m.payment_refusal_meanwhile());
  return payment;
}
/**
 * Unallocates a locked payment completely: allocations and credits. With `lost`, the amount refunded from its credits is lost, and only the rest
 * becomes unallocated.
 */
export async function unallocatePayment(ctx: Ctx, payment: PaymentRow, { lost = false, reason = '' } = {}): Promise<PaymentRow> {
  const paymentId = payment.id;
  const rows = await readActiveAllocations(ctx.db, paymentId);
  // The credit of a credit note is undone with the allocation that the note reduced.
  const over = (await readPaymentCredits(ctx.db, paymentId)).filter((credit) => credit.allocation_id === null);
  if (!lost && over.some((credit) => credit.refunded_cents > 0)) throw new Refusal('conflict', m.payment_refusal_refunded());
  await publishEvent(ctx, 'payment.freeing', { paymentId, reason, credit: true });
  await undoPaymentAllocations(ctx, rows, payment, reason || null);
  for (const credit of over) {
    // Credit of a booking that moved to its tenancy is moved back first. An amount that was refunded before the move never moved.
    await undoRest(ctx, `credit:${credit.id}:moved`, 'adjustment', (moved) => credit.refunded_cents - (credit.cents - moved));
    await undoRest(ctx, `credit:${credit.id}`, 'money_unallocated', () => credit.refunded_cents);
    await changeCredit(ctx.db, credit.id)
      .set({ undone_at: clock.now(), used_cents: toCents(0) })
      .execute();
  }
  return updatePayment(ctx.db, paymentId, { allocated_cents: 0, credited_cents: 0, match: 'unmatched' });
}
