import { rejectedRowRetentionDays } from '#contract/importer/limits.ts';
import type { intakeCalls } from '#contract/intake/calls.ts';
import type { IntakeField } from '#contract/intake/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import type { CheckedIntakeRow } from './check-rows.ts';

type Calls = typeof intakeCalls;
type Row = HandlerResult<Calls['listRejected']>['rows'][number];
/** The fields of a row that contain personal data. */
const aboutPeople: readonly IntakeField[] = ['tenant', 'phone', 'since', 'balance', 'deposit_held'];

/** Stores the rejected rows of a sheet with their reasons, so that they can be read and corrected later. */
export async function saveRejectedRows(ctx: Ctx, intakeId: number, judged: readonly CheckedIntakeRow[]): Promise<void> {
  const out = judged.filter(({ becomes }) => becomes === 'wrong' || becomes === 'there');
  if (out.length === 0) return;
  await add(ctx, 'intake_left')
    .values(
      out.map(({ row, building, problems, becomes }) => ({
        intake_id: intakeId,
        line: row.line,
        sheet: row.sheet,
        property: building,
        there: becomes === 'there',
        cells: JSON.stringify(row.cells),
        problems: JSON.stringify(problems),
      })),
    )
    .execute();
}

/** Fields with personal data are left out for callers without the tenants permission. */
export async function listRejectedRows(ctx: Ctx, { id }: HandlerInput<Calls['listRejected']>): Promise<HandlerResult<Calls['listRejected']>> {
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
    until: new Date(file.created_at.getTime() + rejectedRowRetentionDays * dayMs).toISOString(),
  };
}

/** Deletes rejected rows after thirty days, corrected or not, because they contain names and phone numbers. */
export async function deleteOldRejectedRows(db: Db): Promise<void> {
  await unscopedTable(db, 'intake_left', 'scheduled job deletes rejected rows that were not corrected')
    .remove()
    .where('created_at', '<', new Date(clock.ms() - rejectedRowRetentionDays * dayMs))
    .execute();
}
