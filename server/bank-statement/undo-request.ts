import { sql } from 'kysely';
import { z } from 'zod';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { type ApprovalRequestRow, defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { accountCodeSql } from '#server/ledger/service.ts';
import { type CollectionAccountRow, lockRail, readAvailableBalance } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { lockStatement, type StatementRow } from './import-start.ts';
import { assertStatementUndoable, startUndo } from './undo-import.ts';

const why = 'the undo of an import that another person approves';
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
const readReceipts = (db: Db, statementId: number) =>
  unscopedTable(db, 'statement_line', why)
    .select()
    .innerJoin('payment', 'payment.id', 'statement_line.payment_id')
    .select(['payment.id', 'payment.cents'])
    .where('statement_line.statement_id', '=', statementId)
    .where('statement_line.fate', '=', 'new')
    .where('payment.status', '=', 'completed')
    .execute();

/** Money that a payout took cannot be taken from its payee by undoing the import: the payee would owe it without having done anything. */
async function assertNotPaidOut(db: Db, statementId: number): Promise<void> {
  const { rows } = await sql`/* unscoped: payouts of the money of a statement that the caller manages */
    with receipts as (select p.id from statement_line l join payment p on p.id = l.payment_id where l.statement_id = ${statementId} and l.fate = 'new' and p.status = 'completed'),
    given as materialized (select x.id from allocation x left join payment_credit c on c.id = x.credit_id
      where x.undone_at is null and coalesce(x.payment_id, c.payment_id) in (select id from receipts)),
    entries as materialized (select e.cr as account, e.journal_id, e.line from given g join journal j on j.source = 'allocation' and j.source_id = g.id and j.reverses is null
      join journal_entry e on e.journal_id = j.id join ledger_account a on a.id = e.cr
      where a.company_id is not null and a.code in (${accountCodeSql('ownerPayable', 'agentPayable', 'dealerPayable')})),
    accounts as (select distinct account from entries)
    select 1 from accounts t cross join lateral app.entry_payouts(t.account) o
      join entries e on e.account = t.account and e.journal_id = o.journal_id and e.line = o.line where o.settlement_id is not null limit 1`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal('conflict', m.payment_refusal_undo_paid_out());
}

/** The account must still hold its approved transfers without the receipts. Reversals and charges that the statement recorded return to it. */
async function assertAccountHolds(ctx: Ctx, statementId: number, { id, rail, name }: CollectionAccountRow, receipts: number): Promise<void> {
  if (rail === 'cash') return;
  await lockRail(ctx.db, rail);
  const { rows } = await sql<{ cents: number }>`/* unscoped: lines of a statement that the caller manages */
    select coalesce(-sum(l.cents), 0)::bigint as cents from statement_line l left join journal j on j.id = l.journal_id
    where l.statement_id = ${statementId} and (l.fate = 'reversal' and l.payment_id is not null or j.source = 'statement_line')`.execute(ctx.db);
  const restored = Number(rows[0]?.cents ?? 0);
  // Charges and reversals alone return money to the account.
  if (receipts <= restored) return;
  const left = (await readAvailableBalance(ctx.db, { id, rail })) - receipts + restored;
  if (left < 0) throw new Refusal('conflict', m.payment_refusal_below_zero({ name, sum: formatKesPlain(receipts), missing: formatKesPlain(-left) }));
}

/** What an undo would reverse, if it is allowed now. */
async function readUndo(ctx: Ctx, row: StatementRow, account: CollectionAccountRow, keep: boolean): Promise<Params> {
  await assertStatementUndoable(ctx.db, { id: row.id, keep });
  await assertNotPaidOut(ctx.db, row.id);
  const receipts = await readReceipts(ctx.db, row.id);
  const cents = sumCents(receipts.map((receipt) => receipt.cents));
  await assertAccountHolds(ctx, row.id, account, cents);
  return { statement_id: row.id, account: account.name, name: row.name, count: receipts.length, cents, keep };
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
