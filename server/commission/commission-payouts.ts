import { sql } from 'kysely';
import { commissionMachine } from '#contract/commission/machine.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';

const why = 'a payout that includes these commissions was confirmed';
type Payout = { readonly code: string; readonly companyId: number; readonly revision: number };
/** Passes the ids as one array parameter, because a query cannot have so many separate parameters. */
const among = (ids: readonly number[]) => sql<boolean>`commission.id = any (${[...ids]}::bigint[])`;

/** The payee's commissions in a status; ledger entries may name those of others. */
const those = async (ctx: Ctx, ids: readonly number[], { companyId }: Payout, status: 'accrued' | 'paid') =>
  ids.length === 0
    ? []
    : unscopedTable(ctx.db, 'commission', why)
        .select()
        .select(['id', 'amount_cents', 'tax_cents'])
        .where(among(ids))
        .where('beneficiary_company_id', '=', companyId)
        .where('status', '=', status)
        .orderBy('id')
        .execute();

/** Marks commissions as paid with a payout and notifies the payee once for all of them. */
export async function markCommissionsPaid(ctx: Ctx, commissionIds: readonly number[], payout: Payout): Promise<void> {
  const rows = await those(ctx, commissionIds, payout, 'accrued');
  for (const { id } of rows) await makeMove(ctx, commissionMachine, 'pay', id, payout.code, 'clock');
  if (rows.length === 0) return;
  const params = {
    sum: formatKesPlain(sumCents(rows.map((row) => row.amount_cents + row.tax_cents))),
    count: String(rows.length),
    code: payout.code,
  };
  await notifyAudience(ctx, 'commission.paid', params, createNotificationAudience().heads(payout.companyId), {
    key: `${payout.code}:${payout.revision}`,
  });
}

/** A paid payout was returned: its commissions are unpaid, and are notified again when they are paid. */
export async function markCommissionsUnpaid(ctx: Ctx, commissionIds: readonly number[], payout: Payout): Promise<void> {
  for (const { id } of await those(ctx, commissionIds, payout, 'paid')) await makeMove(ctx, commissionMachine, 'unpay', id, payout.code, 'clock');
}

/** The commissions deducted from one allocation; the owner gets the rest. `accrued` includes commissions that will be posted at move-in. */
export async function sumCommissionOnAllocation(ctx: Ctx, allocationId: number, which: 'booked' | 'accrued' = 'booked'): Promise<number> {
  const rows = await unscopedTable(ctx.db, 'commission', why)
    .select()
    .select(['amount_cents', 'tax_cents'])
    .where('source', '=', 'allocation')
    .where('source_id', '=', allocationId)
    .$if(which === 'booked', (query) => query.where('booked_at', 'is not', null))
    .execute();
  return sumCents(rows.map((row) => row.amount_cents + row.tax_cents));
}

/** What agents earn on one allocation. */
export async function readAgentCommissionsOfAllocation(
  ctx: Ctx,
  allocationId: number,
): Promise<{ readonly company: number; readonly cents: number }[]> {
  const rows = await unscopedTable(ctx.db, 'commission', why)
    .select()
    .select(['beneficiary_company_id', 'amount_cents', 'tax_cents'])
    .where('source', '=', 'allocation')
    .where('source_id', '=', allocationId)
    .where('beneficiary', '=', 'agent')
    .execute();
  return rows.flatMap(({ beneficiary_company_id: company, amount_cents, tax_cents }) =>
    company === null ? [] : [{ company, cents: amount_cents + tax_cents }],
  );
}
