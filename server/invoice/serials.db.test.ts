import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice } from '#test/fixtures/payments.ts';
import { createTestCtx, runAsPerson } from '#test/people.ts';
import { creditInvoice, voidInvoice } from './credit.ts';
import { readInvoiceDetails } from './invoice-detail.ts';
import { exportInvoices, listInvoices } from './lists.ts';

let services: TestServices;
let [here, other]: OwnerWithUnit[] = [];
let [first, second] = [0, 0];
const made = (at: OwnerWithUnit | undefined, tenancy: number, cents = 100_000) =>
  runAsPerson(services, at?.owner ?? null, (ctx) => issueRentInvoice(ctx, tenancy, cents));
const seen = (id: number) => readInvoiceDetails(createTestCtx(services, here?.owner ?? null), { id });
const serials = async () => {
  const { rows } = await sql<{
    serials: number[];
  }>`select array_agg(serial::int order by serial) as serials from invoice group by company_id`.execute(services.database.db);
  return rows.map((row) => row.serials);
};
const unbroken = (numbers: readonly number[]) => numbers.map((_, at) => at + 1);

beforeAll(async () => {
  services = await createTestServices();
  [here, other] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  [first, second] = [await createOccupiedTenancy(services, here.property), await createOccupiedTenancy(services, other.property)];
});

test('invoice numbers: each company has its own series, and invoices issued at once, refused or rolled back leave no gap', async () => {
  await Promise.all([made(here, first), made(here, first), made(other, second), made(here, first)]);
  await expect(made(here, first, 0)).rejects.toMatchObject({ failure: 'invalid' });
  await expect(
    runAsPerson(services, here?.owner ?? null, async (ctx) => {
      await issueRentInvoice(ctx, first, 100_000);
      throw new Error('the machine stops');
    }),
  ).rejects.toThrow('the machine stops');
  await made(here, first);
  const found = await serials();
  expect(found.map((all) => all.length).toSorted()).toEqual([1, 4]);
  for (const all of found) expect(all).toEqual(unbroken(all));
});

test('invoice numbers: a voided invoice keeps its number, and no number can be changed', async () => {
  const { id } = await made(here, first);
  const { serial } = await seen(id);
  await runAsPerson(services, here?.owner ?? null, (ctx) => voidInvoice(ctx, { id, reason: 'wrong home' }));
  expect((await seen(id)).serial).toBe(serial);
  expect((await seen((await made(here, first)).id)).serial).toBe(serial + 1);
  await expect(sql`update invoice set serial = serial + 1000 where id = ${id}`.execute(services.database.db)).rejects.toThrow(/does not change/);
});

test('credit notes have a series of their own, beside the invoices they credit', async () => {
  const { id } = await made(here, first);
  const [line] = (await seen(id)).lines;
  const credit = () =>
    runAsPerson(services, here?.owner ?? null, (ctx) =>
      creditInvoice(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: toCents(10_000) }], reason: 'the lift stood' }),
    );
  await credit();
  expect((await credit()).credit_notes.map((note) => note.serial)).toEqual([1, 2]);
});

test('invoice numbers: the list finds an invoice by its number, and the CSV names the number', async () => {
  const { id } = await made(here, first);
  const { serial, code } = await seen(id);
  const ctx = createTestCtx(services, here?.owner ?? null);
  const found = await listInvoices(ctx, { page: 1, page_size: 10, sort: '-due_on', z_filter: { q: String(serial) } });
  expect(found.results.map((one) => one.code)).toContain(code);
  const csv = await exportInvoices(ctx, { sort: '-due_on', part: 1, z_filter: {} });
  expect(csv.csv.split('\n')[0]).toContain('Invoice number');
});
