import { sql } from 'kysely';
import type { InvoicePayment, ModuleLookups } from '#server/kernel/lookups.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const matchingLookups: Partial<ModuleLookups> = {
  collectedAllocations: () => sql`(select invoice_id, line_id, paid_on, cents - returned_cents as cents from allocation
    where undone_at is null and payment_id is not null and cents > returned_cents)`,
  invoiceOfAllocation: (allocation) => sql`(select a.invoice_id from allocation a where a.id = ${allocation})`,
  rentPaidFor: (tenancyId, fund) => sql`(select a.id, i.company_id, i.tenancy_id, a.payment_id, a.cents, a.paid_on
    from allocation a join invoice i on i.id = a.invoice_id and i.fund = ${fund} join invoice_line l on l.id = a.line_id and l.kind <> 'deposit'
    where i.tenancy_id = ${tenancyId} and a.undone_at is null)`,
  creditOn: (invoice) =>
    sql`coalesce((select sum(a.cents) from allocation a where a.invoice_id = ${invoice} and a.undone_at is null and a.source = 'credit'), 0)::bigint`,
  paidBy: (invoice, { person, phone }) => sql`coalesce((select sum(a.cents) from allocation a join payment y on y.id = a.payment_id
    where a.invoice_id = ${invoice} and a.undone_at is null and a.source = 'receipt'
      and case when ${person} is null then y.person_id is null and y.phone_tail = right(${phone}, 3) else y.person_id = ${person} end), 0)::bigint`,
  moneyPutTo: async (db, invoiceId) =>
    (
      await sql<{ at: Date; how: string; cents: number }>`/* unscoped: of an invoice the caller sees */
        select min(a.created_at) as at, case a.source when 'credit' then 'wallet' else p.how end as how, sum(a.cents)::bigint as cents
        from allocation a left join payment p on p.id = a.payment_id where a.invoice_id = ${invoiceId} and a.undone_at is null
        group by a.source, p.id order by 1`.execute(db)
    ).rows,
  partsOf: async (db, invoiceId) =>
    (
      await unscopedTable(db, 'allocation', 'data of an invoice that the caller manages')
        .select()
        .select('id')
        .where('invoice_id', '=', invoiceId)
        .execute()
    ).map(({ id }) => id),
  paymentsOn: async (db, invoiceId) => {
    const { rows } = await sql<InvoicePayment>`/* unscoped: an invoice whose document was requested by an authorised person */
      select min(a.paid_on)::text as "on", p.how, p.code, p.external, sum(a.cents - a.returned_cents)::bigint as cents from allocation a join payment p on p.id = a.payment_id
      where a.invoice_id = ${invoiceId} and a.undone_at is null group by p.id having sum(a.cents - a.returned_cents) > 0 order by 1, p.id`.execute(
      db,
    );
    return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
  },
  paidCredit: async (db, { fund, company, tenancy, booking }) => {
    const over = unscopedTable(db, 'payment_credit', 'what a credit note gave back of a payment that goes')
      .select()
      .select((eb) => eb.fn.sum<number | null>(eb('cents', '-', eb('used_cents', '+', eb.ref('refunded_cents')))).as('cents'))
      .where('fund', '=', fund)
      .where('company_id', '=', company)
      .where('allocation_id', 'is', null)
      .where('undone_at', 'is', null);
    const theirs = tenancy !== null ? over.where('tenancy_id', '=', tenancy) : over.where('tenancy_id', 'is', null).where('booking_id', '=', booking);
    return Number((await theirs.executeTakeFirstOrThrow()).cents ?? 0);
  },
};
