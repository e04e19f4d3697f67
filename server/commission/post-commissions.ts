import type { Selectable } from 'kysely';
import * as postings from '#contract/commission/postings.ts';
import { buildLedgerAccountKey, ledgerAccountKinds, ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import { type Cents, sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { CommissionTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { type FundAccount, lockAccountBalances, type NewJournal, postJournals } from '#server/ledger/service.ts';

export type CommissionRow = Selectable<CommissionTable>;
const why = 'a rule accrues commission on a received payment';

/** The ledger entries of a commission, computed from the locked balances of its accounts. */
async function pairsFor(row: CommissionRow, standing: (named: readonly FundAccount[]) => Promise<Cents[]>): Promise<PostingPair[]> {
  const { company_id: company, beneficiary_company_id: earner } = row;
  const sums = { amount: Math.abs(row.amount_cents), tax: Math.abs(row.tax_cents) };
  const back = row.amount_cents < 0 || row.tax_cents < 0;
  if (row.beneficiary === 'platform') {
    if (row.fund === 'M') {
      if (!back) return postings.buildPlatformBillPostings(company, sums);
      const [billed = toCents(0)] = await standing([['P', { code: ledgerAccounts.platformReceivable, company }]]);
      return postings.buildCancelledPlatformBillPostings(company, sums, billed);
    }
    if (back) return postings.buildReturnedPlatformCommissionPostings(company, sums);
    const [available = toCents(0)] = await standing([['C', { code: ledgerAccounts.ownerPayable, company }]]);
    return postings.buildPlatformCommissionPostings(company, sums, available);
  }
  const whole = sums.amount + sums.tax;
  const who = earner ?? 0;
  if (row.beneficiary === 'dealer') {
    const [available = toCents(0), owes = toCents(0)] = await standing([
      ['P', { code: ledgerAccounts.dealerPayable, company: who }],
      ['P', { code: ledgerAccounts.agentReceivable, company: who }],
    ]);
    return back ? postings.buildReturnedDealerCommissionPostings(who, whole, available) : postings.buildDealerCommissionPostings(who, whole, owes);
  }
  const fund = row.fund === 'M' ? 'M' : 'C';
  const [available = toCents(0), theirs = toCents(0), owes = toCents(0)] = await standing([
    [fund, { code: ledgerAccounts.ownerPayable, company }],
    [fund, { code: ledgerAccounts.agentPayable, company: who }],
    [fund, { code: ledgerAccounts.agentReceivable, company: who }],
  ]);
  return back
    ? postings.buildReturnedAgentCommissionPostings(fund, company, who, whole, theirs)
    : postings.buildAgentCommissionPostings(fund, company, who, whole, { available, owes });
}

/** The names in a journal entry: the beneficiary and the unit of the rent, otherwise the purchase. */
export type CommissionNames = { readonly who: string; readonly what: string; readonly home: string | null };
const saidBy = (ctx: Ctx, row: CommissionRow, { who, what, home }: CommissionNames): Omit<NewJournal, 'pairs'> => ({
  key: `commission:${row.id}`,
  kind: row.base_cents < 0 ? 'commission_back' : 'commission',
  valueDay: row.happened_on,
  source: ['commission', row.id],
  companyId: row.beneficiary === 'dealer' ? row.beneficiary_company_id : row.company_id,
  params: { who, what, home, code: row.code },
  by: ctx.me.userId,
});
/**
 * Posts commissions to the ledger, in their order. The balances they depend on are locked and read once, in the order of accounts, and carried
 * forward from entry to entry.
 */
export async function postCommissions(ctx: Ctx, booking: readonly { readonly row: CommissionRow; readonly said: CommissionNames }[]): Promise<void> {
  if (booking.length === 0) return;
  const balances = await lockBalances(
    ctx,
    booking.map(({ row }) => row),
  );
  const balanceOf = (named: readonly FundAccount[]): Promise<Cents[]> =>
    Promise.resolve(named.map((one) => toCents(balances.get(buildLedgerAccountKey(...one)) ?? 0)));
  const posted: { row: CommissionRow; pairs: PostingPair[]; journal: NewJournal }[] = [];
  for (const { row, said } of booking) {
    const pairs = await pairsFor(row, balanceOf);
    for (const pair of pairs) carryForward(balances, pair);
    posted.push({ row, pairs, journal: { ...saidBy(ctx, row, said), pairs } });
  }
  await postJournals(
    ctx.db,
    posted.map(({ journal }) => journal),
  );
  const ids = posted.map(({ row }) => row.id);
  await unscopedTable(ctx.db, 'commission', why).change().set({ booked_at: clock.now() }).where('id', 'in', ids).execute();
  for (const { row, pairs } of posted) {
    const owed = sumCents(pairs.filter(({ fund, dr }) => fund === 'C' && dr.code === ledgerAccounts.agentReceivable).map((one) => one.cents));
    const agentCompanyId = row.beneficiary === 'agent' ? row.beneficiary_company_id : null;
    if (agentCompanyId !== null && owed > 0)
      await publishEvent(ctx, 'commission.owed', { commissionId: row.id, companyId: row.company_id, agentCompanyId, cents: owed });
  }
}

async function lockBalances(ctx: Ctx, rows: readonly CommissionRow[]): Promise<Map<string, number>> {
  const wanted = new Map<string, FundAccount>();
  for (const row of rows)
    await pairsFor(row, (named) => {
      for (const one of named) wanted.set(buildLedgerAccountKey(...one), one);
      return Promise.resolve(named.map(() => toCents(0)));
    });
  const names = [...wanted.values()];
  const sums = names.length > 0 ? await lockAccountBalances(ctx.db, names) : [];
  return new Map(names.map((one, n) => [buildLedgerAccountKey(...one), sums[n] ?? 0]));
}
function carryForward(balances: Map<string, number>, { fund, dr, cr, cents: sum }: PostingPair): void {
  for (const [account, side] of [
    [dr, 'debit'],
    [cr, 'credit'],
  ] as const) {
    const key = buildLedgerAccountKey(fund, account);
    const was = balances.get(key);
    if (was !== undefined) balances.set(key, was + (ledgerAccountKinds[account.code].side === side ? sum : -sum));
  }
}
