import { sql } from 'kysely';
import type { LedgerCheck, LedgerCheckDifference } from '#server/kernel/proofs.ts';
import { accountCodeSql } from '#server/ledger/service.ts';

const shown = 20;
/** Ledger check: the open amounts of all invoices equal the receivables in the ledger, rent and deposits together. */
const openIsOwed: LedgerCheck = {
  name: 'open_invoices_are_owed',
  differences: async (db) =>
    (
      await sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      with asked as (select company_id, coalesce(account_ref, 't' || tenancy_id) as who, sum(open_cents) as cents from invoice where status in ('unpaid', 'active') group by 1, 2),
      booked as (select a.company_id, coalesce(nullif(a.ref, ''), 't' || a.tenancy_id) as who, sum(t.dr - t.cr) as cents
        from ledger_account a join ledger_total t on t.account_id = a.id where a.code in (${accountCodeSql('tenantReceivable', 'depositReceivable')}) group by 1, 2)
      select concat_ws(' ', coalesce(asked.company_id, booked.company_id), coalesce(asked.who, booked.who)) as what, coalesce(asked.cents, 0)::bigint as expected,
        coalesce(booked.cents, 0)::bigint as found
      from asked full join booked on booked.company_id = asked.company_id and booked.who = asked.who where coalesce(asked.cents, 0) <> coalesce(booked.cents, 0) limit ${shown}`.execute(
        db,
      )
    ).rows,
};
/** Check: the paid and credited amounts of an invoice equal the sums of its lines. */
const linesMakeTotals: LedgerCheck = {
  name: 'invoice_lines_make_totals',
  differences: async (db) =>
    (
      await sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      select i.code as what, (i.total_cents + i.paid_cents + i.credited_cents)::bigint as expected, l.cents as found
      from invoice i join lateral (select coalesce(sum(cents + paid_cents + credited_cents), 0)::bigint as cents from invoice_line where invoice_id = i.id) l on true
      where l.cents <> i.total_cents + i.paid_cents + i.credited_cents limit ${shown}`.execute(db)
    ).rows,
};
export const invoiceLedgerChecks: readonly LedgerCheck[] = [openIsOwed, linesMakeTotals];
