import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { payoutApproved, payoutConfirmed } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as record from '#server/collection/record.ts';
import { balance, post } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { fullOf } from '#server/payment/one.ts';
import { pocketsOf } from '#server/wallet/service.ts';
import { told } from '#test/jobs.ts';
import { asNow, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { paidIn } from '#test/worlds/paying-in.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { addMoney } from '#test/worlds/payouts.ts';
import { type RefundWorld, refundWorld } from '#test/worlds/refund-world.ts';

/** An owner whose rent was paid out, or who owes, and who would have others' money go to an account of their own as a refund. */
let w: RefundWorld;
let owner: Place;
const rent = 3_400_000;
const company = () => owner.owner.me.companyId ?? 0;
const home = async () => livedIn(w.house, owner.property, { unitId: await addUnit(w.house, owner.property) });
async function came(sum = rent): Promise<number> {
  const tenancy = await home();
  const invoice = await w.as(owner.owner, (ctx) => billed(ctx, tenancy, sum));
  return (await paidIn(w.house, { account: w.paybill, cents: sum, typed: invoice.code, payer: 'LILIAN', phone: '254712345678' })).id;
}
async function paidOut(): Promise<void> {
  await w.later(4 * 86_400);
  const all = (await pocketsOf(w.db, company())).find(({ code }) => code === 2000)?.available ?? 0;
  const payee = { fund: 'C', code: accounts.ownerPayable, company: company() } as const;
  await post(w.db, {
    ...{ key: `uncovered:${company()}`, kind: 'payout_confirmed', source: ['test', company()], companyId: company(), params: {} },
    pairs: [...payoutApproved(payee, all), ...payoutConfirmed(payee, { code: accounts.clientBank, ref: 'uncovered' }, all)],
  });
}
/** Cash that nobody gave, with a friend's code. */
async function invented(by: Somebody, sum = rent): Promise<number> {
  const tenancy = await home();
  const invoice = await w.as(owner.owner, (ctx) => billed(ctx, tenancy, sum));
  const said = { how: 'cash' as const, external: '', note: '', tenancy_id: tenancy, invoice_ids: [invoice.id], cents: cents(sum), on: clock.today() };
  const { id } = await w.as(by, (ctx) => record.record(ctx, said));
  const code = String(((await told(w.house, 'payment.cash_code')).at(-1)?.params as { code?: string } | undefined)?.code);
  await w.as(by, (ctx) => payments.confirmCash(w.house)(ctx, { id, code }));
  return id;
}
const unmatch = (by: Somebody, id: number) => w.as(by, (ctx) => payments.unmatch(ctx, { id, reason: 'Not theirs' }));
const ask = async (by: Somebody, id: number, sum = rent): Promise<number> =>
  (await w.as(by, (ctx) => payments.askRefund(ctx, { id, cents: cents(sum), reason: 'Wants it back', to: 'Equity Bank 0112233445566' }))).refunds.at(
    -1,
  )?.id ?? 0;
const uncovered = { failure: 'conflict', message: expect.stringContaining('owes it') };

beforeAll(async () => {
  w = await refundWorld();
});
beforeEach(async () => {
  owner = await place(w.house);
  await trusts(w.house, company());
});
afterAll(() => w.close());

test('cash that an owner says they have stands in for nothing that was paid out: said before the rent is taken off, or after', async () => {
  const [first, second] = [await came(), await came()];
  await paidOut();
  const cash = await invented(owner.owner);
  await unmatch(w.asker, first);
  expect(await balance(w.db, 'C', { code: accounts.ownerReceivable, company: company() })).toBeGreaterThan(rent / 2);
  await expect(w.approve(await ask(w.asker, first))).rejects.toMatchObject(uncovered);
  await unmatch(w.asker, second);
  await invented(owner.owner, 2 * rent);
  await expect(w.approve(await ask(w.asker, second))).rejects.toMatchObject(uncovered);
  // Said by mistake, it goes as it came: out of their hands, and nothing is owed for it.
  const owed = await balance(w.db, 'C', { code: accounts.ownerReceivable, company: company() });
  await w.as(w.boss, (ctx) => payments.reverse(ctx, { id: cash, reason: 'It never came' }));
  expect(await balance(w.db, 'C', { code: accounts.ownerReceivable, company: company() })).toBe(owed);
  expect(await unproven(w.house)).toEqual([]);
});

test('nor does cash an agent says they have for the owner', async () => {
  let agent = await somebody(w.house, 'agent');
  const grants = ['property.read', 'tenancies.read', 'tenancies.edit', 'payments.read', 'payments.create', 'payments.edit'];
  await w.db
    .insertInto('mandate')
    .values({
      ...{ owner_company_id: company(), agent_company_id: agent.me.companyId ?? 0, all_properties: true, scope: 'full_management' },
      ...{ may_collect: true, commission_bp: 0, grants },
    })
    .execute();
  agent = await asNow(w.house, agent);
  const id = await came();
  await paidOut();
  await invented(agent);
  await unmatch(w.asker, id);
  const refund = await ask(w.asker, id);
  await expect(w.approve(refund)).rejects.toMatchObject(uncovered);
  // What really comes covers it.
  await addMoney(w.house, company(), rent);
  await w.approve(refund);
  expect(await w.onItsWay(refund)).toBe(rent);
  expect(await unproven(w.house)).toEqual([]);
});

test('of a company that owes, or is frozen, its own people neither take off what comes nor have it given back; who decides reads why', async () => {
  const [old, late] = [await came(), await came(50_000)];
  await paidOut();
  await unmatch(w.asker, old);
  const owes = await balance(w.db, 'C', { code: accounts.ownerReceivable, company: company() });
  const fresh = await came(50_000);
  const debt = { failure: 'forbidden', message: expect.stringContaining('owes Makao') };
  await expect(unmatch(owner.owner, fresh)).rejects.toMatchObject(debt);
  // The platform takes it off; that the owner then asks for it makes nothing of it leave.
  await unmatch(w.asker, fresh);
  const asked = await ask(owner.owner, fresh, 50_000);
  expect(await w.one(asked)).toMatchObject({ debt: { owes_cents: owes, frozen: false } });
  await expect(w.approve(asked)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('its own people asked') });
  // Paid by mistake it goes back by two of the platform's.
  await w.takeBack(asked);
  const ours = await ask(w.asker, fresh, 50_000);
  await w.approve(ours);
  expect(await w.onItsWay(ours)).toBe(50_000);

  // Covered, and frozen.
  await addMoney(w.house, company(), owes + 100_000);
  await w.db.updateTable('wallet').set({ status: 'frozen' }).where('company_id', '=', company()).execute();
  await expect(unmatch(owner.owner, late)).rejects.toMatchObject(debt);
  await unmatch(w.asker, late);
  const suspect = await ask(owner.owner, late, 50_000);
  expect(await w.one(suspect)).toMatchObject({ debt: { owes_cents: 0, frozen: true } });
  expect((await w.as(owner.owner, (ctx) => fullOf(ctx, late))).refunds.at(-1)).toMatchObject({ debt: null });
  await expect(w.approve(suspect)).rejects.toMatchObject({ failure: 'conflict' });
  await w.db.updateTable('wallet').set({ status: 'open' }).where('company_id', '=', company()).execute();
  expect(await w.one(suspect)).toMatchObject({ debt: null });
  await w.approve(suspect);
  expect(await unproven(w.house)).toEqual([]);
});
