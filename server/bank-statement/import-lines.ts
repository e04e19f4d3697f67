import { type Selectable, sql } from 'kysely';
import { processingStatementStates, statementLinesPerBatch } from '#contract/bank-statement/kinds.ts';
import type { StatementColumnPositions } from '#contract/bank-statement/statement.ts';
import { matchReasonScores } from '#contract/matching/match.ts';
import { clock } from '#contract/time/clock.ts';
import { lockPaymentReferences, type MoneyMovement, recordReceipts } from '#server/collection/service.ts';
import type { StatementLineTable as LineTable, StatementTable } from '#server/db/types.gen.ts';
import { runBatches } from '#server/importer/service.ts';
import { processAbandonedRows } from '#server/jobs/due-rows.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { add, change, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { allocatePayments, matchPayments } from '#server/matching/service.ts';
import { type CollectionAccountRow, isPlatformMoney, lockReconciliation, readCollectionAccount } from '#server/treasury/service.ts';
import { readLatestBankBalances, reconcileAccounts } from './bank-reconciliation.ts';
import { type ApprovedCash, recordCashDeposit } from './banked-cash.ts';
import { classifyStatementLines, readOpeningAndClosingBalances, readStatementLines } from './classify-lines.ts';
import { needsConfirmation, requestReceiptConfirmations } from './confirm-receipts.ts';
import { findTenancyByStatementRule, lockInvoicesOfPayers, recordStatementReversal } from './line-acts.ts';
import { recordReturnedPayout, recordSweep, toLineReceipt } from './lines.ts';
import { notifyStatementUnallocatedPayments } from './notify-unallocated.ts';
import { closeBlockedImportRequests } from './request/close-requests.ts';
import { undoNextStatementLines } from './undo-import.ts';

const why = 'the import continues in the background after an authorised person started it';
type Row = Selectable<StatementTable>;
type Line = Selectable<LineTable>;
type Fresh = Line & { readonly day: string; readonly cents: number };
const isFresh = (line: Line): line is Fresh => line.fate === 'new' && line.cents !== null && line.day !== null;

/**
 * Imports the next lines of a statement, locked with its account's balances, in the caller's transaction. Before the first lines all known movements
 * are checked again, by today's rules. With the last lines its reversals are applied and the ledger is compared. Matching follows afterwards.
 * Returns true while lines are left.
 */
export async function importNextStatementLines(
  ctx: Ctx,
  row: Row,
  account: CollectionAccountRow,
  { most = statementLinesPerBatch, isApproval = false }: { readonly most?: number; readonly isApproval?: boolean } = {},
): Promise<boolean> {
  if (row.taken === 0)
    await classifyStatementLines(ctx, { id: row.id, columns: row.columns as StatementColumnPositions, sameLines: row.same_lines }, account);
  const ahead = await readStatementLines(ctx.db, row.id)
    .where('n', '>', row.taken)
    .limit(most + 1)
    .execute();
  const [lines, isLast] = [ahead.slice(0, most), ahead.length <= most];
  const fresh = lines.filter(isFresh);
  // A statement may be newest first: reversals are applied after all receipts.
  const back = isLast ? await readStatementLines(ctx.db, row.id).where('fate', '=', 'reversal').execute() : [];
  // References are locked before any invoice, in the same order as for a manually recorded payment.
  await lockPaymentReferences(
    ctx.db,
    account.rail,
    fresh.flatMap((line) => line.external_id ?? []),
  );
  await lockInvoicesOfPayers(ctx, account, [...fresh, ...back]);
  await takeFresh(ctx, account, fresh, { approved: row.cash_lines as ApprovedCash | null, sweeps: row.sweep_lines, isApproval });
  for (const line of back) await recordStatementReversal(ctx, account, line);
  await put(ctx, row.id, { taken: lines.at(-1)?.n ?? row.taken, taken_at: clock.now(), problem: null });
  if (!isLast) return true;
  await put(ctx, row.id, { status: 'imported', imported_at: clock.now() });
  if (isPlatformMoney(account)) await compareWith(ctx, row.id, account);
  return false;
}
const put = (ctx: Ctx, id: number, set: Partial<Pick<Row, 'status' | 'taken' | 'taken_at' | 'problem' | 'imported_at'>>) =>
  change(ctx, 'statement').set(set).where('id', '=', id).$call(oneRow);

const movementOf = (account: CollectionAccountRow, line: Fresh): MoneyMovement => ({
  rail: account.rail,
  external: line.external_id,
  account,
  cents: line.cents,
  ...toLineReceipt(line),
  verifiedBy: 'statement',
  reference: line.reference,
  looked: true,
});
/** Records new lines, with the tenancy that a rule names. A sweep, a returned payout or banked cash is no tenant's payment. */
async function takeFresh(
  ctx: Ctx,
  account: CollectionAccountRow,
  fresh: readonly Fresh[],
  of: Parameters<typeof recordCashDeposit>[3] & { readonly sweeps: readonly number[] | null },
): Promise<void> {
  if (needsConfirmation(account)) return requestReceiptConfirmations(ctx, account, fresh);
  const became: Partial<Line>[] = [];
  const came: Fresh[] = [];
  for (const line of fresh) {
    const one = { ...line, external_id: line.external_id ?? '' };
    const ours =
      (await recordSweep(ctx, account, one, of.sweeps)) ??
      (await recordReturnedPayout(ctx, account, one)) ??
      (await recordCashDeposit(ctx, account, one, of));
    if (!ours) came.push(line);
    // The journal is linked immediately, so that the next line of the same amount cannot use it too.
    else
      await unscopedTable(ctx.db, 'statement_line', why)
        .change()
        .set({ fate: 'known', payment_id: null, journal_id: ours.journal, brought: ours.brought })
        .where('id', '=', line.id)
        .execute();
  }
  const taken = await recordReceipts(
    ctx,
    came.map((line) => movementOf(account, line)),
  );
  for (const [n, line] of came.entries())
    became.push({ id: line.id, fate: taken[n]?.became === 'credited' ? 'new' : 'known', payment_id: taken[n]?.paymentId ?? null, brought: false });
  await sql`/* unscoped: lines of a statement that is locked */ update statement_line l set fate = b.fate, payment_id = b.payment_id, journal_id = b.journal_id, brought = b.brought
    from jsonb_populate_recordset(null::statement_line, ${JSON.stringify(became)}::jsonb) b where l.id = b.id`.execute(ctx.db);
  for (const [n, { tenancy_id }] of came.entries()) {
    const { became: how, paymentId } = taken[n] ?? {};
    const home = tenancy_id === null || how !== 'credited' ? null : await findTenancyByStatementRule(ctx.db, account, tenancy_id);
    const reasons = [{ what: 'rule', score: matchReasonScores.rule }] as const;
    if (home && paymentId) await allocatePayments(ctx, [{ paymentId, invoiceIds: home.ids, reasons, home: home.whose }]);
  }
}

/** Compares the statement's closing balance, if it shows one, with the ledger. */
async function compareWith(ctx: Ctx, id: number, account: CollectionAccountRow): Promise<void> {
  const before = (await readLatestBankBalances(ctx.db)).find((row) => row.account_id === account.id && row.source === 'statement');
  const { ends, day } = await readOpeningAndClosingBalances(ctx.db, id, before?.cents ?? null);
  if (ends !== null && ends !== 'broken' && day !== null)
    await add(ctx, 'bank_figure').values({ account_id: account.id, source: 'statement', statement_id: id, cents: ends.closing, day }).execute();
  await reconcileAccounts(ctx.db, account.id);
}

/** One part in its own transaction, in the name of the person who started the import or undo. */
export const runStatementStep = (db: Db, id: number, most: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const row = await unscopedTable(tx, 'statement', why).select().selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row?.status !== 'importing' && row?.status !== 'undoing') return false;
    await lockReconciliation(tx, row.account_id);
    const clerk = asClock(tx, why);
    const ctx = { ...clerk, me: { ...clerk.me, userId: row.taken_by } };
    const back = row.status === 'undoing' ? { ...row, reason: row.undo_reason ?? '', keep: row.undo_keep } : null;
    const more = back
      ? await undoNextStatementLines(ctx, back, most)
      : await importNextStatementLines(ctx, row, await readCollectionAccount(tx, row.account_id), { most });
    if (!more)
      await audit(tx, ctx, {
        kind: 'edit',
        document: 'payments',
        id,
        before: { status: row.status },
        after: { status: back ? 'undone' : 'imported' },
        reason: back?.reason ?? row.name,
      });
    return more;
  });

/** Processes all parts. Each line is taken once, even with two workers. If a part fails, its lines are taken one by one to find the failing one. */
export async function processStatement(services: RunningServices, id: number, parts: typeof runStatementStep = runStatementStep): Promise<void> {
  const { db, log } = { db: services.database.db, log: services.log };
  await lookAt(services, id);
  try {
    await runBatches({
      step: (most) => parts(db, id, most),
      size: statementLinesPerBatch,
      between: () => lookAt(services, id),
      onFailure: (error) => log.error({ error, statementId: id }, 'a batch of statement lines could not be imported or undone'),
    });
  } catch (problem) {
    log.error({ error: problem, statementId: id }, 'a statement could not be imported or undone');
    await put(asClock(db, why), id, { problem: problem instanceof Refusal ? problem.message : '' });
    throw problem;
  }
  await lookAt(services, id);
  await closeBlockedImportRequests(db, id);
  await notifyStatementUnallocatedPayments(db, id);
}
/** Matches the payments. What cannot be matched now is left to the sweep of each minute and does not stop the import. */
async function lookAt(services: RunningServices, id: number): Promise<void> {
  const rows = await unscopedTable(services.database.db, 'statement_line', why)
    .select()
    .innerJoin('payment', 'payment.id', 'statement_line.payment_id')
    .select('payment.id')
    .where('statement_line.statement_id', '=', id)
    .where('payment.status', '=', 'completed')
    .where('payment.looked_at', 'is', null)
    .orderBy('payment.id')
    .execute();
  const ids = rows.map((row) => row.id);
  await matchPayments(services, ids).catch((error: unknown) =>
    services.log.error({ error, paymentIds: ids }, 'payments of a statement could not be matched and will be retried'),
  );
}

/** Resumes a stopped statement. */
export async function resumeStatement(db: Db, id: number): Promise<void> {
  await put(asClock(db, why), id, { problem: null, taken_at: clock.now() });
  await enqueueJob(db, 'payment.import', { statementId: id });
}
const silentMs = 2 * 60 * 1000;
/** Resumes statements whose process died, and sends notifications that were not sent. */
export async function resumeStatements(services: RunningServices, db: Db): Promise<number> {
  const rows = await unscopedTable(db, 'statement', why)
    .select()
    .select('id')
    .where((eb) =>
      eb.or([
        eb('status', 'in', [...processingStatementStates]).and('problem', 'is', null),
        eb('status', '=', 'imported').and('told_at', 'is', null),
      ]),
    )
    .where('taken_at', '<', new Date(clock.ms() - silentMs))
    .orderBy('id')
    .execute();
  return processAbandonedRows(rows, ({ id }) => processStatement(services, id));
}
