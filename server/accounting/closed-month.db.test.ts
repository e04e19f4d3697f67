import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { approveCashMove, correctReconciliationDifference } from '#server/bank-statement/corrections.ts';
import { recordOutsidePayment } from '#server/collection/service.ts';
import { closeCheckedLedgerMonth, postJournal } from '#server/ledger/service.ts';
import { requestTaxRemittance } from '#server/treasury/taxes.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addCashCorrection, addStatementDifference } from '#test/fixtures/own-accounts.ts';
import { createOpenInvoice } from '#test/fixtures/payment-rows.ts';
import { setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, makeSuperadminsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';

/** Every act for which a person enters or chooses a value date, with a day of a closed month. */
let services: TestServices;
let [first, second, owner]: TestPerson[] = [];
let taxRequest = 0;
const [inMarch, inApril] = ['2027-03-30', '2027-04-02'];
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who ?? null, work);
const closed = (day: RegExp) => ({ failure: 'conflict', message: expect.stringMatching(new RegExp(`${day.source} is in a closed month`)) });
let n = 0;
const remit = (paid_on: string) =>
  as(first, (ctx) =>
    requestTaxRemittance(services)(ctx, {
      file: { data: Buffer.from('%PDF-1.7 receipt of KRA'), type: 'pdf', name: 'receipt.pdf' },
      tax: 'vat',
      cents: toCents(100),
      account_id: null,
      paid_on,
      reference: `PRN-${++n}`,
      reason: 'VAT of the month',
    }),
  );
const prove = async (id: number) => {
  const file = await db()
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'receipt.pdf' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db().updateTable('approval_request').set({ evidence_file_id: file.id }).where('id', '=', id).execute();
};

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-04-05T09:00:00+03:00');
  [first, second, owner] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'owner'),
  ];
  await makeSuperadminsEstablished(services);
  await setTrustMode(services, owner.me.companyId ?? 0);
  await postJournal(db(), {
    key: 'closed:vat',
    kind: 'adjustment',
    source: ['test', 1],
    params: {},
    day: '2027-03-10',
    pairs: [{ fund: 'P', dr: { code: ledgerAccounts.platformBank }, cr: { code: ledgerAccounts.platformTaxPayable }, cents: toCents(500_000) }],
  });
  taxRequest = (await remit(inMarch)).id;
  await prove(taxRequest);
  await as(first, (ctx) => closeCheckedLedgerMonth(ctx, { month: '2027-03' }));
});

test('closed month: cash that a person records with a day in it is refused, and of the open month accepted', async () => {
  const home = await createOpenInvoice(services, owner?.me.companyId ?? 0);
  const record = (on: string) =>
    as(owner, (ctx) =>
      recordOutsidePayment(ctx, {
        companyId: home.company,
        how: 'cash',
        cents: 150_000,
        on,
        home: { tenancy_id: home.tenancy_id, booking_id: null, property_id: home.property, unit_id: home.unit, tenant_id: home.tenant },
      }),
    );
  await expect(record(inMarch)).rejects.toMatchObject(closed(/30 March 2027/));
  expect((await record(inApril)).paymentId).toBeGreaterThan(0);
});

test('closed month: a payment of tax dated in it is neither requested nor approved', async () => {
  await expect(remit(inMarch)).rejects.toMatchObject(closed(/30 March 2027/));
  await expect(as(second, (ctx) => decideApprovalRequest(services)(ctx, { id: taxRequest, approve: true, reason: '' }))).rejects.toMatchObject(
    closed(/30 March 2027/),
  );
  await as(first, (ctx) => decideApprovalRequest(services)(ctx, { id: taxRequest, approve: false, reason: '' }));
  const { id } = await remit(inApril);
  await prove(id);
  await as(second, (ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }));
  expect(await db().selectFrom('tax_remittance').select('paid_on').execute()).toEqual([{ paid_on: inApril }]);
});

test('closed month: the correction of a difference from a bank balance of it is neither requested nor approved', async () => {
  const setDay = (account_id: number, day: string) => db().updateTable('bank_figure').set({ day }).where('account_id', '=', account_id).execute();
  const account = await addStatementDifference(services);
  const correct = () => as(first, (ctx) => correctReconciliationDifference(ctx, { account_id: account, reason: 'Nobody can find it any more' }));
  await setDay(account, '2027-03-31');
  await expect(correct()).rejects.toMatchObject(closed(/31 March 2027/));
  await setDay(account, inApril);
  expect(await correct()).toMatchObject({ status: 'asked' });
  const asked = await addCashCorrection(services);
  const { account_id } = await db().selectFrom('cash_move').select('account_id').where('id', '=', asked).executeTakeFirstOrThrow();
  await setDay(account_id, '2027-03-31');
  await expect(as(second, (ctx) => approveCashMove(ctx, { id: asked }))).rejects.toMatchObject(closed(/31 March 2027/));
  await setDay(account_id, inApril);
  expect(await as(second, (ctx) => approveCashMove(ctx, { id: asked }))).toMatchObject({ status: 'arrived' });
});
