import { sql } from 'kysely';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { MatchReason } from '#contract/matching/match.ts';
import { sumCents } from '#contract/money/cents.ts';
import type { PaymentAllocation, PaymentDetails } from '#contract/payment/shapes.ts';
import type { RefundDetails } from '#contract/refund/shape.ts';
import { findOpenRequest } from '#server/approval/service.ts';
import { calculateUnallocatedCents, type PaymentRow, paymentNotFound, selectNamedPayments, toPaymentSummary } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { readMoveHistory } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { readLedgerEffects } from '#server/ledger/service.ts';
import {
  calculateRefundableAmount,
  calculateUnusedCredit,
  findCorrectionWay,
  findReversalWay,
  isCorrectable,
  isHeldForPayer,
  readPaymentCredits,
} from '#server/matching/service.ts';
import { findDefaultRefundMethod, selectRefundRows, toRefundResponses } from '#server/refund/service.ts';

const why = 'data of a payment that the caller sees';
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export async function readPaymentAllocations(ctx: Pick<Ctx, 'db'>, where: { paymentId: number } | { invoiceId: number }) {
  const rows = await unscopedTable(ctx.db, 'allocation', why)
    .select()
    .innerJoin('invoice', 'invoice.id', 'allocation.invoice_id')
    .innerJoin('invoice_line', 'invoice_line.id', 'allocation.line_id')
    .leftJoin('journal', 'journal.id', 'allocation.undone_by')
    .leftJoin('person', 'person.id', 'journal.by_id')
    .leftJoin('journal as made', (join) => join.on(sql<boolean>`made.event_key = 'allocation:' || allocation.id`))
    .leftJoin('person as allocator', 'allocator.id', 'made.by_id')
    .select(['allocation.undone_reason', 'person.name as undoer', 'allocator.name as allocator'])
    .select([
      'allocation.id',
      'allocation.payment_id',
      'allocation.cents',
      'allocation.returned_cents',
      'allocation.created_at',
      'allocation.undone_at',
      'allocation.line_id',
    ])
    .select(['invoice.id as invoice_id', 'invoice.code as invoice_code', 'invoice_line.kind', 'invoice_line.label'])
    .where('paymentId' in where ? 'allocation.payment_id' : 'allocation.invoice_id', '=', 'paymentId' in where ? where.paymentId : where.invoiceId)
    .orderBy('allocation.id')
    .execute();
  return rows.map((row) => ({ ...row, part: toPart(row) }));
}
type PartRow = {
  id: number;
  cents: number;
  returned_cents: number;
  created_at: Date;
  undone_at: Date | null;
  line_id: number;
  invoice_id: number;
  invoice_code: string;
  kind: string;
  label: string;
};
const toPart = (row: PartRow): PaymentAllocation => ({
  id: row.id,
  invoice: { id: row.invoice_id, code: row.invoice_code },
  line: { id: row.line_id, kind: row.kind, label: row.label },
  cents: row.cents,
  returned_cents: row.returned_cents,
  at: row.created_at.toISOString(),
  undone_at: iso(row.undone_at),
});

/** The payments before and after a correction, as far as the caller may see them: the other one may be another tenant's. */
async function correctionsOf(ctx: Ctx, row: FullRow): Promise<Pick<PaymentDetails, 'corrects' | 'corrected_by' | 'correction'>> {
  const linked = await from(ctx, 'payment')
    .select(['payment.id', 'payment.code', 'payment.corrects', 'payment.correction'])
    .where((eb) => eb.or([eb('payment.corrects', '=', row.id), eb('payment.id', '=', row.corrects)]))
    .execute();
  const [before, after] = [linked.find((one) => one.id === row.corrects), linked.find((one) => one.corrects === row.id)];
  return {
    corrects: before && row.correction ? { id: before.id, code: before.code, what: row.correction } : null,
    corrected_by: after?.correction ? { id: after.id, code: after.code, what: after.correction } : null,
    correction: row.corrected_as,
  };
}

type EvidencePath = (row: Pick<PaymentRow, 'evidence_file_id'>) => Promise<string | null>;

/** Reads a payment with names, its account, and whether the caller manages it. */
async function rowOf(ctx: Ctx, id: number) {
  const row = await selectNamedPayments(ctx)
    .leftJoin('booking', 'booking.id', 'payment.booking_id')
    .leftJoin('person as recorder', 'recorder.id', 'payment.recorded_by')
    .leftJoin('collection_account as account', 'account.id', 'payment.account_id')
    .leftJoin('receipt', 'receipt.payment_id', 'payment.id')
    .leftJoin('statement_line as banked', 'banked.id', 'payment.banked_line_id')
    .select([
      'booking.code as booking_code',
      'recorder.name as recorder_name',
      'account.name as account_name',
      'account.rail as account_rail',
      'receipt.verified_by',
      'banked.day as banked_on',
      sql<PaymentRow['correction']>`(select later.correction from payment later where later.corrects = payment.id)`.as('corrected_as'),
      // The list uses the name `holder_id` for the company of the home.
      'payment.holder_id as in_hands_of',
    ])
    .select(mayChange('payment:managed', ctx.me, 'payments.edit', 'payment').as('may_edit'))
    .where('payment.id', '=', id)
    .executeTakeFirst();
  if (!row) throw paymentNotFound();
  return row;
}
type FullRow = Awaited<ReturnType<typeof rowOf>>;
type Held = { readonly managed: boolean; readonly kept: boolean; readonly requested: boolean };

/** Managers also read the evidence; a payer reads only refunds that are proven. */
async function refundsOf(ctx: Ctx, id: number, managed: boolean, evidencePath?: EvidencePath): Promise<RefundDetails[]> {
  const asked = await selectRefundRows(ctx).where('refund.payment_id', '=', id).orderBy('refund.id').execute();
  const refunds: RefundDetails[] = [];
  for (const [n, one] of (await toRefundResponses(ctx, asked)).entries())
    refunds.push({ ...one, evidence: managed ? ((await evidencePath?.({ evidence_file_id: asked[n]?.evidence_file_id ?? null })) ?? null) : null });
  return refunds;
}

/** The actions that the caller may take on the payment now. */
async function mayOf(
  ctx: Ctx,
  row: FullRow,
  { managed, kept, requested }: Held,
  refundable: number,
  refunds: readonly RefundDetails[],
): Promise<PaymentDetails['may']> {
  const done = managed && row.status === 'completed';
  const left = calculateUnallocatedCents(row) > 0;
  const held = { ...row, holder_id: row.in_hands_of };
  const [way, correction] = [findReversalWay(ctx.me, held), findCorrectionWay(ctx.me, held)];
  return {
    assign: done && left && !(ctx.me.companyId !== null && (await isHeldForPayer(ctx.db, row, { before: true }))),
    unmatch: done && row.allocated_cents + row.credited_cents > 0 && row.spent_cents === 0 && !kept,
    ask: done && left && row.phone_sealed !== null,
    refund: done && refundable > 0 && !refunds.some(({ status }) => status === 'asked' || status === 'approved'),
    reverse: done && row.how !== 'wallet' && row.refunded_cents === 0 && way !== null && !kept && !requested,
    reverse_asks: way === 'request',
    correct: done && correction !== null && isCorrectable(row) && !kept && !requested,
    correct_asks: correction === 'request',
    confirm: managed && isCashPending(row),
  };
}
const isCashPending = ({ how, status }: Pick<PaymentRow, 'how' | 'status'>): boolean => how === 'cash' && status === 'pending';
// Recorded payments of all methods share one cash account, so for other methods it does not show where the money is.
const accountIn = ({ account_id, account_rail, account_name, how }: FullRow): PaymentDetails['account'] =>
  account_id === null || (account_rail === 'cash' && how !== 'cash')
    ? null
    : { id: account_id, name: account_name ?? '', rail: account_rail ?? 'cash' };

/** An open request about a payment. Its approval checks the payment again, so a second request that another one made impossible is refused then. */
async function findOpenPaymentRequest(ctx: Ctx, id: number) {
  for (const kind of ['receiptReversal', 'allocation', 'paymentCorrection', 'bankedCash'] as const) {
    const found = await findOpenRequest(ctx, kind, id);
    if (found) return found;
  }
  return null;
}

/** One payment with the fields that the caller may see. */
export async function readPaymentDetails(ctx: Ctx, id: number, evidencePath?: EvidencePath): Promise<PaymentDetails> {
  const row = await rowOf(ctx, id);
  const rows = await readPaymentAllocations(ctx, { paymentId: id });
  const parts = rows.map(({ part }) => part);
  const stands = parts.filter(({ undone_at }) => undone_at === null);
  const credits = await readPaymentCredits(ctx.db, id);
  const refundable_cents = calculateRefundableAmount(row, credits);
  const managed = row.may_edit && ctx.me.role !== 'tenant' && ctx.me.role !== 'tenancy';
  const refunds = await refundsOf(ctx, id, managed, evidencePath);
  const request = managed ? await findOpenPaymentRequest(ctx, id) : null;
  const cashWaits = isCashPending(row);
  const awaits_second = cashWaits && row.fund === 'C' && row.code_mark === null;
  const kept = managed && row.status === 'completed' && ctx.me.companyId !== null && (await isHeldForPayer(ctx.db, row));
  return {
    ...toPaymentSummary(row),
    booking: row.booking_id === null ? null : { id: row.booking_id, code: row.booking_code ?? '' },
    note: managed ? row.note : '',
    narration: managed ? ((await readNarrations(ctx, [id])).get(id) ?? null) : null,
    recorded_by: row.recorder_name,
    verified_by: row.verified_by,
    account: accountIn(row),
    banked_on: managed ? row.banked_on : null,
    evidence: managed ? ((await evidencePath?.(row)) ?? null) : null,
    awaits_code: cashWaits && !awaits_second,
    awaits_second,
    reasons: row.reasons as { what: MatchReason; score: number }[],
    parts,
    put_cents: sumCents(stands.map((part) => part.cents - part.returned_cents)),
    over_cents: sumCents(credits.map(calculateUnusedCredit)),
    refundable_cents,
    refunds: managed ? refunds : refunds.filter(({ status, unproven }) => status === 'paid' && !unproven),
    refund_way: await findDefaultRefundMethod(ctx.db, { ...row, holder_id: row.in_hands_of }),
    timeline: await timelineOf(ctx, row, rows, managed),
    journals: managed
      ? await readLedgerEffects(ctx.db, [
          ['payment', [row.id]],
          ['allocation', parts.map((part) => part.id)],
        ])
      : [],
    kept,
    ...(await correctionsOf(ctx, row)),
    request,
    may: await mayOf(ctx, row, { managed, kept, requested: request !== null }, refundable_cents, refunds),
  };
}

/** The bank's own text for each payment. */
export async function readNarrations(ctx: Pick<Ctx, 'db'>, paymentIds: readonly number[]): Promise<Map<number, string>> {
  if (paymentIds.length === 0) return new Map();
  const lines = await unscopedTable(ctx.db, 'statement_line', why)
    .select()
    .select(['payment_id', 'details'])
    .where('payment_id', 'in', [...paymentIds])
    .where('details', '<>', '')
    .orderBy('id', 'desc')
    .execute();
  return new Map(lines.map(({ payment_id, details }) => [requiredId(payment_id, 'the payment of a statement line'), details]));
}

type PartsOf = Awaited<ReturnType<typeof readPaymentAllocations>>;
async function timelineOf(ctx: Ctx, row: PaymentRow, parts: PartsOf, managed: boolean): Promise<PaymentDetails['timeline']> {
  const moves = await readMoveHistory(ctx, 'payment', row.id).execute();
  const step = (at: string, what: string, by: string | null = null, text: string | null = null, cents: number | null = null) => ({
    at,
    what,
    by,
    text,
    cents,
  });
  return [
    step(row.created_at.toISOString(), 'created', null, null, row.cents),
    // The reason that staff write is shown to managers only.
    ...moves.map((move) => step(move.at.toISOString(), move.to_state, move.by, managed ? move.reason : null)),
    ...parts.flatMap(({ part, allocator, undoer, undone_reason }) => {
      // The persons of an allocation and the reason of an unallocation are shown to managers only.
      const said = managed
        ? { by: undoer, text: [part.invoice.code, undone_reason].filter(Boolean).join(' · ') }
        : { by: null, text: part.invoice.code };
      return [
        step(part.at, 'allocated', managed ? allocator : null, part.invoice.code, part.cents),
        ...(part.undone_at ? [step(part.undone_at, 'unallocated', said.by, said.text, part.cents)] : []),
      ];
    }),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
