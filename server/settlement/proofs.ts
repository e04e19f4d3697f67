import { sql } from 'kysely';
import type { LedgerCheck, LedgerCheckDifference } from '#server/kernel/proofs.ts';
import { accountCodeSql } from '#server/ledger/service.ts';

/** Ledger checks between the ledger and payouts. */
export const settlementLedgerChecks: readonly LedgerCheck[] = [
  {
    // Only payouts to payees count, because refunds to payers have separate ledger accounts.
    name: 'payouts_are_under_way',
    differences: async (db) =>
      (
        await sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
          with books as (select a.fund, a.company_id, sum(t.cr - t.dr) as cents from ledger_account a join ledger_total t on t.account_id = a.id
            where a.code = ${accountCodeSql('payoutsInTransit')} and a.company_id is not null group by 1, 2),
          rows as (select p.fund, p.company_id, sum(t.cents + case when p.fee_by_payee then t.fee_cents else 0 end) as cents
            from settlement_transaction t join settlement_payment p on p.id = t.settlement_id where t.status in ('queued', 'sent', 'unknown') group by 1, 2)
          select fund || ':' || ${accountCodeSql('payoutsInTransit')} || ':' || company_id as what, coalesce(rows.cents, 0)::bigint as expected, coalesce(books.cents, 0)::bigint as found
          from books full join rows using (fund, company_id) where coalesce(rows.cents, 0) <> coalesce(books.cents, 0) order by 1 limit 20`.execute(
          db,
        )
      ).rows,
  },
];
