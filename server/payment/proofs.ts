import { type RawBuilder, sql } from 'kysely';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { findUnexplainedDifferences, listAccountsWithoutBankBalance, reconcileAccounts } from '#server/bank-statement/service.ts';
import type { LedgerCheck, LedgerCheckDifference } from '#server/kernel/proofs.ts';
import { accountCodeSql } from '#server/ledger/service.ts';

const asked =
  (query: RawBuilder<LedgerCheckDifference>): LedgerCheck['differences'] =>
  async (db) =>
    (await query.execute(db)).rows;
const shown = 20;

/** The credit of bookings and tenancies under some account codes. */
const ofBookings = (codes: readonly number[]) => sql`/* unscoped: ledger checks cover all companies */
  select substring(a.ref from '^booking:([0-9]+)$')::bigint as booking_id, a.tenancy_id, (t.cr - t.dr)::bigint as cents
  from ledger_total t join ledger_account a on a.id = t.account_id where a.code = any (${codes}::smallint[])`;

/** Compares a stored total with the sum of its parts. */
const sums = (name: string, of: 'payment' | 'invoice', kept: string, parts: RawBuilder<unknown>): LedgerCheck => ({
  name,
  differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
    select k.code as what, ${sql.ref(`k.${kept}`)} as expected, coalesce(sum(p.cents), 0)::bigint as found from ${sql.table(of)} k
    left join ${parts} group by k.id having ${sql.ref(`k.${kept}`)} <> coalesce(sum(p.cents), 0) limit ${shown}`),
});

/** Ledger checks between the ledger and the payment tables. */
export const paymentLedgerChecks: readonly LedgerCheck[] = [
  {
    // The suspense account (unallocated receipts) equals receipts less allocated amounts.
    name: 'suspense_is_unallocated',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      with books as (select coalesce(sum(case when e.cr = a.id then e.cents else -e.cents end), 0) as cents from ledger_account a join journal_entry e on e.cr = a.id or e.dr = a.id where a.code = ${accountCodeSql('unallocatedReceipts')} and a.fund = 'C'),
      rows as (select coalesce(sum(cents - allocated_cents - credited_cents - refunded_cents - spent_cents), 0) as cents from payment where fund = 'C' and status = 'completed' and how <> 'wallet')
      select ${sql.lit(String(ledgerAccounts.unallocatedReceipts))} as what, rows.cents::bigint as expected, books.cents::bigint as found from rows, books where rows.cents <> books.cents`),
  },
  sums(
    'payments_are_allocations',
    'payment',
    'allocated_cents',
    sql`allocation p on p.payment_id = k.id and p.source = 'receipt' and p.undone_at is null`,
  ),
  sums('invoices_are_allocations', 'invoice', 'paid_cents', sql`allocation p on p.invoice_id = k.id and p.undone_at is null`),
  sums(
    'payments_are_credits',
    'payment',
    'credited_cents',
    sql`payment_credit p on p.payment_id = k.id and p.undone_at is null and p.allocation_id is null`,
  ),
  {
    // The amount that credit notes return of an invoice line equals the returned amount of its allocations. Each part is credit of its payment.
    name: 'given_back_is_returned',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      select i.code as what, l.returned_cents as expected, coalesce(sum(a.returned_cents), 0)::bigint as found from invoice_line l join invoice i on i.id = l.invoice_id
      left join allocation a on a.line_id = l.id and a.undone_at is null group by l.id, i.id
      having coalesce(sum(a.returned_cents), 0) > l.returned_cents or coalesce(sum(a.returned_cents), 0) < least(l.returned_cents, coalesce(sum(a.cents), 0)) limit ${shown}`),
  },
  {
    name: 'credits_are_used_once',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      select 'credit ' || c.id as what, c.used_cents as expected, coalesce(sum(a.cents), 0)::bigint as found from payment_credit c
      left join allocation a on a.credit_id = c.id and a.undone_at is null group by c.id having c.used_cents <> coalesce(sum(a.cents), 0) limit ${shown}`),
  },
  {
    // Tenant credit includes credit from credit notes for amounts that had no payment.
    name: 'credits_are_there',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      with books as (select a.fund, coalesce('tenancy:' || a.tenancy_id, a.ref) as payer, sum(t.cr - t.dr) as cents
        from ledger_total t join ledger_account a on a.id = t.account_id where a.code = ${accountCodeSql('tenantCredit')} group by 1, 2),
      rows as (select fund, case when tenancy_id is null then 'booking:' || booking_id else 'tenancy:' || tenancy_id end as payer, sum(cents - used_cents - refunded_cents) as cents
        from payment_credit where undone_at is null group by 1, 2)
      select payer as what, rows.cents::bigint as expected, coalesce(books.cents, 0)::bigint as found from rows left join books using (fund, payer)
      where rows.cents > coalesce(books.cents, 0) limit ${shown}`),
  },
  {
    name: 'receipts_are_booked',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      select p.code as what, p.cents as expected, coalesce(sum(r.cents), 0)::bigint as found from payment p left join receipt r on r.payment_id = p.id
      where p.status = 'completed' and p.how <> 'wallet' group by p.id having p.cents <> coalesce(sum(r.cents), 0) limit ${shown}`),
  },
  {
    // An approved refund has left unallocated money or tenant credit, whether or not it was sent.
    name: 'refunds_are_given',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      with given as (select payment_id, credit_id, sum(cents) as cents from refund where status in ('approved', 'paid') group by payment_id, credit_id)
      select p.code as what, p.refunded_cents as expected, coalesce(g.cents, 0)::bigint as found from payment p
      left join given g on g.payment_id = p.id and g.credit_id is null where p.refunded_cents <> coalesce(g.cents, 0)
      union all select 'credit ' || c.id, c.refunded_cents, coalesce(g.cents, 0)::bigint from payment_credit c
      left join given g on g.credit_id = c.id where c.refunded_cents <> coalesce(g.cents, 0) limit ${shown}`),
  },
  {
    name: 'refunds_under_way',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      with books as (select a.ref, t.cr - t.dr as cents from ledger_total t join ledger_account a on a.id = t.account_id where a.code = ${accountCodeSql('payoutsInTransit')} and a.fund = 'C' and a.ref like 'refund:%'),
      rows as (select 'refund:' || r.id as ref, r.cents from refund r join payment p on p.id = r.payment_id where r.status = 'approved' and p.fund = 'C')
      select ref as what, coalesce(rows.cents, 0)::bigint as expected, coalesce(books.cents, 0)::bigint as found
      from books full join rows using (ref) where coalesce(rows.cents, 0) <> coalesce(books.cents, 0) limit ${shown}`),
  },
  {
    // A refund that arrived is posted once, and no money is in transit for a refund that is not approved.
    name: 'refunds_are_sent',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      select r.code as what, case when r.status = 'paid' and r.handed_by is null then r.cents else 0 end as expected,
        (coalesce(sum(t.cents) filter (where t.status = 'confirmed'), 0) + coalesce(sum(t.cents) filter (where r.status <> 'approved' and t.status in ('queued', 'sent', 'unknown')), 0))::bigint as found
      from refund r join refund_transfer t on t.refund_id = r.id group by r.id
      having case when r.status = 'paid' and r.handed_by is null then r.cents else 0 end <> coalesce(sum(t.cents) filter (where t.status = 'confirmed'), 0)
        or bool_or(r.status <> 'approved' and t.status in ('queued', 'sent', 'unknown')) limit ${shown}`),
  },
  {
    name: 'credit_moved_in',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      select t.code as what, 0::bigint as expected, b.cents as found from (${ofBookings([ledgerAccounts.tenantCredit])}) b join tenancy t on t.booking_id = b.booking_id where b.cents <> 0 limit ${shown}`),
  },
  {
    name: 'held_until_moved_in',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      select t.code as what, 0::bigint as expected, b.cents as found from (${ofBookings([ledgerAccounts.moveInDeposits, ledgerAccounts.moveInRent])}) b join tenancy t on t.booking_id = b.booking_id or t.id = b.tenancy_id
      where b.cents <> 0 and app.lived_in(t) limit ${shown}`),
  },
  {
    name: 'swept_under_way',
    differences: asked(sql<LedgerCheckDifference>`/* unscoped: ledger checks cover all companies */
      with books as (select coalesce(sum(case when e.dr = a.id then e.cents else -e.cents end), 0) as cents from ledger_account a join journal_entry e on e.cr = a.id or e.dr = a.id where a.code = ${accountCodeSql('cashInTransit')}),
      rows as (select coalesce(sum(cents), 0) as cents from cash_move where kind = 'sweep' and status = 'left')
      select ${sql.lit(String(ledgerAccounts.cashInTransit))} as what, rows.cents::bigint as expected, books.cents::bigint as found from rows, books where rows.cents <> books.cents`),
  },
  {
    name: 'cash_is_statement',
    differences: async (db) => {
      await reconcileAccounts(db);
      return findUnexplainedDifferences(db);
    },
    standing: findUnexplainedDifferences,
    silent: listAccountsWithoutBankBalance,
  },
];
