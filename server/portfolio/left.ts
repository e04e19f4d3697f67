import { leftDays } from '#contract/importer/limits.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { portfolioCalls } from '#contract/portfolio/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { missing } from './rows.ts';

type Calls = typeof portfolioCalls;
type Row = Result<Calls['left']>['rows'][number];

export async function left(ctx: Ctx, { id }: Input<Calls['left']>): Promise<Result<Calls['left']>> {
  const sheet = await from(ctx, 'portfolio').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst();
  if (!sheet) throw missing();
  const rows = await from(ctx, 'portfolio_row')
    .select(['line', 'sheet', 'property', 'cells', 'problems'])
    .where('portfolio_id', '=', id)
    .where('state', '=', 'wrong')
    .orderBy('id')
    .execute();
  return {
    rows: rows.map((row) => ({ ...row, cells: row.cells as Row['cells'], problems: row.problems as Row['problems'] })),
    until: new Date(sheet.created_at.getTime() + leftDays * dayMs).toISOString(),
  };
}

/** Names and numbers of people are not kept for a mend, or a sheet gone on with, that never comes. */
export async function sweepLines(db: Db): Promise<void> {
  await everything(db, 'portfolio_row', 'the clock sweeps what nobody mended')
    .remove()
    .where('created_at', '<', new Date(clock.ms() - leftDays * dayMs))
    .where('state', 'in', ['wrong', 'waiting'])
    .execute();
}
