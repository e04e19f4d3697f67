import { type RawBuilder, sql } from 'kysely';
import type { Difference, Proof } from '#server/kernel/proofs.ts';
import { reconcile, unexplainedNow } from './figures.ts';

const asked =
  (query: RawBuilder<Difference>): Proof['differences'] =>
  async (db) =>
    (await query.execute(db)).rows;
const shown = 20;

/** What holds between the books and what is known of payments. */
export const paymentProofs: readonly Proof[] = [
  {
    // What nobody has been found for yet is what came less what was put somewhere.
    name: 'suspense_is_unallocated',
    differences: asked(sql<Difference>`/* all: the books are proven for everybody */
      with books as (select coalesce(sum(case when e.cr = a.id then e.cents else -e.cents end), 0) as cents from ledger_account a join journal_entry e on e.cr = a.id or e.dr = a.id where a.code = 2030 and a.fund = 'C'),
      rows as (select coalesce(sum(cents - allocated_cents - credited_cents - refunded_cents - spent_cents), 0) as cents from payment where fund = 'C' and status = 'completed' and how <> 'wallet')
      select '2030' as what, rows.cents::bigint as expected, books.cents::bigint as found from rows, books where rows.cents <> books.cents`),
  },
  {
    name: 'payments_are_allocations',
    differences: asked(sql<Difference>`/* all: the books are proven for everybody */
      select p.code as what, p.allocated_cents as expected, coalesce(sum(a.cents), 0)::bigint as found from payment p
      left join allocation a on a.payment_id = p.id and a.source = 'receipt' and a.undone_at is null group by p.id having p.allocated_cents <> coalesce(sum(a.cents), 0) limit ${shown}`),
  },
  {
    name: 'credits_are_used_once',
    differences: asked(sql<Difference>`/* all: the books are proven for everybody */
      select 'credit ' || c.id as what, c.used_cents as expected, coalesce(sum(a.cents), 0)::bigint as found from payment_credit c
      left join allocation a on a.credit_id = c.id and a.undone_at is null where c.undone_at is null group by c.id having c.used_cents <> coalesce(sum(a.cents), 0) limit ${shown}`),
  },
  {
    name: 'invoices_are_allocations',
    differences: asked(sql<Difference>`/* all: the books are proven for everybody */
      select i.code as what, i.paid_cents as expected, coalesce(sum(a.cents), 0)::bigint as found from invoice i
      left join allocation a on a.invoice_id = i.id and a.undone_at is null group by i.id having i.paid_cents <> coalesce(sum(a.cents), 0) limit ${shown}`),
  },
  {
    name: 'receipts_are_booked',
    differences: asked(sql<Difference>`/* all: the books are proven for everybody */
      select p.code as what, p.cents as expected, coalesce(sum(r.cents), 0)::bigint as found from payment p left join receipt r on r.payment_id = p.id
      where p.status = 'completed' and p.how <> 'wallet' group by p.id having p.cents <> coalesce(sum(r.cents), 0) limit ${shown}`),
  },
  {
    name: 'cash_is_statement',
    differences: async (db) => {
      await reconcile(db);
      return unexplainedNow(db);
    },
    standing: unexplainedNow,
  },
];
