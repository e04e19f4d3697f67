import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { type CollectionAccountRow, findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import * as desk from './allocate-payment.ts';
import { matchPayment, retryUnmatchedPayments } from './match-payment.ts';

let services: TestServices;
let here: OwnerWithUnit;
let boss: TestPerson;
let paybill: CollectionAccountRow;
let n = 0;
const db = () => services.database.db;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const home = async () => createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
const bill = (t: number, sum: number) => as(boss, (ctx) => issueRentInvoice(ctx, t, sum));
const codeOf = async (t: number) =>
  (await db().selectFrom('tenancy').select('code').where('id', '=', t).executeTakeFirstOrThrow()).code.replace('-', '');
const payment = (id: number) => db().selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const came = async (sum: number, accountText = 'NOBODY') => {
  const facts = { rail: 'mpesa', external: `TKP${String(1_000_000 + ++n)}`, account: paybill, cents: sum, paidAt: clock.now(), accountText } as const;
  const { paymentId } = await db()
    .transaction()
    .execute((tx) => recordReceipt(asClock(tx), { ...facts, payer: 'JOHN', phone: emptySealedPhone, verifiedBy: 'pull' }));
  await matchPayment(db(), paymentId ?? 0);
  return { id: paymentId ?? 0 };
};
beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
  boss = await createPerson(services, 'superadmin');
  await setTrustMode(services, here.owner.me.companyId ?? 0);
  const made = await findOrCreatePlatformPaybill(services, db());
  if (!made) throw new Error('there is no paybill');
  paybill = made;
});

test('payment matching: a fully allocated payment is checked once and not retried', async () => {
  const t = await home();
  await bill(t, 30_000);
  const { id } = await came(30_000, await codeOf(t));
  await db().updateTable('payment').set({ looked_at: null }).where('id', '=', id).execute();
  await retryUnmatchedPayments(services, db());
  expect((await payment(id)).looked_at).not.toBeNull();
});

test('overpayment: only the tenancy that overpaid is notified of the overpayment', async () => {
  const [a, b] = [await home(), await home()];
  await bill(a, 500_000);
  await bill(b, 2_000_000);
  const { id } = await came(3_000_000);
  const before = (await listSentNotifications(services, 'payment.received')).length;
  const parts = [
    { tenancy_id: a, cents: toCents(1_000_000) },
    { tenancy_id: b, cents: toCents(2_000_000) },
  ];
  await as(boss, (ctx) => desk.allocatePaymentToTenancies(ctx, { id, parts }, { approved: true }));
  const heard = (await listSentNotifications(services, 'payment.received'))
    .slice(before)
    .map(({ params }) => params as { sum: string; over?: string });
  expect(heard.map(({ sum, over }) => `${sum}, over ${over ?? 'nothing'}`).toSorted()).toEqual([
    'KES 10,000, over KES 5,000',
    'KES 20,000, over nothing',
  ]);
});
