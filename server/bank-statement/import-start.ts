import type { Selectable } from 'kysely';
import { statementLinesPerBatch } from '#contract/bank-statement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { paymentNotFound } from '#server/collection/service.ts';
import type { StatementTable } from '#server/db/types.gen.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { type CollectionAccountRow, lockReconciliation } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import type { ApprovedCash } from './banked-cash.ts';
import { readStatementLines } from './classify-lines.ts';
import { importNextStatementLines } from './import-lines.ts';

export type StatementRow = Selectable<StatementTable>;

export async function readStatementAccount(ctx: Ctx, id: number): Promise<CollectionAccountRow> {
  const row = await from(ctx, 'collection_account').selectAll('collection_account').where('collection_account.id', '=', id).executeTakeFirst();
  if (!row || row.rail === 'cash') throw paymentNotFound();
  if (row.waiting) throw new Refusal('conflict', m.payment_refusal_account_waits());
  return row;
}
export async function lockStatement(ctx: Ctx, id: number): Promise<{ row: StatementRow; account: CollectionAccountRow }> {
  const row = await from(ctx, 'statement').selectAll('statement').where('statement.id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw paymentNotFound();
  await lockReconciliation(ctx.db, row.account_id);
  return { row, account: await readStatementAccount(ctx, row.account_id) };
}
export const assertStatementRead = (row: StatementRow): void => {
  if (row.status !== 'read') throw new Refusal('wrongState', m.payment_refusal_statement(), { from: row.status });
};

/** The two people who import client money, and what they agreed that it shows: cash of companies, and sweeps. */
type ImportedBy = {
  readonly asked_by: number | null;
  readonly approved_by: number | null;
  readonly cash_lines: ApprovedCash;
  readonly sweep_lines: number[];
};

/** Imports a short statement at once, and the parts of a long one in the background. */
export async function startImport(
  ctx: Ctx,
  row: StatementRow,
  account: CollectionAccountRow,
  { by, most = statementLinesPerBatch }: { readonly by?: ImportedBy; readonly most?: number } = {},
): Promise<void> {
  const { id } = row;
  const cash_lines = by ? JSON.stringify(by.cash_lines) : null;
  await change(ctx, 'statement')
    .set({ status: 'importing', taken: 0, taken_at: clock.now(), taken_by: ctx.me.userId, ...by, cash_lines })
    .where('id', '=', id)
    .$call(oneRow);
  const some = await readStatementLines(ctx.db, id)
    .clearSelect()
    .select('id')
    .limit(most + 1)
    .execute();
  if (some.length <= most)
    await importNextStatementLines(ctx, { ...row, taken: 0, cash_lines: by?.cash_lines ?? null, sweep_lines: by?.sweep_lines ?? null }, account, {
      isApproval: by !== undefined,
    });
  await enqueueJob(ctx.db, 'payment.import', { statementId: id }, `payment.import:${id}`);
}
