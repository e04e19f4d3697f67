import fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { walletService } from '#server/wallet/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy, payInvoice } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { addMoney, addPayoutAccount } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { setLocaleSource } from '#words/locale.js';
import { approvePayout } from '../approve.ts';
import { startPayoutRun } from '../run-batches.ts';
import { readMonthStatement } from './month-statement.ts';
import { buildMonthStatementDocument, buildMonthStatementTexts, makeMonthStatementPdfLink, monthStatementRoutes } from './month-statement-pdf.ts';

let services: TestServices;
let here: OwnerWithUnit;
let [maker, other]: TestPerson[] = [];
let company = 0;
let walletId = 0;
let n = 0;
const db = () => services.database.db;
const at = (day: string) => setClock(services, `${day}T09:00:00+03:00`);
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who as TestPerson, work);
const asked = (of: string) => ({ id: walletId, month: of, page: 1, page_size: 10 as const });
const seen = (of: string, by = here.owner) => readMonthStatement(createTestCtx(services, by), asked(of));
const parts = (one: Awaited<ReturnType<typeof seen>>) => Object.fromEntries(one.parts.map(({ part, cents: each }) => [part, each]));

async function rents(tenancyId: number, rent: number, deposit = 0) {
  const invoice = await as(here.owner, (ctx) => issueRentInvoice(ctx, tenancyId, rent, deposit ? { deposit } : {}));
  await payInvoice(services, invoice.id, rent + deposit);
}
const booked = (kind: 'commission' | 'adjustment' | 'bought', to: object, amount: number) =>
  postJournal(db(), {
    key: `month:${++n}`,
    kind,
    source: ['test', n],
    companyId: company,
    params: {},
    pairs: [{ fund: 'C', dr: { code: ledgerAccounts.ownerPayable, company }, cr: { code: ledgerAccounts.interfund, ...to }, cents: toCents(amount) }],
  });

beforeAll(async () => {
  setLocaleSource(localeContext.current);
  services = await createTestServices();
  await at('2027-03-02');
  here = await createOwnerWithUnit(services);
  company = here.owner.me.companyId ?? 0;
  walletId = (await db().selectFrom('wallet').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()).id;
  [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
  await setTrustMode(services, company);
  // Adds money of other owners, so that the platform can send payouts.
  await addMoney(services, (await createPerson(services, 'owner')).me.companyId ?? 0, 90_000_000);
  await db()
    .updateTable('wallet_setting')
    .set({ fee_bearer: 'payee', fees: JSON.stringify([{ upto: 25_000_000, cents: 1300 }]) })
    .execute();
  const [first, second] = [await addUnit(services, here.property), await addUnit(services, here.property)];
  const [a, b] = [
    await createOccupiedTenancy(services, here.property, { unitId: first }),
    await createOccupiedTenancy(services, here.property, { unitId: second }),
  ];
  await rents(a, 3_000_000, 1_000_000);
  await rents(b, 2_000_050);
  await booked('commission', {}, 250_000);
  await addPayoutAccount(services, company, { is_default: true });
  await at('2027-03-20');
  await as(maker, (ctx) => startPayoutRun(ctx, { cut_off: '2027-03-20' }));
  const draft = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  await as(other, (ctx) => approvePayout(ctx, { id: draft.id, net_cents: draft.net_cents }));
  await at('2027-04-06');
  await rents(a, 3_000_000);
  await booked('adjustment', {}, 10_000);
  await booked('bought', {}, 11_600);
});

test('monthly statement: shows opening balance, receipts by unit, other entries and closing balance', async () => {
  const march = await seen('2027-03');
  expect([march.opening_cents, march.over, march.count]).toEqual([0, true, 2]);
  expect(march.results.map((row) => row.cents).sort()).toEqual([2_000_050, 3_000_000]);
  expect(march.results.every(({ home }) => home.includes(', '))).toBe(true);
  const payout = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  expect(payout.fee_cents).toBe(1300);
  expect(parts(march)).toEqual({ gross: 5_000_050, commission: -250_000, fee: -1300, sent: -payout.net_cents });
  expect(march.closing_cents).toBe(5_000_050 - 250_000 - 1300 - payout.net_cents);
  const april = await seen('2027-04');
  expect([april.opening_cents, april.over]).toEqual([march.closing_cents, false]);
  expect(parts(april)).toEqual({ gross: 3_000_000, adjusted: -10_000, bought: -11_600 });
});

test('monthly statement: its closing balance equals the ledger and the wallet entries of the month', async () => {
  const april = await seen('2027-04');
  expect(april.closing_cents).toBe(await readAccountBalance(db(), 'C', { code: ledgerAccounts.ownerPayable, company }));
  expect(april.closing_cents).toBe((await walletService(services).ownWallet(createTestCtx(services, here.owner))).total_cents);
  for (const month of ['2027-02', '2027-03', '2027-04', '2027-05']) {
    const one = await seen(month);
    const z_filter = { day_from: one.from, day_to: one.last };
    const told = await walletService(services).listEntries(createTestCtx(services, here.owner), { id: walletId, page: 1, page_size: 10, z_filter });
    expect([one.opening_cents, one.closing_cents]).toEqual([told.opening_cents, told.closing_cents]);
    expect(sumCents(one.results.map((row) => row.cents))).toBe(parts(one).gross ?? 0);
  }
});

test('monthly statement: shows deposits in a separate part', async () => {
  expect((await seen('2027-03')).deposits).toEqual({ opening_cents: 0, in_cents: 1_000_000, out_cents: 0, closing_cents: 1_000_000 });
  const { deposits } = await seen('2027-04');
  expect(deposits).toEqual({ opening_cents: 1_000_000, in_cents: 0, out_cents: 0, closing_cents: 1_000_000 });
  const held = await walletService(services).listDeposits(createTestCtx(services, here.owner), { id: walletId, page: 1, page_size: 10 });
  expect(held.total_cents).toBe(deposits.closing_cents);
});

test('monthly statement: the PDF shows the same amounts as the page, in the reader’s language', async () => {
  const one = await seen('2027-03');
  const told = await buildMonthStatementTexts(createTestCtx(services, here.owner), walletId, '2027-03');
  expect(told.one).toEqual(one);
  const sheet = (language: 'en' | 'sw') => localeContext.run(language, () => buildMonthStatementDocument(told));
  const [english, swahili] = [sheet('en'), sheet('sw')];
  expect([english.title, swahili.title]).toEqual(['Monthly statement', 'Taarifa ya mwezi']);
  const [first, ofDeposits] = english.parts.flatMap((part) => ('sums' in part ? [part.sums] : []));
  expect(first?.map(([, value]) => value)).toEqual(
    [one.opening_cents, ...one.parts.map((row) => row.cents), one.closing_cents].map((each) => formatKesPlain(each, true)),
  );
  expect(ofDeposits?.at(-1)?.[1]).toBe(formatKesPlain(one.deposits.closing_cents, true));
  const tables = english.parts.flatMap((part) => ('table' in part ? [part.table.rows] : []));
  expect(tables.map((rows) => rows.length)).toEqual([2, 3, 1, 1]);
  expect(tables[2]?.[0]?.at(-1)).toBe(formatKesPlain((parts(one).sent ?? 0) + (parts(one).fee ?? 0), true));
});

test('monthly statement: can be read only by its company and platform staff', async () => {
  expect((await seen('2027-03', maker)).closing_cents).toBe((await seen('2027-03')).closing_cents);
  expect((await seen('2027-03', await createPerson(services, 'admin'))).count).toBe(2);
  const stranger = createTestCtx(services, await createPerson(services, 'owner'));
  await expect(readMonthStatement(stranger, asked('2027-03'))).rejects.toMatchObject({ failure: 'notFound' });
  await expect(makeMonthStatementPdfLink(services)(stranger, { id: walletId, month: '2027-03' })).rejects.toMatchObject({ failure: 'notFound' });
  expect((await makeMonthStatementPdfLink(services)(createTestCtx(services, here.owner), { id: walletId, month: '2027-03' })).address).toMatch(
    /^\/files\/month\/\d+\/2027-03\/en\?/,
  );
});

test('monthly statement: the PDF link works for an hour and only for its own month', async () => {
  const app = fastify();
  await monthStatementRoutes(app, services);
  const { address } = await makeMonthStatementPdfLink(services)(createTestCtx(services, here.owner), { id: walletId, month: '2027-03' });
  const got = await app.inject(address);
  expect([got.statusCode, got.headers['content-type'], got.rawPayload.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
  expect((await app.inject(address.replace('2027-03', '2027-04'))).statusCode).not.toBe(200);
  await at('2027-04-07');
  expect((await app.inject(address)).statusCode).not.toBe(200);
  await app.close();
});

test('monthly statement: shows an owner who collects the rent a note that Makao holds no rent', async () => {
  const own = await createOwnerWithUnit(services);
  const tenancyId = await createOccupiedTenancy(services, own.property, { unitId: await addUnit(services, own.property) });
  const invoice = await as(own.owner, (ctx) => issueRentInvoice(ctx, tenancyId, 1_200_000, { deposit: 300_000 }));
  await payInvoice(services, invoice.id, 1_500_000);
  const { id } = await walletService(services).ownWallet(createTestCtx(services, own.owner));
  const told = await buildMonthStatementTexts(createTestCtx(services, own.owner), id, '2027-04');
  expect(told.one).toMatchObject({
    mode: 'record',
    count: 1,
    opening_cents: 0,
    closing_cents: 1_200_000,
    deposits: { in_cents: 300_000, closing_cents: 300_000 },
  });
  expect(told.one.closing_cents).toBe(
    await readAccountBalance(db(), 'M', { code: ledgerAccounts.ownerPayable, company: own.owner.me.companyId ?? 0 }),
  );
  expect(buildMonthStatementDocument(told).parts.some((part) => 'style' in part && part.style === 'note')).toBe(true);
});

test('monthly statement: shows an owner who collected through Makao before that Makao holds a part', async () => {
  const own = await createOwnerWithUnit(services);
  const companyId = own.owner.me.companyId ?? 0;
  const read = async () => {
    const { id } = await walletService(services).ownWallet(createTestCtx(services, own.owner));
    return readMonthStatement(createTestCtx(services, own.owner), { id, month: '2027-04', page: 1, page_size: 10 });
  };
  const tenancyId = await createOccupiedTenancy(services, own.property, { unitId: await addUnit(services, own.property) });
  const rent = async () => {
    const invoice = await as(own.owner, (ctx) => issueRentInvoice(ctx, tenancyId, 1_000_000));
    await payInvoice(services, invoice.id, 1_000_000);
  };
  await rent();
  expect(await read()).toMatchObject({ mode: 'record', mixed: false });
  await setTrustMode(services, companyId);
  await rent();
  await db().updateTable('ledger_book').set({ mode: 'record' }).where('company_id', '=', companyId).execute();
  expect(await read()).toMatchObject({ mode: 'record', mixed: true });
});
