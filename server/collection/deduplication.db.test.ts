import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { listStatementLines } from '#server/bank-statement/statement-lists.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice } from '#test/fixtures/payments.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { submitMpesaMessage } from './pasted-messages.ts';
import { emptySealedPhone } from './phones.ts';
import * as record from './record.ts';
import { recordReceipt } from './record-receipts.ts';

/** A company's own paybill reports a payment by Pull, by statement and through its manager: under one reference, credited once. */
let services: TestServices;
let here: OwnerWithUnit;
let own: CollectionAccountRow;
let home = 0;
let n = 0;
const db = () => services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2], by: TestPerson = here.owner) => runAsPerson(services, by, work);
const paybill = async (company_id: number | null, number: string): Promise<CollectionAccountRow> => {
  const fund = company_id === null ? 'C' : 'M';
  const made = await createCollectionAccount(db(), {
    company_id,
    rail: 'mpesa',
    name: 'Paybill',
    number,
    bank_code: null,
    fund,
    of_env: company_id === null,
  });
  if (!made) throw new Error('no account');
  return made;
};
beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  own = await paybill(here.owner.me.companyId, '400111');
  await paybill(null, '174379');
  home = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
  await as((ctx) => issueRentInvoice(ctx, home, 9_000_000));
});
afterAll(() => setClock(services, null));

const numbered = () => `TKB8${String(100_000 + ++n)}`;
const sum = 100_000;
const pulled = (external: string) => (ctx: Ctx) =>
  recordReceipt(ctx, {
    rail: 'mpesa',
    external,
    account: own,
    cents: sum,
    paidAt: clock.now(),
    accountText: 'NOBODY',
    payer: 'JOHN',
    phone: emptySealedPhone,
    verifiedBy: 'pull',
  });
const writtenDown =
  (external: string, tenancy_id = home) =>
  (ctx: Ctx) =>
    record.recordPayment(ctx, { how: 'mpesa', note: '', tenancy_id, cents: toCents(sum), on: clock.today(), external });
/** The statement is read first, so that it does not know what is credited between reading and importing. */
const statementOf = async (external: string) => {
  const csv = `Receipt No.,Completion Time,Details,Paid In,Withdrawn\n${external},2027-03-02,Pay Bill Acc. NOBODY,1000.00,\n`;
  const { id } = await as((ctx) => statements.uploadStatement(ctx, { account_id: own.id, name: `${external}.csv`, csv }));
  return (ctx: Ctx) => statements.importStatement(ctx, { id, duplicates: 'import' });
};
const credited = async (external: string): Promise<number> => {
  const rows = await db().selectFrom('payment').select('cents').where('external', '=', external).where('status', '=', 'completed').execute();
  return rows.reduce((all, row) => all + row.cents, 0);
};

test('duplicate reference: a payment already credited by Pull or a statement cannot be recorded again, in any spelling of the reference', async () => {
  const [byPull, byFile] = [numbered(), numbered()];
  await as(pulled(byPull));
  await as(await statementOf(byFile));
  for (const external of [byPull, byFile, `${byPull.slice(0, 4)} ${byPull.slice(4)}`.toLowerCase()])
    await expect(as(writtenDown(external))).rejects.toMatchObject({ failure: 'conflict' });
  expect([await credited(byPull), await credited(byFile)]).toEqual([sum, sum]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test("duplicate reference: a recorded payment is not credited twice, and another company's record does not block a receipt", async () => {
  const [external, theirs] = [numbered(), numbered()];
  await as(writtenDown(external));
  expect(await as(pulled(external))).toMatchObject({ became: 'known' });
  // The file has no new line.
  await expect(as(await statementOf(external))).rejects.toMatchObject({ failure: 'conflict' });
  expect(await credited(external)).toBe(sum);
  const other = await createOwnerWithUnit(services);
  const t = await createOccupiedTenancy(services, other.property, { unitId: await addUnit(services, other.property) });
  await as(writtenDown(theirs, t), other.owner);
  expect(await as(pulled(theirs))).toMatchObject({ became: 'credited' });
});

test("duplicate reference: reading and importing a statement reveal nothing about another company's payment", async () => {
  const [theirs, others] = [await createOwnerWithUnit(services), numbered()];
  const elsewhere = await paybill(theirs.owner.me.companyId, '400222');
  const platform = await db().selectFrom('collection_account').selectAll().where('of_env', '=', true).executeTakeFirstOrThrow();
  const ours = numbered();
  const came = (external: string, account: CollectionAccountRow) => (ctx: Ctx) =>
    recordReceipt(ctx, {
      rail: 'mpesa',
      external,
      account,
      cents: sum,
      paidAt: clock.now(),
      accountText: 'NOBODY',
      payer: 'JANE',
      phone: emptySealedPhone,
      verifiedBy: 'pull',
    });
  await as(came(others, elsewhere));
  await as(came(ours, platform));
  for (const external of [others, ours]) {
    const take = await statementOf(external);
    const { id } = await db().selectFrom('statement').select('id').where('name', '=', `${external}.csv`).executeTakeFirstOrThrow();
    const [line] = (await as((ctx) => listStatementLines(ctx, { id, page: 1, page_size: 10 }))).results;
    await as(take);
    const [after] = (await as((ctx) => listStatementLines(ctx, { id, page: 1, page_size: 10 }))).results;
    expect([line?.fate, after?.fate]).toEqual(['new', 'new']);
    const mine = await db()
      .selectFrom('payment')
      .select('account_id')
      .where('id', '=', after?.payment?.id ?? 0)
      .executeTakeFirst();
    expect(mine?.account_id).toBe(own.id);
  }
  // M-Pesa repeats a reference that is credited elsewhere: it is not new money, and the answer does not reveal whose it is.
  expect(await as(pulled(others))).toEqual({ paymentId: expect.any(Number), became: 'known' });
  const strange = numbered();
  await as(came(strange, elsewhere));
  expect(await as(pulled(strange))).toEqual({ paymentId: null, became: 'known' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('duplicate reference: a payment from two concurrent sources is credited only once', async () => {
  const ways = [async (external: string) => pulled(external), statementOf, async (external: string) => writtenDown(external)];
  for (const first of ways)
    for (const second of ways) {
      if (first === second) continue;
      const external = numbered();
      const [one, two] = [await first(external), await second(external)];
      const late = await as(async (ctx) => {
        await one(ctx);
        const waiting = runOnReserveConnection('another node', () => as<unknown>(two)).catch((refused: unknown) => refused);
        const held = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
        await expect.poll(async () => (await held.execute(ctx.db)).rows.length).toBeGreaterThan(0);
        return [waiting];
      });
      await Promise.all(late);
      expect(await credited(external)).toBe(sum);
    }
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test("pasted M-Pesa message: reveals nothing to a stranger about a payment to a company's own paybill", async () => {
  const external = numbered();
  await as(pulled(external));
  const stranger = await createPerson(services, 'tenant');
  const text = `${external} Confirmed. Ksh1,000.00 sent to SOMEBODY for account X on 3/3/27`;
  expect(await as((ctx) => submitMpesaMessage(ctx, { text }), stranger)).toEqual({ external, known: false });
});
