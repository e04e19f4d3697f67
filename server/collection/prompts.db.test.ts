import { afterAll, beforeAll, expect, test } from 'vitest';
import { purposes } from '#contract/collection/kinds.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { dayOf } from '#contract/time/days.ts';
import { sweepPushes } from '#server/collection/jobs.ts';
import { forgetPayments } from '#server/collection/personal-data.ts';
import { startPush } from '#server/collection/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { sweepUnlooked } from '#server/matching/look.ts';
import { workThrough } from '#server/payment/arrivals.ts';
import { addAccount, platformAccount } from '#server/treasury/accounts.ts';
import { announce } from '#server/treasury/announce.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, handIn, type Post, postBox, trusts, unproven } from '#test/worlds/payments.ts';
import { arrive } from './hooks.ts';
import { pay } from './pay.ts';
import { ring } from './push.ts';
import { verify } from './query.ts';
import { thinInbox } from './thin.ts';

let house: House;
let sim: Simulator;
let box: Awaited<ReturnType<typeof postBox>>;
let here: Place;
let n = 0;
const db = (): Db => house.database.db;
const as = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, here.owner, work);
const later = (seconds: number) => setClock(house, new Date(clock.ms() + seconds * 1000).toISOString());
const asked = async (sum: number) => {
  const t = await livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
  return { t, ...(await as((ctx) => billed(ctx, t, sum))) };
};
const payment = (id: number) => house.database.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pushOf = (id: number) => house.database.db.selectFrom('push').selectAll().where('payment_id', '=', id).executeTakeFirstOrThrow();
const arrived = async (): Promise<Post[]> => {
  await sim.idle();
  return box.posts.splice(0);
};
const deliver = async (posts: readonly Post[]) => {
  for (const post of posts) await workThrough(house, [await handIn(house, post)]);
};
const settleAll = async () => {
  for (let round = 0; round < 4; round++) {
    const open = await house.database.db.selectFrom('status_query').select('id').where('open', '=', true).execute();
    await verify(
      house,
      open.map(({ id }) => id),
    );
    await deliver(await arrived());
    await sweepUnlooked(house, db());
  }
};
const begun = async (invoice: number, sum: number, phone = `07120${String(10_000 + ++n)}`) => {
  const made = await as((ctx) => pay(house)(ctx, { invoice_ids: [invoice], cents: cents(sum), phone }));
  await ring(house, (await pushOf(made.id)).id);
  return { ...made, push: await pushOf(made.id) };
};

beforeAll(async () => {
  box = await postBox();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  house = await freshHouse('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  await trusts(house, here.owner.me.companyId ?? 0);
  await platformAccount(house, db());
  await announce(house, db());
});
afterAll(async () => {
  await setClock(house, null);
  await sim.close();
  box.server.close();
});

test('another sum than was asked for is that prompt’s all the same, and its payer is not told that it failed', async () => {
  const { id } = await asked(100_000);
  const made = await begun(id, 100_000);
  await house.database.db
    .updateTable('push')
    .set({ cents: cents(90_000) })
    .where('id', '=', made.push.id)
    .execute();
  sim.answer(made.push.checkout_id ?? '', 'approve');
  await deliver((await arrived()).filter(({ channel }) => channel === 'stk'));
  await settleAll();
  expect(await payment(made.id)).toMatchObject({ status: 'completed', cents: 100_000, allocated_cents: 100_000 });
  expect(await pushOf(made.id)).toMatchObject({ open: false });
  expect(await unproven(house)).toEqual([]);
});

test('a payment was paid when its number says, also where the query came a day later', async () => {
  const { id } = await asked(100_000);
  const made = await begun(id, 100_000);
  sim.answer(made.push.checkout_id ?? '', 'approve');
  const posts = await arrived();
  await later(20 * 3600);
  await deliver(posts.filter(({ channel }) => channel === 'stk'));
  expect(await payment(made.id)).toMatchObject({ status: 'completed', paid_on: '2027-03-04' });
  await deliver(posts);
  await settleAll();
  const receipt = await house.database.db.selectFrom('receipt').selectAll().where('payment_id', '=', made.id).executeTakeFirstOrThrow();
  expect(receipt.external_id).not.toBeNull();
  expect(await payment(made.id)).toMatchObject({ received_at: receipt.paid_at, paid_on: dayOf(receipt.paid_at) });
  expect(await unproven(house)).toEqual([]);
});

test('a phone is asked a few times an hour, whatever it is asked for', async () => {
  const companyId = here.owner.me.companyId ?? 0;
  const ask = (place: number) =>
    as((ctx) =>
      startPush(house, ctx, {
        ...{ purpose: purposes.property_featured_payment, phone: '0712999001', cents: cents(100_000) },
        ...{ forWhat: { table: 'featured_booking', id: place }, companyId },
      }),
    );
  for (let turn = 1; turn <= 6; turn++) await ask(turn);
  await expect(ask(7)).rejects.toMatchObject({ failure: 'tooMany', message: expect.stringMatching(/another at \d{1,2}:\d\d [AP]M\.$/) });
});

test('one prompt that cannot be asked about keeps no other from it', async () => {
  const [first, second] = [await asked(50_000), await asked(50_000)];
  const broken = await begun(first.id, 50_000);
  const fine = await begun(second.id, 50_000);
  // Its number cannot be read any more; it was never sent.
  await house.database.db.updateTable('push').set({ sent_at: null, phone_sealed: 'broken' }).where('id', '=', broken.push.id).execute();
  sim.answer(fine.push.checkout_id ?? '', 'approve');
  await arrived();
  await later(80);
  await expect(sweepPushes(house, db())).rejects.toBeInstanceOf(AggregateError);
  expect(await payment(fine.id)).toMatchObject({ status: 'completed' });
  await house.database.db.updateTable('push').set({ open: false }).where('id', '=', broken.push.id).execute();
});

test('a prompt that waited until its payer had gone rings nobody, and fails', async () => {
  const { id } = await asked(50_000);
  const made = await as((ctx) => pay(house)(ctx, { invoice_ids: [id], cents: cents(50_000), phone: '0712099887' }));
  await later(10 * 3600);
  await sweepPushes(house, db());
  expect(await pushOf(made.id)).toMatchObject({ sent_at: null, open: false });
  expect(await payment(made.id)).toMatchObject({ status: 'failed', reason: 'away' });
});

test('a result that came to the path of another paybill waits, and nobody runs in circles after it', async () => {
  const [own, other] = [
    await platformAccount(house, db()),
    await addAccount(db(), { company_id: here.owner.me.companyId, rail: 'mpesa', name: 'Ours', number: '400111', bank_code: null, fund: 'M' }),
  ];
  if (!own || !other) throw new Error('no account');
  const names = { conversation_id: 'AG_20270303_1', originator: 'sq-elsewhere' };
  await house.database.db
    .insertInto('status_query')
    .values({ account_id: own.id, external: 'TKB9ELSE01', ...names })
    .execute();
  const result = { ResultType: 0, ResultCode: 0, ResultDesc: 'ok', OriginatorConversationID: 'x', ConversationID: names.conversation_id };
  const body = Buffer.from(JSON.stringify({ Result: { ...result, TransactionID: 'TKB9ELSE01' } }));
  const [id = 0] = await arrive(house.database.db, [{ channel: 'result', account: other, body, from: '127.0.0.1' }]);
  await workThrough(house, [id]);
  const row = await house.database.db.selectFrom('inbox').select(['state', 'tries']).where('id', '=', id).executeTakeFirst();
  expect(row).toEqual({ state: 'unrouted', tries: 1 });
  await house.database.db.updateTable('status_query').set({ open: false }).where('external', '=', 'TKB9ELSE01').execute();
});

test('whose number it was is forgotten everywhere, and what arrived long ago names nobody', async () => {
  const { id, t } = await asked(100_000);
  const made = await begun(id, 100_000, '0712777123');
  sim.answer(made.push.checkout_id ?? '', 'approve');
  await deliver(await arrived());
  await settleAll();
  const who = await somebody(house, 'tenant');
  await house.database.db.updateTable('payment').set({ person_id: null }).where('id', '=', made.id).execute();
  const { tenant_id } = await house.database.db
    .selectFrom('tenancy_person')
    .select('tenant_id')
    .where('tenancy_id', '=', t)
    .executeTakeFirstOrThrow();
  await house.database.db.updateTable('tenant').set({ person_id: who.id }).where('id', '=', tenant_id).execute();
  const bodies = async () =>
    (await house.database.db.selectFrom('inbox').select(['body', 'payment_id']).execute()).map((row) => ({ ...row, body: String(row.body) }));
  expect((await bodies()).some(({ body }) => body.includes('254712777123'))).toBe(true);
  await db()
    .transaction()
    .execute((tx) => forgetPayments(tx, who.id));
  expect((await bodies()).filter(({ body, payment_id }) => payment_id === made.id && body.includes('254712777123'))).toEqual([]);
  expect(await payment(made.id)).toMatchObject({ phone_sealed: null, phone_mark: null, payer: null });
  expect(await pushOf(made.id)).toMatchObject({ phone_sealed: '' });
  await later(91 * 24 * 3600);
  expect(await thinInbox(db())).toBeGreaterThan(0);
  expect(await thinInbox(db())).toBe(0);
  expect((await bodies()).filter(({ body }) => /2547\d{8}/.test(body))).toEqual([]);
});
