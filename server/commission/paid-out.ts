import { sql } from 'kysely';
import { commissionMachine } from '#contract/commission/machine.ts';
import { sum } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { audience, notify } from '#server/notification/service.ts';

const why = 'a payout with these commissions arrived';
type Payout = { readonly code: string; readonly companyId: number; readonly revision: number };
/** However many: one by one there is no room for so many in a question. */
const among = (ids: readonly number[]) => sql<boolean>`commission.id = any (${[...ids]}::bigint[])`;

/** Those of them that are the payee's and in a state; the books may name others'. */
const those = async (ctx: Ctx, ids: readonly number[], { companyId }: Payout, status: 'accrued' | 'paid') =>
  ids.length === 0
    ? []
    : everything(ctx.db, 'commission', why)
        .select()
        .select(['id', 'amount_cents', 'tax_cents'])
        .where(among(ids))
        .where('beneficiary_company_id', '=', companyId)
        .where('status', '=', status)
        .orderBy('id')
        .execute();

/** What was earned has arrived with a payout: its holders are told once, for all of it. */
export async function paidOut(ctx: Ctx, commissionIds: readonly number[], payout: Payout): Promise<void> {
  const rows = await those(ctx, commissionIds, payout, 'accrued');
  for (const { id } of rows) await move(ctx, commissionMachine, 'pay', id, payout.code, 'clock');
  if (rows.length === 0) return;
  const params = { sum: kesPlain(sum(rows.map((row) => row.amount_cents + row.tax_cents))), count: String(rows.length), code: payout.code };
  await notify(ctx, 'commission.paid', params, audience().heads(payout.companyId), { key: `${payout.code}:${payout.revision}` });
}

/** A payout that had arrived came back: what left with it has not, and is told anew when it does. */
export async function cameBack(ctx: Ctx, commissionIds: readonly number[], payout: Payout): Promise<void> {
  for (const { id } of await those(ctx, commissionIds, payout, 'paid')) await move(ctx, commissionMachine, 'unpay', id, payout.code, 'clock');
}

/** What was taken of one allocation for commissions: the rest is the owner's. `accrued`: with what will be, when the tenancy is lived in. */
export async function takenOf(ctx: Ctx, allocationId: number, which: 'booked' | 'accrued' = 'booked'): Promise<number> {
  const rows = await everything(ctx.db, 'commission', why)
    .select()
    .select(['amount_cents', 'tax_cents'])
    .where('source', '=', 'allocation')
    .where('source_id', '=', allocationId)
    .$if(which === 'booked', (query) => query.where('booked_at', 'is not', null))
    .execute();
  return sum(rows.map((row) => row.amount_cents + row.tax_cents));
}

/** What agents earn on one allocation. */
export async function agentsOf(ctx: Ctx, allocationId: number): Promise<{ readonly company: number; readonly cents: number }[]> {
  const rows = await everything(ctx.db, 'commission', why)
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
