import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents, toShillings } from '#contract/money/cents.ts';
import type { monthCalls, UnitStatementRow } from '#contract/settlement/month-calls.ts';
import type { Month } from '#contract/time/days.ts';
import { sumCommissionsByUnit } from '#server/commission/service.ts';
import { getArrearsDay, readUnitTotals } from '#server/invoice/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { accountCodeSql } from '#server/ledger/service.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { readWalletOwner } from '#server/wallet/service.ts';
import { type DayRange, getDayRangeOfMonth } from './month-statement.ts';

type Calls = typeof monthCalls;
type Payout = { readonly id: number; readonly code: string };

/** The entry that credits an allocated rent to its owner. Rent from before the move-in was held, and became the owner's when the tenancy began. */
const ownerEntry = sql<{ account: number; journal_id: number; line: number }>`lateral (
  select coalesce(k.cr, e.cr) as account, coalesce(k.journal_id, e.journal_id) as journal_id, coalesce(k.line, e.line) as line
  from journal_entry e join ledger_account o on o.id = e.cr
    left join (journal_entry k join journal b on b.id = k.journal_id and b.kind = 'tenancy_active') on o.code = ${accountCodeSql('moveInRent')} and k.dr = o.id
  where e.journal_id = journal.id and (o.code = ${accountCodeSql('ownerPayable')} or k.line is not null) limit 1)`;

/**
 * The payouts that paid the money collected in these days, by unit (app.entry_payouts): not those that failed, nor money that is still there. Two
 * queries: in one, PostgreSQL expects few payouts, and looks up the entries of the month again for each of thousands.
 */
async function payoutsByUnit(ctx: Ctx, companyId: number, { from: first, last }: DayRange): Promise<Map<number, Payout[]>> {
  const entries = await from(ctx, 'invoice')
    .innerJoin('allocation', 'allocation.invoice_id', 'invoice.id')
    .innerJoin('journal', (join) =>
      join.on('journal.source', '=', 'allocation').onRef('journal.source_id', '=', 'allocation.id').on('journal.reverses', 'is', null),
    )
    .innerJoin(ownerEntry.as('entry'), (join) => join.onTrue())
    .select(['invoice.unit_id', 'entry.journal_id', 'entry.line'])
    .where('invoice.company_id', '=', companyId)
    .where('allocation.undone_at', 'is', null)
    .where('allocation.paid_on', '>=', first)
    .where('allocation.paid_on', '<=', last)
    .execute();
  const payouts = await from(ctx, 'settlement_payment')
    .innerJoin(
      sql<{ journal_id: number; line: number; settlement_id: number }>`(select o.* from ledger_account a cross join lateral app.entry_payouts(a.id) o
        where a.fund = 'C' and a.code = ${accountCodeSql('ownerPayable')} and a.company_id = ${companyId} and o.settlement_id is not null)`.as(
        'paid',
      ),
      (join) => join.onRef('paid.settlement_id', '=', 'settlement_payment.id'),
    )
    .select(['settlement_payment.id', 'settlement_payment.code', 'paid.journal_id', 'paid.line'])
    .where('settlement_payment.company_id', '=', companyId)
    .execute();
  const payoutOf = new Map(payouts.map(({ id, code, journal_id, line }) => [`${journal_id}:${line}`, { id, code }]));
  const found = new Map<number, Map<number, Payout>>();
  for (const { unit_id, journal_id, line } of entries) {
    const payout = payoutOf.get(`${journal_id}:${line}`);
    if (payout) found.set(unit_id, (found.get(unit_id) ?? new Map<number, Payout>()).set(payout.id, payout));
  }
  return new Map([...found].map(([unit, of]) => [unit, [...of.values()].toSorted((a, b) => a.id - b.id)]));
}
async function homeNames(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await from(ctx, 'invoice')
    .innerJoin('unit', 'unit.id', 'invoice.unit_id')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select(['invoice.unit_id', 'unit.name', 'property.name as property'])
    .distinct()
    .where('invoice.unit_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.unit_id, `${row.name}, ${row.property}`]));
}

/** All units of an owner with movements in the month, by name. */
export async function readUnitStatementRows(ctx: Ctx, companyId: number, days: DayRange): Promise<UnitStatementRow[]> {
  const [totals, fees] = [await readUnitTotals(ctx, { companyId, ...days }), await sumCommissionsByUnit(ctx, { companyId, ...days })];
  const ids = [...new Set([...totals.keys(), ...fees.keys()])];
  const [names, payouts] = [await homeNames(ctx, ids), await payoutsByUnit(ctx, companyId, days)];
  return ids
    .map((id): UnitStatementRow => {
      const { billed = 0, collected = 0, arrears = 0 } = totals.get(id) ?? {};
      const { agent = 0, platform = 0, tax = 0 } = fees.get(id) ?? {};
      return {
        unit_id: id,
        home: names.get(id) ?? '',
        billed_cents: billed,
        collected_cents: collected,
        arrears_cents: arrears,
        agent_cents: agent,
        platform_cents: platform,
        tax_cents: tax,
        payouts: payouts.get(id) ?? [],
      };
    })
    .toSorted((a, b) => a.home.localeCompare(b.home, 'en', { numeric: true }) || a.unit_id - b.unit_id);
}
export const sumUnitStatement = (rows: readonly UnitStatementRow[]) => ({
  billed_cents: sumCents(rows.map((row) => row.billed_cents)),
  collected_cents: sumCents(rows.map((row) => row.collected_cents)),
  arrears_cents: sumCents(rows.map((row) => row.arrears_cents)),
  agent_cents: sumCents(rows.map((row) => row.agent_cents)),
  platform_cents: sumCents(rows.map((row) => row.platform_cents)),
  tax_cents: sumCents(rows.map((row) => row.tax_cents)),
});

async function rowsOfWallet(ctx: Ctx, id: number, month: Month) {
  const { companyId, code } = await readWalletOwner(ctx, id);
  const days = getDayRangeOfMonth(month);
  return { companyId, code, days, rows: await readUnitStatementRows(ctx, companyId, days) };
}
export async function readUnitStatement(
  ctx: Ctx,
  { id, month, page, page_size }: HandlerInput<Calls['unitStatement']>,
): Promise<HandlerResult<Calls['unitStatement']>> {
  const { companyId, days, rows } = await rowsOfWallet(ctx, id, month);
  return {
    company_id: companyId,
    ...days,
    arrears_to: getArrearsDay(days.last),
    totals: sumUnitStatement(rows),
    count: rows.length,
    results: rows.slice((page - 1) * page_size, page * page_size),
  };
}
export async function exportUnitStatement(
  ctx: Ctx,
  { id, month, part }: HandlerInput<Calls['unitStatementCsv']>,
): Promise<HandlerResult<Calls['unitStatementCsv']>> {
  const { code, rows } = await rowsOfWallet(ctx, id, month);
  const { limit, offset } = getExportPartSpan(part);
  return buildCsvExportPart(
    `${code}-${month}`,
    rows.slice(offset, offset + limit).map((row) => ({
      unit: row.home,
      billed: toShillings(row.billed_cents),
      collected: toShillings(row.collected_cents),
      arrears: toShillings(row.arrears_cents),
      agent_fee: toShillings(row.agent_cents),
      platform_fee: toShillings(row.platform_cents),
      vat: toShillings(row.tax_cents),
      payouts: row.payouts.map((one) => one.code).join(' '),
    })),
    part,
  );
}
