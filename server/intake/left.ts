import { leftDays } from '#contract/importer/limits.ts';
import type { intakeCalls } from '#contract/intake/calls.ts';
import type { IntakeField } from '#contract/intake/kinds.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import type { Judged } from './judge.ts';

type Calls = typeof intakeCalls;
type Row = Result<Calls['left']>['rows'][number];
/** What of a row is about people. */
const aboutPeople: readonly IntakeField[] = ['tenant', 'phone', 'since', 'balance', 'deposit_held'];

/** The rows a sheet leaves out, with why, so that they can be read and mended after it ended. */
export async function keepLeft(ctx: Ctx, intakeId: number, judged: readonly Judged[]): Promise<void> {
  const out = judged.filter(({ becomes }) => becomes === 'wrong' || becomes === 'there');
  if (out.length === 0) return;
  await add(ctx, 'intake_left')
    .values(
      out.map(({ row, building, problems, becomes }) => ({
        ...{ intake_id: intakeId, line: row.line, sheet: row.sheet, property: building, there: becomes === 'there' },
        ...{ cells: JSON.stringify(row.cells), problems: JSON.stringify(problems) },
      })),
    )
    .execute();
}

/** Who lives where is told only to who may know it. */
export async function left(ctx: Ctx, { id }: Input<Calls['left']>): Promise<Result<Calls['left']>> {
  const file = await from(ctx, 'intake').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst();
  if (!file) throw new Refusal('notFound', sentence('itemNotFound'));
  const rows = await from(ctx, 'intake_left')
    .select(['line', 'sheet', 'property', 'there', 'cells', 'problems'])
    .where('intake_id', '=', id)
    .orderBy('id')
    .execute();
  const hidden = ctx.me.grants.has('tenants.read') ? [] : aboutPeople;
  return {
    rows: rows.map((row) => ({
      ...row,
      cells: Object.fromEntries(Object.entries(row.cells as Row['cells']).filter(([field]) => !hidden.includes(field as IntakeField))),
      problems: (row.problems as Row['problems']).map((one) => (hidden.includes(one.field) ? { ...one, text: '' } : one)),
    })),
    until: new Date(file.created_at.getTime() + leftDays * dayMs).toISOString(),
  };
}

/** Names and numbers of people are not kept for a mend that never comes. */
export async function sweepLeft(db: Db): Promise<void> {
  await everything(db, 'intake_left', 'the clock sweeps what nobody mended')
    .remove()
    .where('created_at', '<', new Date(clock.ms() - leftDays * dayMs))
    .execute();
}
