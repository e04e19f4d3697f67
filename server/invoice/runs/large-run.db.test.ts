import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { runAsPerson } from '#test/people.ts';
import { chargeLateFees, previewLateFees, setLateFeePolicy } from '../late-fees/fees.ts';
import { sendInvoiceReminders } from '../reminders.ts';

let services: TestServices;
let here: OwnerWithUnit;
const many = 20_050;
/** Inserts a rent invoice with its line, ten days overdue. */
const late = (tenancy: number, count: number, mark: string) =>
  sql`with made as (insert into invoice (company_id, property_id, unit_id, tenancy_id, tenant_id, fund, kind, issued_on, due_on, total_cents, token)
      select t.company_id, t.property_id, t.unit_id, t.id, (select tenant_id from tenancy_person x where x.tenancy_id = t.id limit 1), 'M', 'rent',
        app.today() - 15, app.today() - 10, 100000, md5(${mark} || n) || md5(n::text) from tenancy t, generate_series(1, ${count}::int) n where t.id = ${tenancy} returning id)
    insert into invoice_line (invoice_id, n, kind, unit_cents, cents) select id, 1, 'rent', 100000, 100000 from made order by id`.execute(
    services.database.db,
  );
beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
  const tenancy = await createOccupiedTenancy(services, here.property);
  // One statement for all of them reaches the time limit of a statement on a busy machine.
  for (let part = 0; part < 5; part++) await late(tenancy, many / 5, `old ${part}`);
  const { db } = services.database;
  await sql`insert into invoice_reminder (invoice_id, days) select id, 7 from invoice`.execute(db);
  await runAsPerson(services, here.owner, (ctx) =>
    setLateFeePolicy(ctx, {
      property_id: null,
      tenancy_id: null,
      active: true,
      revision: 0,
      tiers: [{ grace_days: 5, every: 'once', kind: 'fixed', value: 50_000, cap_cents: null }],
    }),
  );
  await sql`insert into late_fee (invoice_id, tier, n, cents, fee_invoice_id, charged_on)
    select i.id, s.step, 1, 50000, i.id, app.today() - 3 from invoice i, late_fee_tier s where s.place = 0`.execute(db);
});

test('late fees and reminders: a newly overdue invoice is processed even after many invoices that were already processed', async () => {
  const newer = await createOccupiedTenancy(services, here.property);
  await late(newer, 1, 'new');
  const shown = await runAsPerson(services, here.owner, (ctx) => previewLateFees(ctx, { property_id: null, tiers: null }));
  expect(shown).toMatchObject({ count: 1, total_cents: 50_000, late: many + 1 });
  // Invoices that will be charged come first, then overdue ones that will not, with the reason.
  expect(shown.rows[0]).toMatchObject({ tenancy: { id: newer }, cents: 50_000, charged_on: null });
  expect(shown.rows[1]).toMatchObject({ cents: 0, charged_cents: 50_000, charged_on: expect.any(String) });
  expect(await sendInvoiceReminders(services.database.db)).toBe(1);
  expect(await chargeLateFees(services.database.db)).toBe(1);
});
