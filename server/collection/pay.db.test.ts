import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pushAgain } from '#contract/collection/kinds.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { due } from '#server/invoice/look.ts';
import { atClock, nobody } from '#server/kernel/ctx.ts';
import { balance } from '#server/ledger/service.ts';
import { look } from '#server/matching/look.ts';
import { workThrough } from '#server/payment/arrivals.ts';
import { make } from '#server/tenancy/service.ts';
import { platformAccount } from '#server/treasury/accounts.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody, here as whence } from '#test/world.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, handIn, postBox, trusts, unproven } from '#test/worlds/payments.ts';
import { takeMovement } from './movement.ts';
import { paste, pasted } from './pasted.ts';
import { pay, payOpen, progress, toPay } from './pay.ts';
import { hide } from './phones.ts';
import { askPush, ring } from './push.ts';
import { verify } from './query.ts';

let house: House;
let sim: Simulator;
let box: Awaited<ReturnType<typeof postBox>>;
let here: Place;
let company = 0;
let n = 0;
const later = (seconds: number) => setClock(house, new Date(clock.ms() + seconds * 1000).toISOString());
const phone = () => `07120${String(20_000 + ++n)}`;

beforeAll(async () => {
  box = await postBox();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  house = await freshHouse('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  company = here.owner.me.companyId ?? 0;
  await trusts(house, company);
  await platformAccount(house, house.database.db);
});
afterAll(async () => {
  await setClock(house, null);
  await sim.close();
  box.server.close();
});

const home = async (shares: readonly number[] = [10_000]) => {
  const unitId = await addUnit(house, here.property);
  const who: Somebody[] = [];
  for (const _ of shares) who.push(await somebody(house, 'tenant'));
  const people = shares.map((shareBp, at) => ({
    somebody: { personId: who[at]?.me.userId ?? null, name: `Tenant ${++n}`, phone: `+2547130${String(20_000 + n)}`, email: null },
    ...{ role: at === 0 ? ('lead' as const) : ('co_tenant' as const), shareBp },
  }));
  const { id } = await inTransaction(house, here.owner, (ctx) =>
    make(ctx, {
      ...{ unitId, startsOn: clock.today(), endsOn: '2028-03-02', rentCents: 3_000_000, period: 2, depositCents: 0, people },
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
    }),
  );
  return { id, who };
};
const bill = (tenancyId: number, sum: number) => inTransaction(house, here.owner, (ctx) => billed(ctx, tenancyId, sum));
const begin = (who: Somebody, given: { invoice_ids: number[]; tenancy_id?: number; sum: number; to: string }) =>
  inTransaction(house, who, (ctx) => {
    const { sum, to, ...rest } = given;
    return pay(house)(ctx, { ...rest, cents: cents(sum), phone: to });
  });
const pushOf = (paymentId: number) => house.database.db.selectFrom('push').selectAll().where('payment_id', '=', paymentId).executeTakeFirstOrThrow();
const payment = (id: number) => house.database.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const rung = async (paymentId: number) => {
  await ring(house, (await pushOf(paymentId)).id);
  return pushOf(paymentId);
};
const approved = async (paymentId: number) => {
  const push = await pushOf(paymentId);
  sim.answer(push.checkout_id ?? '', 'approve');
  await askPush(house, push.id);
  await look(house.database.db, paymentId);
};
/** A movement M-Pesa vouches for. */
const came = async (external: string, sum: number, accountText = '', payer = '') => {
  const account = await platformAccount(house, house.database.db);
  if (!account) throw new Error('no paybill');
  const facts = { rail: 'mpesa', external, account, cents: sum, paidAt: clock.now(), accountText, payer, verifiedBy: 'query' } as const;
  const taken = await house.database.db.transaction().execute((tx) => takeMovement(atClock(tx), { ...facts, phone: hide('254799000111') }));
  await look(house.database.db, taken.paymentId ?? 0);
  return payment(taken.paymentId ?? 0);
};
const credit = (tenancy: number) => balance(house.database.db, 'C', { code: 2020, company, tenancy });

describe('a prompt nobody knows anything of', () => {
  test('keeps the phone for three minutes, then another rings; the first is asked about on, and paid twice is credit', async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    const { id } = await bill(t, 100_000);
    const to = phone();
    const first = await begin(tenant, { invoice_ids: [id], sum: 100_000, to });
    const push = await rung(first.id);
    sim.answer(push.checkout_id ?? '', 'time_out');
    await later(95);
    await askPush(house, push.id);
    const key = { code: first.code };
    expect(await progress(house)(ctxOf(house, tenant), key)).toMatchObject({ status: 'unknown', stale: false, slow: true });
    await expect(begin(tenant, { invoice_ids: [id], sum: 100_000, to })).rejects.toMatchObject({ failure: 'conflict' });
    expect((await toPay(house)(ctxOf(house, tenant), { tenancy_id: t })).waiting).toMatchObject({ ...key, status: 'unknown' });
    await later(pushAgain);
    expect(await progress(house)(ctxOf(house, tenant), key)).toMatchObject({ status: 'unknown', stale: true });
    const second = await begin(tenant, { invoice_ids: [id], sum: 100_000, to });
    expect((await toPay(house)(ctxOf(house, tenant), { tenancy_id: t })).waiting).toMatchObject({ code: second.code });
    await rung(second.id);
    await approved(second.id);
    expect((await pushOf(first.id)).open).toBe(true);
    await came('UKI1234567', 100_000, push.reference);
    expect(await payment(first.id)).toMatchObject({ status: 'completed', credited_cents: 100_000 });
    expect(await credit(t)).toBe(100_000);
    expect(await payment(second.id)).toMatchObject({ allocated_cents: 100_000 });
    expect(await unproven(house)).toEqual([]);
  });
});

describe('paying before anything is asked, and more than is', () => {
  test('is kept as credit, said where the next is due, and taken for it; two clicks ring once', async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    expect(await toPay(house)(ctxOf(house, tenant), { tenancy_id: t })).toMatchObject({ push: true, invoices: [], ahead: { tenancy_id: t } });
    const to = phone();
    const both = await Promise.allSettled([1, 2].map(() => begin(tenant, { invoice_ids: [], tenancy_id: t, sum: 500_000, to })));
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const made = both.find((one) => one.status === 'fulfilled');
    const id = made?.value.id ?? 0;
    expect((await toPay(house)(ctxOf(house, tenant), { tenancy_id: t })).waiting).toMatchObject({ code: made?.value.code });
    await rung(id);
    await approved(id);
    expect(await payment(id)).toMatchObject({ tenancy_id: t, credited_cents: 500_000, match: 'matched' });
    expect(await due(ctxOf(house, tenant), { tenancy_id: t })).toMatchObject({ credit_cents: 500_000 });
    const invoice = await bill(t, 700_000);
    expect(await due(ctxOf(house, tenant), { tenancy_id: t })).toMatchObject({ credit_cents: 0, total_cents: 200_000 });
    const over = await begin(tenant, { invoice_ids: [invoice.id], sum: 250_000, to });
    await rung(over.id);
    await approved(over.id);
    expect(await progress(house)(ctxOf(house, tenant), { code: over.code })).toMatchObject({
      ...{ status: 'completed', left_cents: 0, again_in: null },
      paper: expect.stringContaining(`/files/payment/${over.id}/en?`),
    });
    expect(await credit(t)).toBe(50_000);
    expect(await unproven(house)).toEqual([]);
  });

  test('is for a home one sees, and for no other', async () => {
    const { id: t } = await home();
    const stranger = await somebody(house, 'tenant');
    await expect(begin(stranger, { invoice_ids: [], tenancy_id: t, sum: 500_000, to: phone() })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(begin(stranger, { invoice_ids: [], sum: 500_000, to: phone() })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

test('one’s share is one number, on the card and on the sheet, before and after the other paid theirs', async () => {
  const { id: t, who } = await home([5_000, 5_000]);
  const { id } = await bill(t, 3_000_000);
  const shares = () =>
    Promise.all(
      who.map(async (one) => [
        (await due(ctxOf(house, one), { tenancy_id: t })).my_share_cents,
        (await toPay(house)(ctxOf(house, one), { tenancy_id: t })).share_cents,
      ]),
    );
  expect(await shares()).toEqual([
    [1_500_000, 1_500_000],
    [1_500_000, 1_500_000],
  ]);
  const made = await begin(who[0] ?? here.owner, { invoice_ids: [id], sum: 1_500_000, to: phone() });
  await rung(made.id);
  await approved(made.id);
  expect(await shares()).toEqual([
    [0, 0],
    [1_500_000, 1_500_000],
  ]);
});

describe('a message that was pasted', () => {
  const message = (external: string) => `${external} Confirmed. Ksh2,100.00 sent to MAKAO for account X on 3/3/27`;
  const pastes = (who: Somebody, tenancy_id: number, external: string) =>
    inTransaction(house, who, (ctx) => paste(ctx, { text: message(external), tenancy_id }));
  const states = async (who: Somebody, tenancy_id: number) => (await pasted(ctxOf(house, who), { tenancy_id })).results.map(({ state }) => state);
  const heard = async () => (await told(house, 'payment.pasted')).map(({ params }) => params);

  test('is no money; once M-Pesa vouches for it, it is the home’s where who paid and the sum fit, else somebody looks with that reason', async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    const { id } = await bill(t, 210_000);
    await pastes(tenant, t, 'UKIOGM0YWZ');
    expect(await states(tenant, t)).toEqual(['asked']);
    expect(await came('UKIOGM0YWZ', 210_000, '', 'TENANT')).toMatchObject({
      match: 'matched',
      tenancy_id: t,
      reasons: expect.arrayContaining([{ what: 'pasted_fits', score: 92 }]),
    });
    expect(await states(tenant, t)).toEqual(['found']);
    expect(await house.database.db.selectFrom('invoice').select('status').where('id', '=', id).executeTakeFirst()).toMatchObject({ status: 'paid' });
    await pastes(tenant, t, 'UKIOGGPDW5');
    expect(await came('UKIOGGPDW5', 77_700, '', 'TENANT')).toMatchObject({
      match: 'suggested',
      tenancy_id: null,
      reasons: [{ what: 'pasted', score: 60 }],
    });
    expect(await states(tenant, t)).toEqual(['looked', 'found']);
    expect(await heard()).toEqual([{ external: 'UKIOGGPDW5', became: 'looked' }]);
  });

  test('of money that came before and nobody could be found for, it is a new reason', async () => {
    const { id: t, who } = await home();
    await bill(t, 330_000);
    await bill(t, 330_100);
    const stray = await came('UKIBEFORE1', 330_100, '', 'TENANT');
    expect(stray.match).not.toBe('matched');
    await pastes(who[0] ?? here.owner, t, 'UKIBEFORE1');
    await look(house.database.db, stray.id);
    expect(await payment(stray.id)).toMatchObject({ match: 'matched', tenancy_id: t });
    expect(await states(who[0] ?? here.owner, t)).toEqual(['found']);
  });

  test('of a stranger’s money nobody makes it theirs: a sum asked for afterwards does not fit, and who manages a home does not pay for it', async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    const stray = await came('UKISTRAY01', 441_100, '', 'TENANT');
    await later(60);
    await bill(t, 441_100);
    await pastes(tenant, t, 'UKISTRAY01');
    await look(house.database.db, stray.id);
    expect(await payment(stray.id)).toMatchObject({ match: 'suggested', tenancy_id: null });
    await bill(t, 552_200);
    const other = await came('UKISTRAY02', 552_200, '', 'TENANT');
    await pastes(here.owner, t, 'UKISTRAY02');
    await look(house.database.db, other.id);
    expect(await payment(other.id)).toMatchObject({ match: 'suggested', tenancy_id: null });
    // A neighbour’s message, seen over a shoulder: the same rent, another name. Nor is it said that we know it.
    const neighbour = await came('UKISTRAY03', 552_200, '', 'JANE');
    expect(await pastes(tenant, t, 'UKISTRAY03')).toMatchObject({ known: false });
    await look(house.database.db, neighbour.id);
    expect(await payment(neighbour.id)).toMatchObject({ match: 'suggested', tenancy_id: null });
  });

  test('M-Pesa knows nothing of: who pasted it is told, and others see none of it', async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    await pastes(tenant, t, 'UKIV7T8JFP');
    const asked = await house.database.db.selectFrom('status_query').select('id').where('external', '=', 'UKIV7T8JFP').execute();
    await verify(
      house,
      asked.map((row) => row.id),
    );
    await sim.idle();
    await workThrough(house, await Promise.all(box.posts.splice(0).map((post) => handIn(house, post))));
    expect(await states(tenant, t)).toEqual(['unknown']);
    expect(await heard()).toContainEqual({ external: 'UKIV7T8JFP', became: 'unknown' });
    await expect(states(await somebody(house, 'tenant'), t)).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('the receipt of a payment', () => {
  const receipts = async (code: string) => (await told(house, 'payment.received')).filter(({ subject }) => subject === code);

  test('goes to who lives there and to the phone that paid from the public page, once each, with what is left', async () => {
    const { id: tenancy, who } = await home();
    const { id } = await bill(tenancy, 100_000);
    const { token } = await house.database.db.selectFrom('invoice').select('token').where('id', '=', id).executeTakeFirstOrThrow();
    const paying = async (sum: number) => {
      const given = { invoice_id: id, token, cents: cents(sum), phone: '0722 000 111' };
      const { code } = await house.database.db
        .transaction()
        .execute((tx) => payOpen(house)({ me: nobody, db: tx, from: whence, note: { audited: 0 } }, given));
      const { id: paid } = await house.database.db.selectFrom('payment').select('id').where('code', '=', code).executeTakeFirstOrThrow();
      await rung(paid);
      await approved(paid);
      return receipts(code);
    };
    const part = await paying(40_000);
    expect(part.map(({ to }) => to)).toEqual([{ personId: who[0]?.me.userId }, { phone: '+254722000111' }]);
    expect(part[0]?.params).toMatchObject({ sum: 'KES 400', left: 'KES 600' });
    const all = await paying(60_000);
    expect(all).toHaveLength(2);
    expect(all[0]?.params).not.toHaveProperty('left');
    // The invoice tells no second one.
    expect((await told(house, 'receipt')).filter(({ to }) => 'personId' in to && to.personId === who[0]?.me.userId)).toEqual([]);
  });

  test('comes for money nothing is asked for, which stays as credit; who lives there and pays is told once', async () => {
    const { id: tenancy, who } = await home();
    const { code } = await house.database.db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow();
    const paid = await came('SCREDIT001', 5_100, code.replace('-', ''));
    expect(paid).toMatchObject({ credited_cents: 5_100, tenancy_id: tenancy, property_id: here.property, tenant_id: expect.any(Number) });
    const heard = await receipts(paid.code);
    expect(heard.find(({ to }) => 'personId' in to)).toMatchObject({ to: { personId: who[0]?.me.userId }, params: { over: 'KES 51' } });
  });
});
