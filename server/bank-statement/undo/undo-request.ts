import { sql } from 'kysely';
import { z } from 'zod';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { describeAccount } from '#contract/treasury/account-name.ts';
import { type ApprovalRequestRow, defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { accountCodeSql } from '#server/ledger/service.ts';
import { type CollectionAccountRow, lockRail, readAvailableBalance } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { lockStatement, type StatementRow } from '../import-start.ts';
import { assertStatementUndoable, startUndo } from '../undo-import.ts';

const params = z.strictObject({
  statement_id: z.number(),
  account: z.string(),
  name: z.string(),
  /** The receipts that are reversed, and their total. Another total is another request. */
  count: z.number(),
  cents: z.number(),
  /** Whether the confirmed payouts and transfers are kept. */
  keep: z.boolean(),
});
type Params = z.output<typeof params>;
type Undo = { readonly reason: string; readonly keep: boolean };

/** The receipts of a statement that are still completed. */
const receiptsOf = (ctx: Ctx, statementId: number) =>
  from(ctx, 'statement_line')
    .innerJoin('payment', 'payment.id', 'statement_line.payment_id')
    .where('statement_line.statement_id', '=', statementId)
    .where('statement_line.fate', '=', 'new')
    .where('payment.status', '=', 'completed');

/** Money that a payout took cannot be taken from its payee by undoing the import: the payee would owe it without having done anything. */
async function assertNotPaidOut(ctx: Ctx, statementId: number): Promise<void> {
  const entries = await receiptsOf(ctx, statementId)
    .innerJoin('allocation', (join) =>
      join.on(
        sql<boolean>`(allocation.payment_id = payment.id or allocation.credit_id in (select c.id from payment_credit c where c.payment_id = payment.id))`,
      ),
    )
    .innerJoin('journal', (join) =>
      join.on('journal.source', '=', 'allocation').onRef('journal.source_id', '=', 'allocation.id').on('journal.reverses', 'is', null),
    )
    .innerJoin('journal_entry', 'journal_entry.journal_id', 'journal.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'journal_entry.cr')
    .select(['journal_entry.cr as account', 'journal_entry.journal_id', 'journal_entry.line'])
    .where('allocation.undone_at', 'is', null)
    .where('ledger_account.company_id', 'is not', null)
    .where(sql<boolean>`ledger_account.code in (${accountCodeSql('ownerPayable', 'agentPayable', 'dealerPayable')})`)
    .execute();
  for (const [account, of] of Map.groupBy(entries, (entry) => entry.account)) {
    const { rows } = await sql<{ journal_id: number; line: number }>`
      select journal_id, line from app.entry_payouts(${account}) where settlement_id is not null`.execute(ctx.db);
    const paid = new Set(rows.map(({ journal_id, line }) => `${journal_id}:${line}`));
    if (of.some(({ journal_id, line }) => paid.has(`${journal_id}:${line}`))) throw new Refusal('conflict', m.payment_refusal_undo_paid_out());
  }
}

/** The account must still hold its approved transfers without the receipts. Reversals and charges that the statement recorded return to it. */
async function assertAccountHolds(ctx: Ctx, statementId: number, { id, rail, fund, name }: CollectionAccountRow, receipts: number): Promise<void> {
  if (rail === 'cash') return;
  await lockRail(ctx.db, rail);
  const { cents } = await from(ctx, 'statement_line')
    .leftJoin('journal', 'journal.id', 'statement_line.journal_id')
    .select(sql<number>`coalesce(-sum(statement_line.cents), 0)::bigint`.as('cents'))
    .where('statement_line.statement_id', '=', statementId)
    .where(sql<boolean>`(statement_line.fate = 'reversal' and statement_line.payment_id is not null or journal.source = 'statement_line')`)
    .executeTakeFirstOrThrow();
  const restored = Number(cents);
  // Charges and reversals alone return money to the account.
  if (receipts <= restored) return;
  const left = (await readAvailableBalance(ctx.db, { id, rail, fund })) - receipts + restored;
  if (left < 0) throw new Refusal('conflict', m.payment_refusal_below_zero({ name, sum: formatKesPlain(receipts), missing: formatKesPlain(-left) }));
}

/** What an undo would reverse, if it is allowed now. */
async function readUndo(ctx: Ctx, row: StatementRow, account: CollectionAccountRow, keep: boolean): Promise<Params> {
  await assertStatementUndoable(ctx.db, { id: row.id, keep });
  await assertNotPaidOut(ctx, row.id);
  const receipts = await receiptsOf(ctx, row.id).select(['statement_line.id', 'payment.cents']).execute();
  const cents = sumCents(receipts.map((receipt) => receipt.cents));
  await assertAccountHolds(ctx, row.id, account, cents);
  return { statement_id: row.id, account: describeAccount(account), name: row.name, count: receipts.length, cents, keep };
}

/** The undo of an import of client money takes confirmed receipts out of the ledger, so another person approves it. */
export async function requestStatementUndo(ctx: Ctx, row: StatementRow, account: CollectionAccountRow, { reason, keep }: Undo): Promise<void> {
  const read = await readUndo(ctx, row, account, keep);
  await requestApproval(ctx, 'statementUndo', { subjectId: row.id, cents: read.cents, params: read, reason });
}
export const findOpenUndoRequest = (ctx: Ctx, statementId: number) => findOpenRequest(ctx, 'statementUndo', statementId);

export async function undoApprovedStatement(
  ctx: Ctx,
  asked: Pick<Params, 'statement_id' | 'count' | 'cents' | 'keep'>,
  { reason }: Pick<ApprovalRequestRow, 'reason'>,
  most?: number,
): Promise<void> {
  const { row, account } = await lockStatement(ctx, asked.statement_id);
  if (row.status !== 'imported' && !(row.status === 'importing' && row.problem !== null))
    throw new Refusal('wrongState', m.payment_refusal_statement(), { from: row.status });
  const now = await readUndo(ctx, row, account, asked.keep);
  if (now.count !== asked.count || now.cents !== asked.cents) throw new Refusal('conflict', m.payment_refusal_undo_changed());
  await startUndo(ctx, row, { reason, keep: asked.keep }, most);
}

export const statementUndoAct = defineRequestedAct({
  params,
  document: 'payments',
  describe: ({ account, name, count, cents, keep }) =>
    (keep ? m.payment_request_undo_keep : m.payment_request_undo)({ account, name, count, sum: formatKesPlain(cents) }),
  page: ({ statement_id }) => ({ screen: 'payment.finance', params: {}, query: `tab=import&statement=${statement_id}` }),
  execute: (ctx, given, request) => undoApprovedStatement(ctx, given, request),
});
