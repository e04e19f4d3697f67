import { sql } from 'kysely';
import { companyScope, leasedOutScope, leasingScope, noRows, type ScopeRule, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

/** The time for which former payers keep access to their invoices. */
const readsOn = sql`app.today() - interval '24 months'`;
/**
 * Payers and applicants. All payers of a tenancy are jointly liable. A former payer reads the invoices issued while they paid. Occupants who do not
 * pay and guarantors have no access.
 */
const pays: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`(exists (select 1 from tenancy_person tp join tenant tn on tn.id = tp.tenant_id join tenancy ty on ty.id = tp.tenancy_id
        where tp.tenancy_id = ${t('tenancy_id')} and tn.person_id = ${me.userId} and tp.role in ('lead', 'co_tenant')
          and (tp.until is null or coalesce(${t('period_from')}, ${t('issued_on')}) <= tp.until)
          and coalesce(tp.until, (ty.termination ->> 'on')::date, 'infinity') >= ${readsOn})
        or exists (select 1 from booking ab where ab.id = ${t('booking_id')} and ab.person_id = ${me.userId}))`;

export const invoiceScopes: TableScopes = {
  invoice: leasingScope('invoices', pays),
  'invoice:managed': leasedOutScope('invoices'),
  invoice_line: visibleWith('invoice', 'invoice_id'),
  credit_note: visibleWith('invoice', 'invoice_id'),
  credit_note_line: visibleWith('credit_note', 'credit_note_id'),
  document_serial: companyScope(),
  late_fee: visibleWith('invoice', 'invoice_id'),
  invoice_reminder: visibleWith('invoice', 'invoice_id'),
  invoice_setting: companyScope(),
  invoice_run: companyScope(),
  invoice_run_skip: visibleWith('invoice_run', 'run_id'),
  late_fee_policy: companyScope(),
  late_fee_tier: visibleWith('late_fee_policy', 'policy_id'),
};
