import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as record from '#server/collection/record.ts';
import { lockPayment, putPayment } from '#server/collection/rows.ts';
import * as payments from '#server/payment/acts.ts';
import * as refunds from '#server/refund/refunds.ts';
import { addAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { waitsWithout } from '#test/lock-order.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, unproven } from '#test/worlds/payments.ts';
import { keepCredit, spendCredit } from './credit.ts';

/** Money's order: invoice, payment, its credits, the books' totals. Each door waits for the first of them with none of the others in hand. */
let house: House;
let here: Place;
let second: Somebody;
let n = 0;
const db = () => house.database.db;
const as = <T>(work: Parameters<typeof inTransaction<T>>[2], by: Somebody = here.owner) => inTransaction(house, by, work);
const home = async () => livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
const bill = (t: number, sum: number) => as((ctx) => billed(ctx, t, sum));
const came = (tenancy_id: number, sum: number, how: 'bank' | 'cash' = 'bank') =>
  as((ctx) =>
    record.record(ctx, { how, note: '', tenancy_id, cents: cents(sum), on: clock.today(), external: how === 'bank' ? `FT-LOCK${++n}` : '' }),
  );
/** What the books hold so far, each of which a journal would keep to itself. */
const totals = async () =>
  (await db().selectFrom('ledger_total').select('account_id').execute()).map(({ account_id }) => ['ledger_total', account_id] as const);
const creditOf = (payment: number) => db().selectFrom('payment_credit').select('id').where('payment_id', '=', payment).executeTakeFirstOrThrow();

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  second = await somebody(house, 'superadmin');
  await longHere(house, second);
  const own = { company_id: here.owner.me.companyId, rail: 'bank', name: 'Our bank', number: '01136012345678', bank_code: '01', fund: 'M' } as const;
  await addAccount(db(), own);
  // The books have seen all of this once.
  const t = await home();
  await bill(t, 10_000);
  await came(t, 20_000);
});
afterAll(async () => {
  expect(await unproven(house)).toEqual([]);
  await setClock(house, null);
});

test('what is written down', async () => {
  const t = await home();
  const { id } = await bill(t, 50_000);
  await waitsWithout(house, ['invoice', id], await totals(), () => came(t, 50_000));
});

test('cash whose code was given', async () => {
  const t = await home();
  const { id } = await bill(t, 50_000);
  const cash = await came(t, 50_000, 'cash');
  const code = String((await told(house, 'payment.cash_code')).at(-1)?.params.code);
  await waitsWithout(house, ['invoice', id], [['payment', cash.id], ...(await totals())], () =>
    as((ctx) => payments.confirmCash(house)(ctx, { id: cash.id, code })),
  );
});

test.each([
  ['taken off what it paid', (id: number) => as((ctx) => payments.unmatch(ctx, { id, reason: 'Of another home' }))],
  ['reversed', (id: number) => as((ctx) => payments.reverse(ctx, { id, reason: 'The cheque bounced' }))],
])('what is %s', async (_, work) => {
  const t = await home();
  const { id } = await bill(t, 50_000);
  const paid = await came(t, 60_000);
  const credit = await creditOf(paid.id);
  await waitsWithout(house, ['invoice', id], [['payment', paid.id], ['payment_credit', credit.id], ...(await totals())], () => work(paid.id));
});

test('credit that is used', async () => {
  const t = await home();
  const paid = await came(await home(), 50_000);
  await as((ctx) => payments.unmatch(ctx, { id: paid.id, reason: 'Of another home' }));
  const { id } = await bill(t, 30_000);
  // It is theirs once there is something to put it to.
  await as(async (ctx) => {
    const whose = { companyId: here.owner.me.companyId ?? 0, tenancyId: t, bookingId: null };
    await keepCredit(ctx, await lockPayment(ctx.db, paid.id), whose, 50_000);
    await putPayment(ctx.db, paid.id, { credited_cents: cents(50_000), match: 'matched' });
  });
  const credit = await db()
    .selectFrom('payment_credit')
    .select('id')
    .where('payment_id', '=', paid.id)
    .where('tenancy_id', '=', t)
    .executeTakeFirstOrThrow();
  await waitsWithout(house, ['invoice', id], [['payment_credit', credit.id], ...(await totals())], () =>
    as((ctx) => spendCredit(ctx, { invoiceId: id })),
  );
});

test('a refund of it', async () => {
  const t = await home();
  const paid = await came(t, 50_000);
  const credit = await creditOf(paid.id);
  const asked = await as((ctx) => payments.askRefund(ctx, { id: paid.id, cents: cents(20_000), reason: 'Paid twice', to: 'KCB 0113601234' }));
  const id = asked.refunds.at(-1)?.id ?? 0;
  await waitsWithout(house, ['payment', paid.id], [['payment_credit', credit.id], ...(await totals())], () =>
    as((ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '' }), second),
  );
});
