import type { Selectable } from 'kysely';
import * as postings from '#contract/commission/postings.ts';
import { accountKinds, accounts, keyOf, type Pair } from '#contract/ledger/accounts.ts';
import { type Cents, cents, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { CommissionTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { held, type Journal, type Named, postMany } from '#server/ledger/service.ts';

export type CommissionRow = Selectable<CommissionTable>;
const why = 'a rule accrues what money that came brings';

/** What the row moves, by what stands on the accounts it touches, which are held until this ends. */
async function pairsFor(row: CommissionRow, standing: (named: readonly Named[]) => Promise<Cents[]>): Promise<Pair[]> {
  const { company_id: company, beneficiary_company_id: earner } = row;
  const sums = { amount: Math.abs(row.amount_cents), tax: Math.abs(row.tax_cents) };
  const back = row.amount_cents < 0 || row.tax_cents < 0;
  if (row.beneficiary === 'platform') {
    if (row.fund === 'M') {
      if (!back) return postings.platformBilled(company, sums);
      const [billed = cents(0)] = await standing([['P', { code: accounts.platformReceivable, company }]]);
      return postings.platformUnbilled(company, sums, billed);
    }
    if (back) return postings.platformGiven(company, sums);
    const [available = cents(0)] = await standing([['C', { code: accounts.ownerPayable, company }]]);
    return postings.platformTaken(company, sums, available);
  }
  const whole = sums.amount + sums.tax;
  const who = earner ?? 0;
  if (row.beneficiary === 'dealer') {
    const [available = cents(0), owes = cents(0)] = await standing([
      ['P', { code: accounts.dealerPayable, company: who }],
      ['P', { code: accounts.agentReceivable, company: who }],
    ]);
    return back ? postings.dealerGiven(who, whole, available) : postings.dealerTaken(who, whole, owes);
  }
  const fund = row.fund === 'M' ? 'M' : 'C';
  const [available = cents(0), theirs = cents(0), owes = cents(0)] = await standing([
    [fund, { code: accounts.ownerPayable, company }],
    [fund, { code: accounts.agentPayable, company: who }],
    [fund, { code: accounts.agentReceivable, company: who }],
  ]);
  return back ? postings.agentGiven(fund, company, who, whole, theirs) : postings.agentTaken(fund, company, who, whole, { available, owes });
}

/** Who earns it, and on the rent of which home; else what it was of. */
export type Said = { readonly who: string; readonly what: string; readonly home: string | null };
const saidBy = (ctx: Ctx, row: CommissionRow, { who, what, home }: Said): Omit<Journal, 'pairs'> => ({
  key: `commission:${row.id}`,
  kind: row.base_cents < 0 ? 'commission_back' : 'commission',
  valueDay: row.happened_on,
  source: ['commission', row.id],
  companyId: row.beneficiary === 'dealer' ? row.beneficiary_company_id : row.company_id,
  params: { who, what, home, code: row.code },
  by: ctx.me.userId,
});
/**
 * Posts commissions to the ledger, in their order. The balances they depend on are locked and read once, in the order of accounts, and carried forward
 * from entry to entry.
 */
export async function book(ctx: Ctx, booking: readonly { readonly row: CommissionRow; readonly said: Said }[]): Promise<void> {
  if (booking.length === 0) return;
  const balances = await lockBalances(
    ctx,
    booking.map(({ row }) => row),
  );
  const balanceOf = (named: readonly Named[]): Promise<Cents[]> => Promise.resolve(named.map((one) => cents(balances.get(keyOf(...one)) ?? 0)));
  const posted: { row: CommissionRow; pairs: Pair[]; journal: Journal }[] = [];
  for (const { row, said } of booking) {
    const pairs = await pairsFor(row, balanceOf);
    for (const pair of pairs) carryForward(balances, pair);
    posted.push({ row, pairs, journal: { ...saidBy(ctx, row, said), pairs } });
  }
  await postMany(
    ctx.db,
    posted.map(({ journal }) => journal),
  );
  const ids = posted.map(({ row }) => row.id);
  await everything(ctx.db, 'commission', why).change().set({ booked_at: clock.now() }).where('id', 'in', ids).execute();
  for (const { row, pairs } of posted) {
    const owed = sum(pairs.filter(({ fund, dr }) => fund === 'C' && dr.code === accounts.agentReceivable).map((one) => one.cents));
    const agentCompanyId = row.beneficiary === 'agent' ? row.beneficiary_company_id : null;
    if (agentCompanyId !== null && owed > 0)
      await happened(ctx, 'commission.owed', { commissionId: row.id, companyId: row.company_id, agentCompanyId, cents: owed });
  }
}

async function lockBalances(ctx: Ctx, rows: readonly CommissionRow[]): Promise<Map<string, number>> {
  const wanted = new Map<string, Named>();
  for (const row of rows)
    await pairsFor(row, (named) => {
      for (const one of named) wanted.set(keyOf(...one), one);
      return Promise.resolve(named.map(() => cents(0)));
    });
  const names = [...wanted.values()];
  const sums = names.length > 0 ? await held(ctx.db, names) : [];
  return new Map(names.map((one, n) => [keyOf(...one), sums[n] ?? 0]));
}
function carryForward(balances: Map<string, number>, { fund, dr, cr, cents: sum }: Pair): void {
  for (const [account, side] of [
    [dr, 'debit'],
    [cr, 'credit'],
  ] as const) {
    const key = keyOf(fund, account);
    const was = balances.get(key);
    if (was !== undefined) balances.set(key, was + (accountKinds[account.code].side === side ? sum : -sum));
  }
}
