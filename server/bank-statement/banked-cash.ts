import { z } from 'zod';
import type { statementCalls } from '#contract/bank-statement/calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { requestApproval } from '#server/approval/service.ts';
import { type CashOfLine, findCashOfLine, openBankedDeposits, readCashDeposits, readCashOfDeposit, settleCash } from '#server/cash/service.ts';
import { paymentNotFound, releaseReceiptReference } from '#server/collection/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { defineRequestedAct } from '#server/kernel/requested-acts.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { applyPaymentReversal } from '#server/matching/service.ts';
import { type CollectionAccountRow, lockReconciliation, readCollectionAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof statementCalls;
type DepositLine = Parameters<typeof findCashOfLine>[2];
/** The ids of the cash payments that each line clears, as another person approved them. */
export type ApprovedCash = Readonly<Record<number, readonly number[]>>;
const isSameCash = (cash: CashOfLine | null, approved: readonly number[] = []): boolean =>
  (cash?.payments.length ?? 0) === approved.length && (cash?.payments ?? []).every(({ id }) => approved.includes(id));

/** The journal of a line; `brought` means that the line caused the journal. */
export type StatementLineJournal = { readonly journal: number; readonly brought: boolean };

/**
 * Records a bank's line that shows clients' cash as a deposit of that cash: it clears the holder's cash and is no tenant's payment. Other cash than
 * another person approved refuses the approval. In the background the line becomes an unallocated receipt instead, so that the import continues.
 */
export async function recordCashDeposit(
  ctx: Ctx,
  account: CollectionAccountRow,
  line: DepositLine,
  { approved, isApproval }: { readonly approved: ApprovedCash | null; readonly isApproval: boolean },
): Promise<StatementLineJournal | null> {
  // In the background a line without approved cash clears none, whatever was declared since.
  if (approved !== null && !isApproval && !approved[line.id]) return null;
  const cash = await findCashOfLine(ctx.db, account, line);
  const isOther = approved !== null && !isSameCash(cash, approved[line.id]);
  if (isOther && isApproval) throw new Refusal('conflict', m.payment_refusal_import_changed());
  if (!cash || isOther) return null;
  return { journal: await settleCash(ctx, account, line, cash), brought: true };
}

type Lines = { readonly statementId: number; readonly from: number; readonly to: number };
/** The import of lines is undone, so the cash is not in the bank. */
export async function releaseBankedCash(ctx: Ctx, { statementId, from: first, to }: Lines): Promise<void> {
  const lines = await from(asClock(ctx.db, 'lines of a statement that the caller manages'), 'statement_line')
    .select('statement_line.id')
    .where('statement_id', '=', statementId)
    .where('n', '>=', first)
    .where('n', '<=', to)
    .execute();
  await openBankedDeposits(
    ctx,
    lines.map(({ id }) => id),
  );
}

/** An unallocated payment with the statement line that created it. */
async function readUnallocated(ctx: Ctx, id: number) {
  const row = await from(ctx, 'payment:managed')
    .innerJoin('statement_line as line', 'line.payment_id', 'payment.id')
    .innerJoin('statement as s', 's.id', 'line.statement_id')
    .select(['payment.id', 'payment.code', 'payment.cents', 'payment.status', 'payment.account_id', 'payment.allocated_cents'])
    .select(['payment.credited_cents', 'payment.refunded_cents', 'line.id as line_id', 'line.day', 'line.reference', 'line.details'])
    .where('payment.id', '=', id)
    .where('payment.fund', '=', 'C')
    .where('payment.how', '=', 'bank')
    .where('line.fate', '=', 'new')
    .where('s.status', '=', 'imported')
    .executeTakeFirst();
  if (!row || row.account_id === null || row.day === null) return null;
  return {
    ...row,
    account_id: row.account_id,
    line: { id: row.line_id, day: row.day, cents: row.cents, reference: row.reference, details: row.details },
  };
}

/** The declared deposits that an unallocated payment may be: of the same account and amount. */
export const listDepositCandidates =
  (services: Pick<RunningServices, 'secret'>) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['depositCandidates']>): Promise<HandlerResult<Calls['depositCandidates']>> => {
    const row = await readUnallocated(ctx, id);
    if (!row) throw paymentNotFound();
    if (row.status !== 'completed') return { results: [] };
    const found = await from(ctx, 'cash_deposit')
      .select('cash_deposit.id')
      .where('account_id', '=', row.account_id)
      .where('cents', '=', row.cents)
      .where('status', '=', 'declared')
      .where('slip_file_id', 'is not', null)
      .orderBy('cash_deposit.id')
      .limit(20)
      .execute();
    const ids = found.map((one) => one.id);
    return { results: await readCashDeposits(services, ctx, ids) };
  };

type Chosen = { readonly id: number; readonly deposit_id: number };
/** The unallocated payment and the declared deposit that a person chose for it, both locked and still fitting each other. */
async function readChosenDeposit(ctx: Ctx, { id, deposit_id }: Chosen) {
  const seen = await readUnallocated(ctx, id);
  if (!seen) throw paymentNotFound();
  await lockReconciliation(ctx.db, seen.account_id);
  // Another decision may have taken the line while this one waited.
  const row = await readUnallocated(ctx, id);
  if (!row) throw paymentNotFound();
  if (row.status !== 'completed') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
  if (row.allocated_cents + row.credited_cents + row.refunded_cents > 0) throw new Refusal('conflict', m.cash_refusal_allocated());
  const visible = await from(ctx, 'cash_deposit')
    .select(['id', 'account_id', 'cents', 'declared_by', 'slip_file_id'])
    .where('id', '=', deposit_id)
    .executeTakeFirst();
  if (!visible) throw paymentNotFound();
  if (visible.declared_by === ctx.me.userId) throw new Refusal('forbidden', m.cash_refusal_own());
  const cash = visible.slip_file_id === null ? null : await readCashOfDeposit(ctx.db, deposit_id);
  if (!cash?.deposit || visible.account_id !== row.account_id || visible.cents !== row.cents)
    throw new Refusal('conflict', m.cash_refusal_other({ sum: formatKesPlain(row.cents) }));
  return { row, cash, deposit: cash.deposit.code };
}

/** Requests that another person of Makao records an unallocated payment as cash that a company declared. The company could declare money of another. */
export async function recordPaymentAsCashDeposit(
  ctx: Ctx,
  { id, deposit_id, reason }: HandlerInput<Calls['bankedCash']>,
): Promise<HandlerResult<Calls['bankedCash']>> {
  const { row, cash, deposit } = await readChosenDeposit(ctx, { id, deposit_id });
  const params: z.output<typeof BankedCash> = { payment_id: id, code: row.code, deposit_id, deposit, cents: row.cents };
  return requestApproval(ctx, 'bankedCash', { subjectId: id, companyId: cash.holder, cents: row.cents, params, reason });
}

const BankedCash = z.object({ payment_id: z.number(), code: z.string(), deposit_id: z.number(), deposit: z.string(), cents: z.number() });
/**
 * The unallocated payment is cash that a company declared: its receipt is reversed on its day, and the line clears the cash of this company, as if the
 * import had recognised it. The payments of the tenants count already.
 */
export const bankedCashAct = defineRequestedAct({
  params: BankedCash,
  document: 'payments',
  describe: ({ code, deposit, cents }) => m.cash_act_request({ code, ref: deposit, sum: formatKesPlain(cents) }),
  page: ({ payment_id, code }) => ({ screen: 'payment.financeOne', companyScreen: 'payment.detail', params: { id: payment_id, code } }),
  execute: async (ctx, { payment_id: id, deposit_id }, { reason }) => {
    const { row, cash } = await readChosenDeposit(ctx, { id, deposit_id });
    await settleLine(ctx, row, cash, reason);
  },
});

type Unallocated = NonNullable<Awaited<ReturnType<typeof readUnallocated>>>;
async function settleLine(ctx: Ctx, { id, code, account_id, line }: Unallocated, cash: CashOfLine, reason: string): Promise<void> {
  const clerk = asClock(ctx.db, 'all files that show the line of this payment');
  const account = await readCollectionAccount(ctx.db, account_id);
  await applyPaymentReversal(ctx, id, { reason, cause: 'mistake', on: line.day });
  await releaseReceiptReference(ctx.db, id, line.id);
  const journal = await settleCash(ctx, account, line, cash);
  // Other files of the account may contain the same line.
  await change(clerk, 'statement_line').set({ fate: 'known', payment_id: null, journal_id: journal }).where('payment_id', '=', id).execute();
  await change(clerk, 'statement_line').set({ brought: true }).where('id', '=', line.id).$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id,
    code,
    before: { status: 'completed' },
    after: { status: 'reversed' },
    reason,
  });
  await publishEvent(ctx, 'cash.moved', { accountId: account_id });
}
