import { type Selectable, sql } from 'kysely';
import { statementLinesPerBatch } from '#contract/bank-statement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { releaseReceiptReference } from '#server/collection/service.ts';
import type { StatementTable } from '#server/db/types.gen.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { change, from, oneRow, remove } from '#server/kernel/scoped.ts';
import { applyPaymentReversal } from '#server/matching/service.ts';
import { m } from '#words/messages.js';
import { reconcileAccounts } from './bank-reconciliation.ts';
import { readStatementLines } from './classify-lines.ts';
import { lockPaidInvoices, restoreReversedPayment } from './line-acts.ts';
import { readJournalsOfStatement, reverseStatementJournals } from './statement-undo.ts';

type Row = Selectable<StatementTable>;
export type StatementToUndo = Pick<Row, 'id' | 'account_id' | 'taken'> & { readonly reason: string; readonly keep: boolean };

/**
 * Checks before the first line whether the import can be undone: no payment of it was refunded, and it proved no transfer that left or arrived
 * since.
 */
export async function assertStatementUndoable(db: Db, { id, keep }: Pick<StatementToUndo, 'id' | 'keep'>): Promise<void> {
  const { rows } = await sql`/* unscoped: payments of a statement that the caller manages */
    select 1 from statement_line l join payment p on p.id = l.payment_id where l.statement_id = ${id} and l.fate = 'new' and p.status = 'completed'
      and (p.refunded_cents > 0 or exists (select 1 from payment_credit c where c.payment_id = p.id and c.undone_at is null and c.refunded_cents > 0)) limit 1`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal('conflict', m.payment_refusal_refunded());
  assertReceiptsMayStay((await readJournalsOfStatement(db, id)).stay, keep);
}
const assertReceiptsMayStay = (stay: readonly string[], keep: boolean): void => {
  if (!keep && stay.length > 0) throw new Refusal('conflict', m.payment_refusal_proven_by_it({ what: stay.join(', ') }));
};

/**
 * Undoes the next lines of a locked statement, from the last imported one: reversals were imported after receipts, so they are undone first. After
 * the first line the statement counts as never imported, and the ledger is compared without it. Returns true while lines are left.
 */
export async function undoNextStatementLines(
  ctx: Ctx,
  { id, account_id, taken, reason, keep }: StatementToUndo,
  most = statementLinesPerBatch,
): Promise<boolean> {
  const ahead = await readStatementLines(ctx.db, id)
    .clearOrderBy()
    .orderBy('n', 'desc')
    .where('n', '<=', taken)
    .limit(most + 1)
    .execute();
  const [lines, isLast] = [ahead.slice(0, most), ahead.length <= most];
  const among = { from: lines.at(-1)?.n ?? 0, to: taken };
  const brought = await readJournalsOfStatement(ctx.db, id, among);
  assertReceiptsMayStay(brought.stay, keep);
  await lockPaidInvoices(
    ctx,
    lines.flatMap((line) => (line.fate === 'new' ? (line.payment_id ?? []) : [])),
  );
  for (const line of lines) {
    if (line.payment_id === null) continue;
    if (line.fate === 'reversal') await restoreReversedPayment(ctx, id, line.payment_id);
    if (line.fate !== 'new') continue;
    // The payment never existed, so it is reversed on its own day.
    await applyPaymentReversal(ctx, line.payment_id, { reason, cause: 'mistake', on: line.day ?? clock.today() });
    await releaseReceiptReference(ctx.db, line.payment_id, id);
  }
  await reverseStatementJournals(ctx, { id, ...among }, brought.back, reason);
  const put = (set: Partial<Pick<Row, 'status' | 'taken' | 'taken_at' | 'problem' | 'undone_at'>>) =>
    change(ctx, 'statement').set(set).where('id', '=', id).$call(oneRow);
  await put({ taken: Math.max(0, among.from - 1), taken_at: clock.now(), problem: null });
  if (!isLast) return true;
  await remove(ctx, 'bank_figure').where('statement_id', '=', id).execute();
  await put({ status: 'undone', undone_at: clock.now() });
  await reconcileAccounts(ctx.db, account_id);
  return false;
}

/** Starts or resumes the undo: a short statement at once, a long one in parts. */
export async function startUndo(
  ctx: Ctx,
  row: Row,
  { reason, keep }: Pick<StatementToUndo, 'reason' | 'keep'>,
  most = statementLinesPerBatch,
): Promise<void> {
  const { id } = row;
  const { lines } = await from(ctx, 'statement_line')
    .select(sql<number>`count(*)::int`.as('lines'))
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  const taken = row.status === 'imported' ? lines : row.taken;
  await change(ctx, 'statement')
    .set({ status: 'undoing', taken, taken_at: clock.now(), taken_by: ctx.me.userId, problem: null, undo_reason: reason, undo_keep: keep })
    .where('id', '=', id)
    .$call(oneRow);
  if (taken > most) await enqueueJob(ctx.db, 'payment.import', { statementId: id });
  else await undoNextStatementLines(ctx, { id, account_id: row.account_id, taken, reason, keep });
}
