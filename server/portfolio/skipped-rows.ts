import { rejectedRowRetentionDays } from '#contract/importer/limits.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { portfolioCalls } from '#contract/portfolio/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { portfolioImportNotFound } from './rows.ts';

type Calls = typeof portfolioCalls;
type Row = HandlerResult<Calls['skippedRows']>['rows'][number];

export async function readSkippedRows(ctx: Ctx, { id }: HandlerInput<Calls['skippedRows']>): Promise<HandlerResult<Calls['skippedRows']>> {
  const sheet = await from(ctx, 'portfolio').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst();
  if (!sheet) throw portfolioImportNotFound();
  const rows = await from(ctx, 'portfolio_row')
    .select(['line', 'sheet', 'property', 'cells', 'problems'])
    .where('portfolio_id', '=', id)
    .where('state', '=', 'wrong')
    .orderBy('id')
    .execute();
  return {
    rows: rows.map((row) => ({ ...row, cells: row.cells as Row['cells'], problems: row.problems as Row['problems'] })),
    until: new Date(sheet.created_at.getTime() + rejectedRowRetentionDays * dayMs).toISOString(),
  };
}

/** Deletes names and numbers of rows that were never corrected or continued, to limit personal data. */
export async function sweepSkippedLines(db: Db): Promise<void> {
  await unscopedTable(db, 'portfolio_row', 'scheduled job deletes rejected rows that were not corrected')
    .remove()
    .where('created_at', '<', new Date(clock.ms() - rejectedRowRetentionDays * dayMs))
    .where('state', 'in', ['wrong', 'waiting'])
    .execute();
}
