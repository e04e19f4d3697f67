import type { Selectable } from 'kysely';
import * as postings from '#contract/commission/postings.ts';
import type { Pair } from '#contract/ledger/accounts.ts';
import { type Cents, cents, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { CommissionTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { held, type Journal, type Named, post } from '#server/ledger/service.ts';

export type CommissionRow = Selectable<CommissionTable>;
const why = 'a rule accrues what money that came brings';

/** What the row moves, by what stands on the accounts it touches, which are held until this ends. */
export async function pairsFor(row: CommissionRow, standing: (named: readonly Named[]) => Promise<Cents[]>): Promise<Pair[]> {
  const { company_id: company, beneficiary_company_id: earner } = row;
  const sums = { amount: Math.abs(row.amount_cents), tax: Math.abs(row.tax_cents) };
  const back = row.amount_cents < 0 || row.tax_cents < 0;
  if (row.beneficiary === 'platform') {
    if (row.fund === 'M') {
      if (!back) return postings.platformBilled(company, sums);
      const [billed = cents(0)] = await standing([['P', { code: 1200, company }]]);
      return postings.platformUnbilled(company, sums, billed);
    }
    if (back) return postings.platformGiven(company, sums);
    const [available = cents(0)] = await standing([['C', { code: 2000, company }]]);
    return postings.platformTaken(company, sums, available);
  }
  const whole = sums.amount + sums.tax;
  const who = earner ?? 0;
  if (row.beneficiary === 'dealer') {
    const [available = cents(0), owes = cents(0)] = await standing([
      ['P', { code: 2050, company: who }],
      ['P', { code: 1350, company: who }],
    ]);
    return back ? postings.dealerGiven(who, whole, available) : postings.dealerTaken(who, whole, owes);
  }
  const fund = row.fund === 'M' ? 'M' : 'C';
  const [available = cents(0), theirs = cents(0), owes = cents(0)] = await standing([
    [fund, { code: 2000, company }],
    [fund, { code: 2040, company: who }],
    [fund, { code: 1350, company: who }],
  ]);
  return back ? postings.agentGiven(fund, company, who, whole, theirs) : postings.agentTaken(fund, company, who, whole, { available, owes });
}

/** Who earns it, and on the rent of which home; else what it was of. */
export type Said = { readonly who: string; readonly what: string; readonly home: string | null };
export const saidBy = (ctx: Ctx, row: CommissionRow, { who, what, home }: Said): Omit<Journal, 'pairs'> => ({
  key: `commission:${row.id}`,
  kind: row.base_cents < 0 ? 'commission_back' : 'commission',
  valueDay: row.happened_on,
  source: ['commission', row.id],
  companyId: row.beneficiary === 'dealer' ? row.beneficiary_company_id : row.company_id,
  params: { who, what, home, code: row.code },
  by: ctx.me.userId,
});
/** Into the books, once. */
export async function book(ctx: Ctx, row: CommissionRow, said: Said): Promise<void> {
  const pairs = await pairsFor(row, (named) => held(ctx.db, named));
  await post(ctx.db, { ...saidBy(ctx, row, said), pairs });
  await everything(ctx.db, 'commission', why).change().set({ booked_at: clock.now() }).where('id', '=', row.id).$call(oneRow);
  const owed = sum(pairs.filter(({ fund, dr }) => fund === 'C' && dr.code === 1350).map((one) => one.cents));
  if (row.beneficiary === 'agent' && owed > 0)
    await happened(ctx, 'commission.owed', {
      ...{ commissionId: row.id, companyId: row.company_id, agentCompanyId: row.beneficiary_company_id ?? 0, cents: owed },
    });
}
