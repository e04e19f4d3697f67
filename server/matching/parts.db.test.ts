import { beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { takeMovement } from '#server/collection/movement.ts';
import { noPhone } from '#server/collection/phones.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { type AccountRow, platformAccount } from '#server/treasury/accounts.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts } from '#test/worlds/payments.ts';
import * as desk from './desk.ts';
import { look, sweepUnlooked } from './look.ts';

let house: House;
let here: Place;
let boss: Somebody;
let paybill: AccountRow;
let n = 0;
const db = () => house.database.db;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);
const home = async () => livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
const bill = (t: number, sum: number) => as(boss, (ctx) => billed(ctx, t, sum));
const codeOf = async (t: number) =>
  (await db().selectFrom('tenancy').select('code').where('id', '=', t).executeTakeFirstOrThrow()).code.replace('-', '');
const payment = (id: number) => db().selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const came = async (sum: number, accountText = 'NOBODY') => {
  const facts = { rail: 'mpesa', external: `TKP${String(1_000_000 + ++n)}`, account: paybill, cents: sum, paidAt: clock.now(), accountText } as const;
  const { paymentId } = await db()
    .transaction()
    .execute((tx) => takeMovement(atClock(tx), { ...facts, payer: 'JOHN', phone: noPhone, verifiedBy: 'pull' }));
  await look(db(), paymentId ?? 0);
  return { id: paymentId ?? 0 };
};
beforeAll(async () => {
  house = await freshHouse();
  here = await place(house);
  boss = await somebody(house, 'superadmin');
  await trusts(house, here.owner.me.companyId ?? 0);
  const made = await platformAccount(house, db());
  if (!made) throw new Error('there is no paybill');
  paybill = made;
});

test('a payment with nothing left is looked at once, and stands before nobody', async () => {
  const t = await home();
  await bill(t, 30_000);
  const { id } = await came(30_000, await codeOf(t));
  await db().updateTable('payment').set({ looked_at: null }).where('id', '=', id).execute();
  await sweepUnlooked(house, db());
  expect((await payment(id)).looked_at).not.toBeNull();
});

test('what is over for one home is told to that home, and to no other', async () => {
  const [a, b] = [await home(), await home()];
  await bill(a, 500_000);
  await bill(b, 2_000_000);
  const { id } = await came(3_000_000);
  const before = (await told(house, 'payment.received')).length;
  const parts = [
    { tenancy_id: a, cents: cents(1_000_000) },
    { tenancy_id: b, cents: cents(2_000_000) },
  ];
  await as(boss, (ctx) => desk.assign(ctx, { id, parts }));
  const heard = (await told(house, 'payment.received')).slice(before).map(({ params }) => params as { sum: string; over?: string });
  expect(heard.map(({ sum, over }) => `${sum}, over ${over ?? 'nothing'}`).toSorted()).toEqual([
    'KES 10,000, over KES 5,000',
    'KES 20,000, over nothing',
  ]);
});
