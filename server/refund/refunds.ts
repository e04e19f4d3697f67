import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import {
  buildManualRefundPostings,
  buildOwnerRefundPostings,
  buildRefundApprovedPostings,
  buildRefundConfirmedPostings,
} from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { paymentActionCalls } from '#contract/payment/act-calls.ts';
import type { refundCalls } from '#contract/refund/calls.ts';
import type { ManualRefundMethod } from '#contract/refund/kinds.ts';
import { refundMachine } from '#contract/refund/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { assertCanApprove } from '#server/approval/service.ts';
import { calculateUnallocatedCents, lockPayment, type PaymentRow, paymentNotFound, updatePayment } from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { sealObject } from '#server/kernel/seal.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { postJournal, readAccountBalances, reverseJournal } from '#server/ledger/service.ts';
import {
  addRefundedAmount,
  assertPaymentCompleted,
  calculateRefundableAmount,
  calculateUnusedCredit,
  findManagedPayment,
  lockPaymentCredits,
  toLedgerPayerOfCredit,
} from '#server/matching/service.ts';
import { storeFile } from '#server/media/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import { dropTransfer } from '#server/transfer/service.ts';
import {
  type CollectionAccountRow,
  findOrCreateManualPaymentAccount,
  getCashHolderAccount,
  lockRail,
  readAvailableBalance,
} from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { canPlatformCallerDecideRefund, getRefundApproval } from './approvals.ts';
import { assertDestinationAllowed, assertRefundCovered, decryptRefundDestination, isDifferentRefundNumber } from './destination.ts';
import { notifyRefunded, notifyRefundRejected, notifyRefundRequested } from './notify.ts';
import { assertProofUnused } from './proof.ts';
import { selectRefundRows, toRefundResponses } from './refund-shape.ts';
import { lockRefund, type RefundRow, updateRefund } from './rows.ts';
import { assertNumberRetyped, chooseRefundMethod, lockRefundPaybill, readRefundBlockedReason, startRefundTransfer } from './send.ts';
import { lockAttemptsForAction } from './state.ts';
import { refundTransferPurpose } from './transfers.ts';

export { filterRefunds, listRefunds } from './list-refunds.ts';

type Calls = typeof paymentActionCalls & typeof refundCalls;
const why = 'a refund that the caller may decide';

/**
 * Requests a refund of a payment, for example a deposit refund: of unallocated money, else of tenant credit. Money moves on approval by another
 * person.
 */
export async function requestRefund(ctx: Ctx, { id, cents: sum, reason, to: given }: HandlerInput<Calls['requestRefund']>): Promise<void> {
  await findManagedPayment(ctx, id);
  const row = await lockPayment(ctx.db, id);
  assertPaymentCompleted(row);
  const credits = await lockPaymentCredits(ctx.db, id);
  const there = calculateRefundableAmount(row, credits);
  if (sum > there) throw invalidInputRefusal({ cents: m.payment_problem_more({ left: formatKesPlain(there) }) });
  const credit = calculateUnallocatedCents(row) >= sum ? null : (credits.find((one) => calculateUnusedCredit(one) >= sum) ?? null);
  const open = await unscopedTable(ctx.db, 'refund', why)
    .select()
    .select('id')
    .where('payment_id', '=', id)
    .where('status', 'in', ['asked', 'approved'])
    .executeTakeFirst();
  if (open) throw new Refusal('conflict', m.payment_refusal_refund_open());
  const { way, to } = await chooseRefundMethod(ctx.db, row, sum, given);
  assertDestinationAllowed(row, to);
  const made = await add(ctx, 'refund')
    .values({
      ...{ payment_id: id, credit_id: credit?.id ?? null, company_id: row.company_id, property_id: row.property_id, cents: sum, reason },
      ...{ way, to_sealed: sealObject({ to }), to_tail: `…${to.slice(-4)}`, asked_by: ctx.me.userId },
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id, code: row.code, after: { refund: made.code, cents: sum }, reason });
  await notifyRefundRequested(ctx, row, {
    code: made.code,
    cents: sum,
    to: `…${to.slice(-4)}`,
    where: isDifferentRefundNumber(row, to) ? 'other' : 'same',
  });
}

export async function lockRefundAndPayment(ctx: Ctx, id: number) {
  const seen = await from(ctx, 'refund')
    .select(['payment_id', 'asked_by'])
    .where('id', '=', id)
    .where(mayChange('refund', ctx.me, 'payments.edit'))
    .executeTakeFirst();
  if (!seen) throw paymentNotFound();
  return lockRefund(ctx.db, id, seen.payment_id);
}

/** A fully refunded payment is no longer unallocated. If some of it is allocated, it belongs to that tenancy. */
async function putGivenBack(ctx: Ctx, payment: PaymentRow, sum: number): Promise<void> {
  const after = { ...payment, refunded_cents: toCents(payment.refunded_cents + sum) };
  const isOwned = after.allocated_cents + after.credited_cents > 0;
  const match = calculateUnallocatedCents(after) > 0 ? (payment.match === 'suggested' ? 'suggested' : 'unmatched') : isOwned ? 'matched' : 'returned';
  await updatePayment(ctx.db, payment.id, { refunded_cents: after.refunded_cents, match });
}

/** Takes the money out of its source on approval. Money that a company holds itself leaves the ledger when it is paid. */
async function approved(ctx: Ctx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const credit = refund.credit_id === null ? undefined : (await lockPaymentCredits(ctx.db, payment.id)).find(({ id }) => id === refund.credit_id);
  const there = refund.credit_id === null ? calculateUnallocatedCents(payment) : credit ? calculateUnusedCredit(credit) : 0;
  if (there < refund.cents) throw new Refusal('conflict', m.payment_refusal_refund_gone({ code: refund.code, left: formatKesPlain(there) }));
  const whose = credit ? toLedgerPayerOfCredit({ companyId: credit.company_id, tenancyId: credit.tenancy_id, bookingId: credit.booking_id }) : null;
  if (credit) await addRefundedAmount(ctx.db, credit.id, refund.cents);
  else await putGivenBack(ctx, payment, refund.cents);
  const pairs =
    payment.fund === 'C' ? buildRefundApprovedPostings(whose, refund.id, refund.cents) : whose ? buildOwnerRefundPostings(whose, refund.cents) : [];
  if (pairs.length > 0)
    await postJournal(ctx.db, {
      ...{ key: `refund:${refund.id}`, kind: 'money_refunded', source: ['payment', payment.id], companyId: payment.company_id },
      ...{ params: { who: payment.payer ?? '', code: refund.code }, by: ctx.me.userId, pairs },
    });
}
/** Rejects a refund after its approval: the money returns to its source. */
async function undoApprovedRefund(ctx: Ctx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  if (refund.credit_id !== null) await addRefundedAmount(ctx.db, refund.credit_id, -refund.cents);
  else await putGivenBack(ctx, payment, -refund.cents);
  await reverseJournal(ctx.db, { of: `refund:${refund.id}`, key: `refund:${refund.id}:undo`, kind: 'money_refunded', by: ctx.me.userId });
}
export async function readRefundResponse(ctx: Ctx, id: number): Promise<HandlerResult<Calls['decideRefund']>> {
  const [one] = await toRefundResponses(ctx, await selectRefundRows(ctx).where('refund.id', '=', id).execute());
  if (!one) throw paymentNotFound();
  return one;
}

function assertDecidesForPlatform(ctx: Ctx, payment: PaymentRow): void {
  if (!canPlatformCallerDecideRefund(ctx, payment.fund)) throw new Refusal('forbidden', m.payment_refusal_platform());
}

/** Drops the queued attempts of a refund. */
async function unsent(ctx: Ctx, refund: RefundRow): Promise<void> {
  const [last] = await lockAttemptsForAction(ctx, refund, 'undo');
  if (last?.status === 'queued') await dropTransfer(ctx, refundTransferPurpose, last.id, m.payment_refund_taken_back());
}

/** The requester may not approve, but may cancel the request. An approved refund may be in transit, so only an approver cancels it. */
export async function decideRefund(
  ctx: Ctx,
  { id, approve, reason, to, by_hand }: HandlerInput<Calls['decideRefund']>,
): Promise<HandlerResult<Calls['decideRefund']>> {
  const { payment, refund } = await lockRefundAndPayment(ctx, id);
  if (approve) await assertCanApprove(ctx, getRefundApproval(payment.fund), id);
  else if (refund.status === 'approved') assertDecidesForPlatform(ctx, payment);
  if (approve) assertPaymentCompleted(payment);
  if (approve) await assertRefundCovered(ctx, payment, refund);
  // Client money is not paid out while the ledger and the bank accounts differ.
  const stopped = approve && payment.fund === 'C' ? await readRefundBlockedReason(ctx.db, payment, refund) : null;
  if (stopped) throw new Refusal('conflict', stopped);
  const sends = approve && refund.status === 'asked' && refund.way !== 'hand';
  if (sends) assertNumberRetyped(refund, to);
  const leaving = sends && !by_hand ? await lockRefundPaybill(ctx, payment, refund, false) : null;
  if (!approve && refund.status === 'approved') await unsent(ctx, refund);
  await makeMove(ctx, refundMachine, approve ? 'approve' : 'refuse', id, reason || null);
  if (approve) await approved(ctx, payment, refund);
  else if (refund.status === 'approved') await undoApprovedRefund(ctx, payment, refund);
  if (leaving) await startRefundTransfer(ctx, refund, leaving);
  const by = refund.asked_by === ctx.me.userId ? {} : { decided_by: ctx.me.userId };
  await unscopedTable(ctx.db, 'refund', why)
    .change()
    .set({ ...by, decided_at: clock.now(), decision: reason })
    .where('id', '=', id)
    .execute();
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'payments', id: payment.id, code: payment.code, before: { refund: refund.status } },
    ...{ after: { refund: approve ? 'approved' : 'refused' }, ...(reason ? { reason } : {}) },
  });
  if (!approve) await notifyRefundRejected(ctx, payment, refund, reason);
  return readRefundResponse(ctx, id);
}

/** Marks a log entry of a payment as one about its refund: who works on the refund has not handled the payment itself. */
const aboutRefund = ({ code }: RefundRow) => ({ after: { refund: code } });

/** The full destination, for those who approve or pay it; reading it is logged. */
export async function readRefundDestination(
  ctx: Ctx,
  { id }: HandlerInput<Calls['refundDestination']>,
): Promise<HandlerResult<Calls['refundDestination']>> {
  const { payment, refund } = await lockRefundAndPayment(ctx, id);
  assertDecidesForPlatform(ctx, payment);
  const to = decryptRefundDestination(refund);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id: payment.id,
    code: payment.code,
    ...aboutRefund(refund),
    reason: `looked where ${refund.code} goes`,
  });
  return { to, elsewhere: isDifferentRefundNumber(payment, to) };
}

/** Locks the file first, because it identifies the company; then the payment and its refund. */
export const addRefundEvidence =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, file }: HandlerInput<Calls['addRefundEvidence']>): Promise<HandlerResult<Calls['addRefundEvidence']>> => {
    const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    const { payment, refund } = await lockRefundAndPayment(ctx, id);
    assertDecidesForPlatform(ctx, payment);
    assertApproved(refund);
    await updateRefund(ctx.db, id, { evidence_file_id: kept.id });
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'payments',
      id: payment.id,
      code: payment.code,
      ...aboutRefund(refund),
      reason: `evidence of ${refund.code}`,
    });
    return readRefundResponse(ctx, id);
  };
const assertApproved = (refund: RefundRow): void => {
  if (refund.status !== 'approved') throw new Refusal('wrongState', m.shell_refusal_state(), { from: refund.status });
};

/** The source of a client money refund: the paybill or bank account that holds the money, or the cash that a company collected. */
async function givenFrom(
  ctx: Ctx,
  payment: PaymentRow,
  { how, cents: sum }: { how: ManualRefundMethod; cents: number },
  accountId?: number,
): Promise<CollectionAccountRow> {
  // Cash held by a company reached no platform account, so a refund from one would use other companies' money.
  if (payment.holder_id !== null && how !== 'cash')
    throw invalidInputRefusal({ how: m.payment_problem_refund_in_hand({ who: await readCompanyName(ctx.db, payment.holder_id) }) });
  if (how === 'cash') {
    if (payment.company_id === null) throw invalidInputRefusal({ how: m.payment_problem_refund_cash() });
    return findOrCreateManualPaymentAccount(ctx.db, payment.company_id);
  }
  const id = accountId ?? payment.account_id;
  const row =
    id === null ? undefined : await unscopedTable(ctx.db, 'collection_account', why).select().selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.fund !== 'C' || row.waiting || row.rail !== how) throw invalidInputRefusal({ account_id: m.payment_problem_refund_account() });
  await lockRail(ctx.db, how);
  // The refund's own reservation is on the account of its payment.
  const room = (await readAvailableBalance(ctx.db, row)) + (row.id === payment.account_id ? sum : 0);
  if (sum > room) throw new Refusal('conflict', m.payment_refusal_refund_room({ name: row.name, left: formatKesPlain(Math.max(0, room)) }));
  return row;
}

/** Beyond the cash that it holds for the platform, the company paid from its own money. */
async function leaving(ctx: Ctx, payment: PaymentRow, { id, cents: sum }: RefundRow, source: CollectionAccountRow): Promise<PostingPair[]> {
  const till = getCashHolderAccount(source, payment);
  if (till.code !== ledgerAccounts.cashInHand) return buildRefundConfirmedPostings(till, id, sum);
  const [inHand = 0] = await readAccountBalances(ctx.db, [['C', till]], true);
  return buildManualRefundPostings(till.company, id, sum, inHand);
}

/** Records a manual payment of an approved refund with its slip. A paybill code stays unproven until the statement shows it. */
export async function recordManualRefundPayment(
  ctx: Ctx,
  { id, how, account_id, proof }: HandlerInput<Calls['recordPaidRefund']>,
): Promise<HandlerResult<Calls['recordPaidRefund']>> {
  const { payment, refund } = await lockRefundAndPayment(ctx, id);
  assertDecidesForPlatform(ctx, payment);
  await lockAttemptsForAction(ctx, refund, 'hand');
  // Money that a company holds itself leaves no account of the platform.
  if (payment.fund === 'M' && account_id !== undefined) throw invalidInputRefusal({ account_id: m.payment_problem_refund_account() });
  if (how !== 'mpesa' && refund.evidence_file_id === null) throw invalidInputRefusal({ evidence: m.payment_problem_refund_evidence() });
  if (how === 'mpesa') await assertProofUnused(ctx, proof, payment.fund === 'M' ? payment.company_id : null);
  const source = payment.fund === 'C' ? await givenFrom(ctx, payment, { how, cents: refund.cents }, account_id) : null;
  await makeMove(ctx, refundMachine, 'pay', id, proof);
  await updateRefund(ctx.db, id, { proof, paid_at: clock.now(), paid_how: how, paid_from: source?.id ?? null, handed_by: ctx.me.userId });
  if (source)
    await postJournal(ctx.db, {
      ...{ key: `refund:${id}:paid`, kind: 'payout_confirmed', source: ['payment', payment.id], companyId: payment.company_id },
      ...{ params: { who: payment.payer ?? '', how: proof, code: refund.code }, by: ctx.me.userId },
      pairs: await leaving(ctx, payment, refund, source),
    });
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'payments', id: payment.id, code: payment.code, before: { refund: 'approved' } },
    ...{ after: { refund: 'paid', how }, reason: proof },
  });
  // For the platform's own paybill the payer is notified once the refund is proven.
  if (!source || how !== 'mpesa') await notifyRefunded(ctx, payment, { code: refund.code, cents: refund.cents, proof });
  return readRefundResponse(ctx, id);
}
