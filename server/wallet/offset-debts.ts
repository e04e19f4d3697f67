import { sql } from 'kysely';
import { ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import { buildDebtOffsetPostings } from '#contract/ledger/postings.ts';
import { getFundOfBalance, type PayableAccountCode } from '#contract/wallet/kinds.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { accountCodeSql, lockAccountBalances, postJournal } from '#server/ledger/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import { balanceClaims, getBalanceAccounts, getClaimAccounts, readCashCollectedByOthers } from './wallet-balances.ts';

const why = 'scheduled job offsets mutual debts';
type Due = { readonly id: number; readonly code: PayableAccountCode };

/**
 * A company's debt, or its own rent that it collected in cash, is offset against its balance: the next receipts pay a debt, and an owner keeps rent
 * collected in cash without a payout. Only the ledger changes.
 */
export async function offsetMutualDebt(db: Db, { id: company, code }: Due): Promise<void> {
  const fund = getFundOfBalance(code);
  const [there = 0, ...owes] = await lockAccountBalances(db, getBalanceAccounts(code, company));
  const pairs: PostingPair[] = [];
  let left: number = Math.max(0, there - (await readCashCollectedByOthers(db, company, code)));
  const open = new Map<number, number>();
  for (const [n, claim] of balanceClaims[code].entries()) {
    const owed = owes[n] ?? 0;
    const taken = Math.max(0, Math.min(left, owed));
    pairs.push(...buildDebtOffsetPostings(fund, { code, company }, { code: claim, company }, taken));
    left -= taken;
    open.set(claim, owed - taken);
  }
  // Cash that was offset and then reversed is no longer held by the company, and its debt is the same money.
  const [claim] = balanceClaims[code];
  const back = Math.max(0, -(open.get(ledgerAccounts.cashInHand) ?? 0));
  const twice = claim === undefined ? 0 : Math.min(open.get(claim) ?? 0, back);
  if (claim !== undefined)
    pairs.push(...buildDebtOffsetPostings(fund, { code: ledgerAccounts.cashInHand, company }, { code: claim, company }, twice));
  // The rest was offset for cash that did not exist, so it is credited to the company again.
  pairs.push(...buildDebtOffsetPostings(fund, { code: ledgerAccounts.cashInHand, company }, { code, company }, back - twice));
  if (pairs.length === 0) return;
  const who = await readCompanyName(db, company);
  await postJournal(db, {
    key: `set_off:${company}:${code}:${await earlier(db, company)}`,
    kind: 'set_off',
    source: ['company', company],
    companyId: company,
    params: { who },
    pairs,
  });
}
const earlier = async (db: Db, company: number): Promise<number> =>
  (
    await unscopedTable(db, 'journal', why)
      .select()
      .select(sql<number>`count(*)::int`.as('n'))
      .where('source', '=', 'company')
      .where('source_id', '=', company)
      .where('kind', '=', 'set_off')
      .executeTakeFirstOrThrow()
  ).n;

export async function offsetMutualDebts(db: Db): Promise<void> {
  const { rows } = await sql<Due>`/* unscoped: scheduled job offsets mutual debts */
    select distinct a.company_id as id, x.code from ledger_account a join ledger_total t on t.account_id = a.id
      cross join lateral (values (${accountCodeSql('dealerPayable')}, a.fund = 'P'), (${accountCodeSql('ownerPayable')}, a.fund = 'C' and a.code <> ${accountCodeSql('agentReceivable')}), (${accountCodeSql('agentPayable')}, a.fund = 'C' and (a.code = ${accountCodeSql('agentReceivable')} or a.code = ${accountCodeSql('cashInHand')}
        and exists (select 1 from ledger_account own where own.fund = 'C' and own.code = ${accountCodeSql('agentPayable')} and own.company_id = a.company_id)))) x (code, due)
    where a.fund in ('C', 'P') and a.code in (${accountCodeSql('cashInHand', 'ownerReceivable', 'agentReceivable')}) and a.company_id is not null and t.dr <> t.cr and x.due order by 1, 2`.execute(
    db,
  );
  await processDueRows(db, rows, offsetMutualDebt);
  const holders = await sql<{ id: number }>`/* unscoped: scheduled job offsets mutual debts */
    select distinct holder_id as id from wallet_hold where kind = 'cash' and released_at is null order by 1`.execute(db);
  await processDueRows(db, holders.rows, releaseOne);
}

/**
 * Shares of others in a company's cash or debt are released as it pays, oldest first: its remaining debt is for the newest. Only these shares are
 * counted and not all its cash, so that cash recorded later releases nothing. Commission on its rent also waits for clearing and for a frozen
 * wallet.
 */
async function releaseOne(db: Db, { id: holder }: { readonly id: number }): Promise<void> {
  const owes = await lockAccountBalances(db, [
    ...getClaimAccounts(ledgerAccounts.ownerPayable, holder),
    ...getClaimAccounts(ledgerAccounts.agentPayable, holder).slice(0, 1),
  ]);
  await sql`/* unscoped: scheduled job offsets mutual debts */
    with open as (select id, coalesce(sum(cents) over (order by id desc rows between unbounded preceding and 1 preceding), 0) as newer
      from wallet_hold where kind = 'cash' and released_at is null and holder_id = ${holder})
    update wallet_hold h set released_at = app.now() from open where open.id = h.id and open.newer >= ${owes.reduce((all, one) => all + one, 0)}
      and (h.until is null or (h.until <= app.now() and not exists (select 1 from wallet w where w.company_id = ${holder} and w.status = 'frozen')))`.execute(
    db,
  );
}
