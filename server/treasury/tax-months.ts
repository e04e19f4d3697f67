import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthOf } from '#contract/time/days.ts';
import type { taxCalls } from '#contract/treasury/tax-calls.ts';
import { buildTaxMonths, type RemittedTax, remittedTaxes, taxAccounts } from '#contract/treasury/taxes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { readMonthlyChanges } from '#server/ledger/service.ts';

type Calls = typeof taxCalls;
/** This month and the twelve before it. */
const shownMonths = 13;

/** What was paid to KRA by month of posting, less what was undone. */
async function readRemitted(ctx: Ctx, tax: RemittedTax): Promise<ReadonlyMap<string, number>> {
  const rows = await from(ctx, 'tax_remittance')
    .innerJoin('journal', (join) => join.onRef('journal.source_id', '=', 'tax_remittance.id').on('journal.source', '=', 'tax_remittance'))
    .where('tax_remittance.tax', '=', tax)
    .select(['journal.month', sql<number>`sum(case when journal.reverses is null then cents else -cents end)::bigint`.as('cents')])
    .groupBy('journal.month')
    .execute();
  return new Map(rows.map(({ month, cents }) => [monthOf(month), cents]));
}

export async function listTaxMonths(ctx: Ctx, _: HandlerInput<Calls['listTaxMonths']>): Promise<HandlerResult<Calls['listTaxMonths']>> {
  const today = clock.today();
  const taxes: HandlerResult<Calls['listTaxMonths']>['taxes'] = [];
  for (const tax of remittedTaxes) {
    const { fund, code } = taxAccounts[tax];
    const remitted = await readRemitted(ctx, tax);
    const { opening, months } = await readMonthlyChanges(ctx, [fund, { code }], addMonths(today, 1 - shownMonths), today);
    const movements = months.map(({ month, cents }) => ({ month, change_cents: cents, remitted_cents: remitted.get(month) ?? 0 }));
    taxes.push({ tax, months: buildTaxMonths(tax, opening, movements) });
  }
  return { taxes };
}
