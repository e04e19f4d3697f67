import { sql } from 'kysely';
import type { ExampleRowSeeder } from '#test/example-kinds.ts';

/** A row of another company in every invoice table; its tenancy is inserted before. */
export const seedOtherCompanyInvoices: ExampleRowSeeder = async (services, { mark, companies }) => {
  const [company = 0] = companies;
  const words = (what: string) => `${mark} ${what}`;
  const newest = (table: string) => sql`(select max(id) from ${sql.table(table)})`;
  const invoice = newest('invoice');
  const rows = [
    sql`invoice_setting (company_id) values (${company})`,
    sql`invoice_run (company_id, month, problem) values (${company}, '2030-02-01', ${words('run')})`,
    sql`invoice_run_skip (run_id, tenancy_id, why) values (${newest('invoice_run')}, ${newest('tenancy')}, 'nothing')`,
    sql`invoice (company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id, fund, kind, issued_on, due_on, total_cents, note, token)
        select company_id, property_id, unit_id, id, booking_id, ${newest('tenant')}, 'M', 'ad_hoc', '2030-02-01', '2030-02-05', 100, ${words('invoice')}, ${`${mark}-token-of-an-invoice`}
        from tenancy where id = ${newest('tenancy')}`,
    sql`invoice_line (invoice_id, n, kind, label, unit_cents, cents) values (${invoice}, 1, 'other', ${words('line')}, 100, 100)`,
    sql`credit_note (invoice_id, kind, unpaid_cents, paid_cents, reason) values (${invoice}, 'credit', 100, 0, ${words('credit')})`,
    sql`credit_note_line (credit_note_id, invoice_line_id, unpaid_cents, paid_cents) values (${newest('credit_note')}, ${newest('invoice_line')}, 100, 0)`,
    sql`late_fee_policy (company_id) values (${company})`,
    sql`late_fee_tier (policy_id, step, place, grace_days, every, kind, value) values (${newest('late_fee_policy')}, 0, 0, 5, 'once', 'fixed', 100)`,
    sql`late_fee (invoice_id, tier, n, cents, fee_invoice_id, charged_on) values (${invoice}, 0, 1, 100, ${invoice}, '2030-02-10')`,
    sql`invoice_reminder (invoice_id, days) values (${invoice}, 0)`,
  ];
  for (const row of rows) await sql`insert into ${row}`.execute(services.database.db);
};
