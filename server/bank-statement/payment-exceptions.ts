import { sql } from 'kysely';
import { z } from 'zod';
import type { statementCalls } from '#contract/bank-statement/calls.ts';
import { importedStatementStates } from '#contract/bank-statement/kinds.ts';
import type { PaymentException } from '#contract/bank-statement/shapes.ts';
import { decisionsByException, type PaymentVerificationSource } from '#contract/collection/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { reverseEntries } from '#contract/ledger/entries.ts';
import { buildMoneyReceivedPostings, buildPayoutChargePostings } from '#contract/ledger/postings.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { describeAccount } from '#contract/treasury/account-name.ts';
import { defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import {
  formatPaymentMethod,
  lockPayment,
  lockPaymentReferences,
  notifyPaymentReversed,
  type PaymentExceptionRow,
  type PaymentRow,
  paymentNotFound,
  readPayment,
  recordExceptionDecision,
  recordReceipt,
  reversePaymentAndReceipt,
  setReceiptReference,
  updatePayment,
} from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { RequestedActs } from '#server/kernel/requested-acts.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { postJournal } from '#server/ledger/service.ts';
import { readPage } from '#server/lists/list.ts';
import { applyPaymentReversal, lockPaymentWithAllocations, unallocatePayment } from '#server/matching/service.ts';
import { sumRefunded } from '#server/refund/service.ts';
import { getCashHolderAccount, lockReconciliation, readCollectionAccount, toPayingAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { reconcileAccounts } from './bank-reconciliation.ts';
import { findPaymentsReversedBy, reversePaymentByLine } from './line-acts.ts';

type Calls = typeof statementCalls;
const why = 'payment exceptions that the caller resolves';

const rows = (ctx: Ctx) =>
  from(ctx, 'payment_doubt')
    .innerJoin('payment', 'payment.id', 'payment_doubt.payment_id')
    .innerJoin('collection_account', 'collection_account.id', 'payment_doubt.account_id')
    .leftJoin('person', 'person.id', 'payment_doubt.decided_by')
    .selectAll('payment_doubt')
    .select(['payment.code as payment_code', 'payment.cents as payment_cents', 'collection_account.name as account_name', 'person.name as decider'])
    .select(['collection_account.number as account_number', 'collection_account.bank_code', 'collection_account.rail as account_rail'])
    .select(
      sql<number>`payment.refunded_cents + coalesce((select sum(c.refunded_cents) from payment_credit c where c.payment_id = payment.id and c.undone_at is null and c.allocation_id is null), 0)`.as(
        'given',
      ),
    );
/** The statement line of the exception. If several imported files contain the same movement, the latest line is used. */
const lineOf = (ctx: Ctx, { account_id, external }: Pick<PaymentExceptionRow, 'account_id' | 'external'>) =>
  unscopedTable(ctx.db, 'statement_line', why)
    .select()
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .selectAll('statement_line')
    .where('statement.account_id', '=', account_id)
    .where('statement.status', 'in', [...importedStatementStates])
    .where('statement_line.external_id', '=', external)
    .orderBy('statement_line.id', 'desc')
    .executeTakeFirst();
/** The bank's line that reversed one of several payments, and the payments it may be. */
async function alike(ctx: Ctx, doubt: Pick<PaymentExceptionRow, 'account_id' | 'external'>) {
  const [line, account] = [await lineOf(ctx, doubt), await readCollectionAccount(ctx.db, doubt.account_id)];
  return { line, account, payments: line ? await findPaymentsReversedBy(ctx.db, account, line) : [] };
}
async function toDoubt(ctx: Ctx, r: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): Promise<PaymentException> {
  const request = r.status === 'open' ? await findOpenRequest(ctx, 'platformLoss', r.id) : null;
  if (r.kind !== 'which' || r.status !== 'open') return { ...doubtOf(r), request };
  const { line, payments } = await alike(ctx, r);
  const among = payments.map(({ id, code, paid_on, payer }) => ({ id, code, day: paid_on ?? toNairobiDay(r.at), payer: payer ?? '' }));
  return { ...doubtOf(r), external: line?.reference || r.payer, among, request };
}
const doubtOf = (r: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): PaymentException => ({
  ...{ id: r.id, kind: r.kind, status: r.status, cents: r.cents, payer: r.payer, among: [] },
  external: r.kind === 'which' ? r.payer : r.external,
  ...{ account: r.account_name, payment: { id: r.payment_id, code: r.payment_code }, at: r.at.toISOString(), given_back_cents: Number(r.given) },
  part: r.kind === 'reversal' && r.cents !== r.payment_cents,
  ...{ decision: r.decision, reason: r.reason, decided_by: r.decider },
  request: null,
});

export const filterPaymentExceptions = (ctx: Ctx, wanted: HandlerInput<Calls['listExceptions']>['z_filter']) =>
  wanted?.status ? from(ctx, 'payment_doubt').where('payment_doubt.status', '=', wanted.status) : from(ctx, 'payment_doubt');
export async function listPaymentExceptions(
  ctx: Ctx,
  { z_filter: wanted, ...at }: HandlerInput<Calls['listExceptions']>,
): Promise<HandlerResult<Calls['listExceptions']>> {
  const { rows: page, count } = await readPage(filterPaymentExceptions(ctx, wanted), at, (query) =>
    query.select('payment_doubt.id').orderBy(sql`payment_doubt.status = 'open' desc, payment_doubt.id desc`),
  );
  const ids = page.map((row) => row.id);
  const full = ids.length === 0 ? [] : await rows(ctx).where('payment_doubt.id', 'in', ids).execute();
  const results: PaymentException[] = [];
  for (const row of ids.flatMap((id) => full.find((one) => one.id === id) ?? [])) results.push(await toDoubt(ctx, row));
  return { results, count };
}

/** Locks invoices before payments before this row. */
export async function resolvePaymentException(
  ctx: Ctx,
  { id, decision, payment_id, reason }: HandlerInput<Calls['resolveException']>,
): Promise<HandlerResult<Calls['resolveException']>> {
  const seen = await from(ctx, 'payment_doubt')
    .selectAll('payment_doubt')
    .where('payment_doubt.id', '=', id)
    .where(mayChange('payment_doubt', ctx.me, 'payments.edit'))
    .executeTakeFirst();
  if (!seen) throw paymentNotFound();
  if (seen.status !== 'open') throw new Refusal('wrongState', m.shell_refusal_state(), { from: seen.status });
  if (!decisionsByException[seen.kind].includes(decision)) throw invalidInputRefusal({ decision: m.payment_problem_decision() });
  if (decision !== 'taken' && payment_id !== undefined) throw invalidInputRefusal({ payment_id: m.payment_problem_decision() });
  // The platform bears losses only on its own accounts.
  const { company_id: holder } = await readCollectionAccount(ctx.db, seen.account_id);
  if (holder === null && !['admin', 'superadmin'].includes(ctx.me.role)) throw new Refusal('forbidden', m.payment_refusal_proven());
  // Every other decision gives or keeps a credit, or takes one away, so that one person of Makao only requests it.
  if (holder === null && decision !== 'same') return requestDecision(ctx, seen, { decision, payment_id, reason });
  await decide(ctx, seen, { decision, payment_id, reason });
  return toDoubt(ctx, await rows(ctx).where('payment_doubt.id', '=', id).executeTakeFirstOrThrow());
}

type Decision = Pick<HandlerInput<Calls['resolveException']>, 'decision' | 'payment_id' | 'reason'>;
async function decide(ctx: Ctx, seen: PaymentExceptionRow, { decision, payment_id, reason }: Decision): Promise<void> {
  const { id } = seen;
  // The account is locked before its rows.
  await lockReconciliation(ctx.db, seen.account_id);
  if (decision === 'same') await same(ctx, seen);
  if (decision === 'apart') await apart(ctx, seen);
  if (decision === 'loss') await loss(ctx, seen, reason);
  const paymentId = decision === 'taken' ? await reverseChosenPayment(ctx, seen, payment_id) : seen.payment_id;
  const done = await recordExceptionDecision(ctx, id, { decision, reason, payment_id: paymentId });
  // Another person decided at the same moment, so this decision is rolled back.
  if (!done) throw new Refusal('wrongState', m.shell_refusal_state(), { from: 'decided' });
  await reconcileAccounts(ctx.db, seen.account_id);
  const code = (await readPayment(ctx.db, paymentId))?.code ?? null;
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id: paymentId, code, after: { decision, external: seen.external }, reason });
}

/**
 * Makao bears a loss, keeps a credit that M-Pesa or the bank took back, credits a receipt a second time, or takes a payment back: each moves client
 * money or Makao's own, so that a second person decides it.
 */
async function requestDecision(ctx: Ctx, seen: PaymentExceptionRow, { decision, payment_id, reason }: Decision): Promise<PaymentException> {
  const row = await rows(ctx).where('payment_doubt.id', '=', seen.id).executeTakeFirstOrThrow();
  const chosen = decision === 'taken' ? (await chooseReversedPayment(ctx, seen, payment_id)).payment : null;
  const { payment_code: code } = row;
  const account = describeAccount({ name: row.account_name, number: row.account_number, bank_code: row.bank_code, rail: row.account_rail });
  await requestApproval(ctx, 'platformLoss', {
    subjectId: seen.id,
    cents: row.cents,
    params: {
      ...{ exception: seen.id, payment: chosen?.id ?? row.payment_id, code: chosen?.code ?? code, account, cents: row.cents },
      ...{ decision, external: row.kind === 'which' ? row.payer : row.external },
    },
    reason,
  });
  return toDoubt(ctx, row);
}

const requestTexts = {
  loss: m.payment_act_loss,
  apart: m.payment_act_apart,
  taken: m.payment_act_taken,
  dismissed: m.payment_act_dismissed,
} as const;

/** Decisions about payment exceptions on accounts of the platform. Requests from before the other decisions were requests are losses. */
export const platformLossActs: RequestedActs = {
  platformLoss: defineRequestedAct({
    params: z.object({
      ...{ exception: z.number(), payment: z.number(), code: z.string(), account: z.string(), cents: z.number() },
      ...{ decision: z.enum(['loss', 'apart', 'taken', 'dismissed']).default('loss'), external: z.string().default('') },
    }),
    document: 'payments',
    describe: ({ decision, code, account, cents, external }) => requestTexts[decision]({ code, account, sum: formatKesPlain(cents), external }),
    page: ({ payment }) => ({ screen: 'payment.detail', params: { id: payment } }),
    execute: async (ctx, { exception, payment, cents, decision }, { reason }) => {
      const seen = await from(ctx, 'payment_doubt').selectAll('payment_doubt').where('payment_doubt.id', '=', exception).executeTakeFirst();
      if (!seen) throw paymentNotFound();
      if (seen.status !== 'open') throw new Refusal('wrongState', m.shell_refusal_state(), { from: seen.status });
      if (seen.cents !== cents) throw new Refusal('conflict', m.payment_refusal_meanwhile());
      await decide(ctx, seen, { decision, payment_id: payment, reason });
    },
  }),
};

/** Adds the M-Pesa code to the prompt's payment, without crediting money again. */
async function same(ctx: Ctx, doubt: PaymentExceptionRow): Promise<void> {
  await lockPaymentReferences(ctx.db, 'mpesa', [doubt.external]);
  await lockPayment(ctx.db, doubt.payment_id);
  const named = await setReceiptReference(ctx.db, doubt.payment_id, doubt);
  if (!named) throw new Refusal('conflict', m.payment_refusal_named());
  await updatePayment(ctx.db, doubt.payment_id, { external: doubt.external });
}
/** Records the receipt as a separate payment. */
async function apart(ctx: Ctx, doubt: PaymentExceptionRow): Promise<void> {
  const { phone_sealed, phone_tail, phone_mark, payer, external, cents: sum, at } = doubt;
  await recordReceipt(ctx, {
    ...{
      rail: 'mpesa',
      external,
      account: await readCollectionAccount(ctx.db, doubt.account_id),
      cents: sum,
      paidAt: at,
      accountText: '',
      payer,
      apart: true,
    },
    ...{ phone: { phone_sealed, phone_tail, phone_mark }, verifiedBy: doubt.verified_by as PaymentVerificationSource },
  });
}

/** Reverses the chosen payment, as the bank's line does when only one payment fits. */
async function reverseChosenPayment(ctx: Ctx, doubt: PaymentExceptionRow, paymentId: number | undefined): Promise<number> {
  const { account, line, payment } = await chooseReversedPayment(ctx, doubt, paymentId);
  await reversePaymentByLine(ctx, account, line, payment);
  return payment.id;
}
async function chooseReversedPayment(ctx: Ctx, doubt: PaymentExceptionRow, paymentId: number | undefined) {
  const { line, account, payments } = await alike(ctx, doubt);
  const payment = payments.find(({ id }) => id === paymentId);
  if (paymentId === undefined) throw invalidInputRefusal({ payment_id: m.payment_problem_which() });
  if (!line || !payment) throw new Refusal('conflict', m.payment_refusal_meanwhile());
  return { line, account, payment };
}

/**
 * More money left than was received: the refunded part is the platform's loss, the rest is reversed. A pending refund must be rejected first; then
 * there is no loss and the reversal is an ordinary one.
 */
async function loss(ctx: Ctx, doubt: PaymentExceptionRow, reason: string): Promise<void> {
  const before = await lockPaymentWithAllocations(ctx, doubt.payment_id);
  if (before.status !== 'completed') throw new Refusal('conflict', m.payment_refusal_meanwhile());
  const waiting = await unscopedTable(ctx.db, 'refund', why)
    .select()
    .select('id')
    .where('payment_id', '=', before.id)
    .where('status', 'in', ['asked', 'approved'])
    .executeTakeFirst();
  if (waiting) throw new Refusal('conflict', m.payment_refusal_refund_waits());
  if (doubt.cents !== before.cents) return bear(ctx, doubt, before);
  const lost = await sumRefunded(ctx, before);
  if (lost === 0) {
    await applyPaymentReversal(ctx, before.id, { reason, cause: 'provider', on: toNairobiDay(doubt.at) });
    return;
  }
  const payment = await unallocatePayment(ctx, before, { lost: true, reason });
  const receipt = await reversePaymentAndReceipt(ctx, payment.id, reason);
  if (payment.fund === 'C' && receipt) {
    const account = await readCollectionAccount(ctx.db, doubt.account_id);
    const rest = payment.cents - lost;
    await postJournal(ctx.db, {
      ...{ key: `receipt:${receipt.id}:undo`, kind: 'money_reversed', valueDay: toNairobiDay(doubt.at), source: ['payment', payment.id] },
      ...{ companyId: payment.company_id, params: { how: formatPaymentMethod(payment), code: payment.code }, by: ctx.me.userId },
      pairs: [
        ...reverseEntries(buildMoneyReceivedPostings(getCashHolderAccount(account, payment), rest)),
        ...buildPayoutChargePostings(await placeOf(ctx, doubt), lost, null),
      ],
    });
  }
  await notifyPaymentReversed(ctx, await updatePayment(ctx.db, payment.id, { match: 'unmatched' }), reason, 'provider');
}
/** Only part of the payment was reversed: its allocations stay, and that part is a cost of the platform. */
async function bear(ctx: Ctx, doubt: PaymentExceptionRow, payment: PaymentRow): Promise<void> {
  if (payment.fund !== 'C') return;
  await postJournal(ctx.db, {
    ...{ key: `doubt:${doubt.id}:borne`, kind: 'payout_charge', valueDay: toNairobiDay(doubt.at), source: ['payment', payment.id] },
    ...{ companyId: payment.company_id, params: { who: doubt.payer, code: doubt.external }, by: ctx.me.userId },
    pairs: buildPayoutChargePostings(await placeOf(ctx, doubt), doubt.cents, null),
  });
}
/** The account from which M-Pesa or a bank took the money. */
async function placeOf(ctx: Ctx, doubt: PaymentExceptionRow): Promise<Parameters<typeof buildPayoutChargePostings>[0]> {
  return toPayingAccount(await readCollectionAccount(ctx.db, doubt.account_id));
}
