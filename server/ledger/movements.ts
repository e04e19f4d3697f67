import { type RawBuilder, sql } from 'kysely';
import { accountCodeSql } from './codes.ts';

/**
 * The amount of a journal: the money that left its source, counted once however many accounts it passed. Pass-through amounts (interfund, payouts in
 * transit of a returned payout, billed and receivable) do not count. A journal that only bills has the billed amount.
 */
export const journalAmountSql = (journalId: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select coalesce(nullif(sum(n.cents) filter (where n.cents > 0), 0), (select sum(b.cents) from journal_entry b where b.journal_id = ${journalId}), 0)::bigint
  from (
    select sum(s.cents) as cents from journal_entry e cross join lateral (values (e.dr, e.cents), (e.cr, -e.cents)) s (account, cents)
    join ledger_account a on a.id = s.account where e.journal_id = ${journalId}
    group by case a.code when ${accountCodeSql('unpaidBillings')} then ${accountCodeSql('tenantReceivable')} when ${accountCodeSql('unpaidDepositBillings')} then ${accountCodeSql('depositReceivable')} else a.code end, case a.code when ${accountCodeSql('interfund')} then '' else a.fund end, a.company_id, a.tenancy_id, a.ref) n)`;
