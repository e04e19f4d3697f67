import { sql } from 'kysely';
import { cents } from '#contract/money/cents.ts';
import { kes } from '#contract/money/format.ts';
import type { ClosingCheck, Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { companyLedBy } from '#server/people/service.ts';
import { m } from '#words/messages.js';

/** What was asked of them and what they paid: of the tenancies they pay in and the homes they applied for. */
export const invoiceHoldings: Holdings = {
  invoices: (db, id) =>
    everything(db, 'invoice', 'the export a person asked for, of what is theirs')
      .select()
      .innerJoin('tenant', 'tenant.id', 'invoice.tenant_id')
      .innerJoin('unit', 'unit.id', 'invoice.unit_id')
      .select(['invoice.code', 'invoice.kind', 'invoice.status', 'unit.name as unit', 'invoice.issued_on', 'invoice.due_on'])
      .select(['invoice.total_cents', 'invoice.paid_cents', 'invoice.credited_cents', 'invoice.dispute'])
      .where('tenant.person_id', '=', id)
      .orderBy('invoice.id')
      .execute(),
};

/** Whoever owes something pays it, or settles it with who asks, before their account goes. */
export const owes: ClosingCheck = async (db, personId) => {
  const row = await everything(db, 'invoice', 'what keeps an account from closing')
    .select()
    .innerJoin('tenant', 'tenant.id', 'invoice.tenant_id')
    .select('invoice.code')
    .where('tenant.person_id', '=', personId)
    .where('invoice.status', 'in', ['unpaid', 'active'])
    .where('invoice.open_cents', '>', cents(0))
    .orderBy('invoice.id')
    .limit(1)
    .executeTakeFirst();
  return row ? m.invoice_closing_owes({ code: row.code }) : null;
};

/** What tenants have not paid a company is collected, credited or written off before who leads it goes. */
export const unpaid: ClosingCheck = async (db, personId) => {
  const company = await companyLedBy(db, personId);
  if (company === null) return null;
  const { count, cents: open } = await everything(db, 'invoice', 'what keeps an account from closing')
    .select()
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(open_cents), 0)::bigint`.as('cents')])
    .where('company_id', '=', company)
    .where('status', 'in', ['unpaid', 'active'])
    .where('open_cents', '>', cents(0))
    .executeTakeFirstOrThrow();
  return count > 0 ? m.invoice_closing_unpaid({ count, sum: kes(open) }) : null;
};

/** The books stay, under the nameless relation; what somebody wrote about an invoice goes. */
export const forgetInvoices: Forget = async (tx, id) => {
  await sql`/* all: the clock forgets closed accounts */ update invoice i set dispute = case when i.dispute is null then null else i.dispute || '{"reason": "", "by": null}' end
    where i.dispute is not null and exists (select 1 from tenant n where n.id = i.tenant_id and n.person_id = ${id})`.execute(tx);
};
