import { type RawBuilder, sql } from 'kysely';
import { codeOf } from './codes.ts';

/**
 * The sum of the fact a journal is of: what left where it was, once, by however many accounts it went. What only passes through (the interfund account,
 * payouts in transit of what came back, what is billed and owed for it) is no sum of its own; where nothing but a bill was written, that is what it is about.
 */
export const movedBy = (journalId: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select coalesce(nullif(sum(n.cents) filter (where n.cents > 0), 0), (select sum(b.cents) from journal_entry b where b.journal_id = ${journalId}), 0)::bigint
  from (
    select sum(s.cents) as cents from journal_entry e cross join lateral (values (e.dr, e.cents), (e.cr, -e.cents)) s (account, cents)
    join ledger_account a on a.id = s.account where e.journal_id = ${journalId}
    group by case a.code when ${codeOf('unpaidBillings')} then ${codeOf('tenantReceivable')} when ${codeOf('unpaidDepositBillings')} then ${codeOf('depositReceivable')} else a.code end, case a.code when ${codeOf('interfund')} then '' else a.fund end, a.company_id, a.tenancy_id, a.ref) n)`;
