import { sql } from 'kysely';
import { toCents } from '#contract/money/cents.ts';
import { formatKes } from '#contract/money/format.ts';
import type { ClosingCheck, ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readCompanyLedByPerson } from '#server/people/service.ts';
import { m } from '#words/messages.js';

/** A person's invoices and payments, for the tenancies in which they pay and the units for which they applied. */
export const invoicePersonalData: PersonalData = {
  invoices: (db, id) =>
    unscopedTable(db, 'invoice', 'a person exports their own personal data')
      .select()
      .innerJoin('tenant', 'tenant.id', 'invoice.tenant_id')
      .innerJoin('unit', 'unit.id', 'invoice.unit_id')
      .select(['invoice.code', 'invoice.kind', 'invoice.status', 'unit.name as unit', 'invoice.issued_on', 'invoice.due_on'])
      .select(['invoice.total_cents', 'invoice.paid_cents', 'invoice.credited_cents', 'invoice.dispute'])
      .where('tenant.person_id', '=', id)
      .orderBy('invoice.id')
      .execute(),
};

/** An account can be closed only after its debts are paid or settled. */
export const invoiceDebtCheck: ClosingCheck = async (db, personId) => {
  const row = await unscopedTable(db, 'invoice', 'checks whether bookings prevent the account from closing')
    .select()
    .innerJoin('tenant', 'tenant.id', 'invoice.tenant_id')
    .select('invoice.code')
    .where('tenant.person_id', '=', personId)
    .where('invoice.status', 'in', ['unpaid', 'active'])
    .where('invoice.open_cents', '>', toCents(0))
    .orderBy('invoice.id')
    .limit(1)
    .executeTakeFirst();
  return row ? m.invoice_closing_owes({ code: row.code }) : null;
};

/** Before the leader of a company closes their account, unpaid invoices are collected, credited or written off. */
export const uncollectedInvoicesCheck: ClosingCheck = async (db, personId) => {
  const company = await readCompanyLedByPerson(db, personId);
  if (company === null) return null;
  const { count, cents: open } = await unscopedTable(db, 'invoice', 'checks whether bookings prevent the account from closing')
    .select()
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(open_cents), 0)::bigint`.as('cents')])
    .where('company_id', '=', company)
    .where('status', 'in', ['unpaid', 'active'])
    .where('open_cents', '>', toCents(0))
    .executeTakeFirstOrThrow();
  return count > 0 ? m.invoice_closing_unpaid({ count, sum: formatKes(open) }) : null;
};

/** Ledger entries stay under the anonymous tenant record. Personal texts about invoices are deleted. */
export const eraseInvoicePersonalData: ErasePersonalData = async (tx, id) => {
  await sql`/* unscoped: scheduled job erases the data of closed accounts */ update invoice i set dispute = case when i.dispute is null then null else i.dispute || '{"reason": "", "by": null}' end
    where i.dispute is not null and exists (select 1 from tenant n where n.id = i.tenant_id and n.person_id = ${id})`.execute(tx);
};
