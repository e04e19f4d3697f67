import { sql } from 'kysely';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { cashCalls } from '#contract/cash/calls.ts';
import type { CashDepositState } from '#contract/cash/kinds.ts';
import type { CashDeposit } from '#contract/cash/shapes.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { countTabs, getOpenTabCount, readPage } from '#server/lists/list.ts';
import { createSignedFileUrl } from '#server/media/service.ts';
import { listDepositAccounts, unbankedCash } from './held-cash.ts';

type Calls = typeof cashCalls;
type Signing = Pick<RunningServices, 'secret'>;
type Filter = NonNullable<HandlerInput<Calls['listDeposits']>['z_filter']>;

function filterDeposits(ctx: Ctx, { status, day_from, day_to }: Filter) {
  let found = from(ctx, 'cash_deposit');
  if (status) found = found.where('cash_deposit.status', '=', status);
  if (day_from) found = found.where('cash_deposit.paid_on', '>=', day_from);
  return day_to ? found.where('cash_deposit.paid_on', '<=', day_to) : found;
}
const named = (q: ReturnType<typeof filterDeposits>) =>
  q
    .innerJoin('company', 'company.id', 'cash_deposit.company_id')
    .innerJoin('collection_account as account', 'account.id', 'cash_deposit.account_id')
    .leftJoin('person', 'person.id', 'cash_deposit.declared_by')
    .selectAll('cash_deposit')
    .select(['company.name as company_name', 'account.name as account_name', 'person.name as by_name']);
type Row = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number];

async function toDeposits(services: Signing, ctx: Ctx, rows: readonly Row[]): Promise<CashDeposit[]> {
  const parts =
    rows.length === 0
      ? []
      : await from(ctx, 'cash_deposit_payment')
          .innerJoin('payment', 'payment.id', 'cash_deposit_payment.payment_id')
          .select(['payment_id', 'payment.code', 'payment.cents', 'deposit_id'])
          .where(
            'deposit_id',
            'in',
            rows.map(({ id }) => id),
          )
          .orderBy('payment_id')
          .execute();
  const mine = isAllowed(cashCalls.withdrawDeposit.needs, ctx.me);
  const ours = isAllowed(cashCalls.withdrawCompanyDeposit.needs, ctx.me);
  const results: CashDeposit[] = [];
  for (const row of rows)
    results.push({
      id: row.id,
      code: row.code,
      company: { id: row.company_id, name: row.company_name },
      account: { id: row.account_id, name: row.account_name },
      status: row.status as CashDepositState,
      cents: row.cents,
      paid_on: row.paid_on,
      reference: row.reference,
      by: row.by_name,
      banked_on: row.banked_on,
      created_at: row.created_at.toISOString(),
      slip: await createSignedFileUrl(services, ctx.db, row.slip_file_id),
      payments: parts.filter(({ deposit_id }) => deposit_id === row.id).map(({ payment_id, code, cents }) => ({ id: payment_id, code, cents })),
      may_change: mine && row.status === 'declared' && row.company_id === ctx.me.companyId,
      may_withdraw: ours && row.status === 'declared',
    });
  return results;
}

export const listCashDeposits =
  (services: Signing) =>
  async (ctx: Ctx, { z_filter: wanted = {}, tabs, ...at }: HandlerInput<Calls['listDeposits']>): Promise<HandlerResult<Calls['listDeposits']>> => {
    const counted = await countTabs(tabs, () => filterDeposits(ctx, { ...wanted, status: undefined }), sql`cash_deposit.status`);
    const { rows, count } = await readPage(filterDeposits(ctx, wanted), at, (q) => named(q).orderBy('cash_deposit.id', 'desc'));
    return { results: await toDeposits(services, ctx, rows), count: getOpenTabCount(counted, wanted.status) ?? count, ...counted };
  };

/** Deposits as the caller sees them, for the choice of the one that a bank line shows. */
export async function readCashDeposits(services: Signing, ctx: Ctx, ids: readonly number[]): Promise<CashDeposit[]> {
  if (ids.length === 0) return [];
  const rows = await named(from(ctx, 'cash_deposit').where('cash_deposit.id', 'in', [...ids]))
    .orderBy('cash_deposit.id')
    .execute();
  return toDeposits(services, ctx, rows);
}

/** The cash that the caller's company holds and has not declared, and the bank accounts of Makao. */
export async function listHeldCash(ctx: Ctx): Promise<HandlerResult<Calls['heldCash']>> {
  const rows = await unbankedCash(ctx)
    .leftJoin('unit', 'unit.id', 'payment.unit_id')
    .leftJoin('property', 'property.id', 'payment.property_id')
    .select(['payment.id', 'payment.code', 'payment.cents', 'payment.created_at'])
    .select(sql<string>`concat_ws(', ', unit.name, property.name)`.as('home'))
    .select(sql<string>`coalesce(payment.paid_on, app.day(payment.created_at))`.as('on'))
    .orderBy('payment.id')
    .limit(500)
    .execute();
  const accounts = await listDepositAccounts(ctx).execute();
  return { results: rows.map(({ id, code, cents, on, home }) => ({ id, code, cents, on, home })), accounts };
}
