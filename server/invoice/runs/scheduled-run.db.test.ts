import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy, findFailedInvoiceChecks } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { issueDueInvoices, processInvoiceRunChunk } from './run.ts';

let services: TestServices;
const db = () => services.database.db;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => setClock(services, null));
const rentOf = (tenancyId: number, of: string) =>
  services.database.db.selectFrom('invoice').selectAll().where('once_key', '=', `rent:${tenancyId}:${of}`).where('status', '<>', 'expired').execute();
/** The invoices of which tenants are notified. */
const told = async () =>
  (
    await sql<{ id: number }>`select jsonb_array_elements_text(data -> 'ids')::bigint as id from job.job where name = 'invoice.issued'`.execute(
      services.database.db,
    )
  ).rows.map((row) => Number(row.id));

test('scheduled invoice run: a second run on the same day also notifies tenants of invoices added since the first', async () => {
  await setClock(services, '2027-06-26T05:00:00Z');
  const { property } = await createOwnerWithUnit(services);
  const opening = { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-06-25' };
  const first = await createOccupiedTenancy(services, property, { opening });
  await issueDueInvoices(db());
  const second = await createOccupiedTenancy(services, property, { opening });
  await issueDueInvoices(db());
  const ids = (await Promise.all([first, second].map((id) => rentOf(id, '2027-07-01')))).flat().map((row) => row.id);
  expect(ids).toHaveLength(2);
  expect(await told()).toEqual(expect.arrayContaining(ids));
});

test('scheduled invoice run: a run that stopped after its first chunk resumes on the same day and issues each invoice once', async () => {
  await setClock(services, '2027-08-26T05:00:00Z');
  const { property } = await createOwnerWithUnit(services);
  const opening = { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-08-25' };
  await issueDueInvoices(db());
  const [first, second] = [
    await createOccupiedTenancy(services, property, { opening }),
    await createOccupiedTenancy(services, property, { opening }),
  ];
  const runNow = () =>
    services.database.db
      .selectFrom('invoice_run')
      .select(['id', 'made', 'cursor', 'problem', 'finished_at'])
      .where('as_of', '=', '2027-08-26')
      .where('month', '=', '2027-09-01')
      .executeTakeFirstOrThrow();
  const issued = async () => (await Promise.all([first, second].map((id) => rentOf(id, '2027-09-01')))).map((rows) => rows.length);
  // The second invoice fails in the database, which rolls back its chunk and stops the run.
  await sql`alter table invoice add constraint stop check (tenancy_id <> ${sql.lit(second)}) not valid`.execute(db());
  await expect(issueDueInvoices(db())).rejects.toThrow('stop');
  const { id, made } = await runNow();
  await processInvoiceRunChunk(db(), id, 1);
  await expect(issueDueInvoices(db())).rejects.toThrow('stop');
  expect(await runNow()).toMatchObject({ made: made + 1, cursor: first, problem: expect.stringContaining('stop'), finished_at: null });
  expect(await issued()).toEqual([1, 0]);
  await sql`alter table invoice drop constraint stop`.execute(db());
  expect(await issueDueInvoices(db())).toBe(1);
  expect(await runNow()).toMatchObject({ id, made: made + 2, cursor: second, problem: null, finished_at: expect.any(Date) });
  expect(await issued()).toEqual([1, 1]);
  const ids = (await Promise.all([first, second].map((one) => rentOf(one, '2027-09-01')))).flat().map((row) => row.id);
  expect(await told()).toEqual(expect.arrayContaining(ids));
  expect(await issueDueInvoices(db())).toBe(0);
  expect(await findFailedInvoiceChecks(services)).toEqual([]);
});
