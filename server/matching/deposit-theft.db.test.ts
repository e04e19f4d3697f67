import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { balance } from '#server/ledger/service.ts';
import { fullOf } from '#server/payment/one.ts';
import type { AccountRow } from '#server/treasury/accounts.ts';
import { pocketsOf } from '#server/wallet/service.ts';
import { asNow, longHere, type Somebody, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit } from '#test/worlds/market.ts';
import { paidIn, paybillOf } from '#test/worlds/paying-in.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import * as desk from './desk.ts';

/** An owner who turns what their tenants and applicants gave to be kept into rent of a friend’s. */
let world: BookingWorld;
let paybill: AccountRow;
let owner: Somebody;
const db = () => world.house.database.db;
const available = async () => (await pocketsOf(db(), world.company)).reduce((sum, one) => sum + one.available + one.pending, 0);
const came = async (sum: number, typed: string) => (await paidIn(world.house, { account: paybill, cents: sum, typed, payer: 'LILIAN' })).id;
const home = async () => livedIn(world.house, world.here.property, { unitId: await addUnit(world.house, world.here.property) });
const unmatch = (by: Somebody, id: number) => world.as(by, (ctx) => desk.unmatch(ctx, { id, reason: 'For another home' }));
const reverse = (by: Somebody, id: number) => world.as(by, (ctx) => desk.reverse(ctx, { id, reason: 'For another home' }));
const assign = (by: Somebody, id: number, tenancy: number, sum: number) =>
  world.as(by, (ctx) => desk.assign(ctx, { id, parts: [{ tenancy_id: tenancy, cents: cents(sum) }] }));
const kept = { failure: 'forbidden', message: expect.stringContaining('holds this for who paid it') };

beforeAll(async () => {
  world = await bookingWorld();
  owner = world.here.owner;
  await trusts(world.house, world.company);
  paybill = await paybillOf(world.house);
});

test('a deposit is not rent: neither the owner nor their agent takes it off its tenant, the platform does, and it alone says whose it is then', async () => {
  const [tenancy, friend] = [await home(), await home()];
  const deposit = { code: accounts.depositsHeld, company: world.company, tenancy } as const;
  const invoice = await world.as(owner, (ctx) => billed(ctx, tenancy, 100_000, { deposit: 11_400_000 }));
  await world.as(owner, (ctx) => billed(ctx, friend, 11_400_000));
  const id = await came(11_500_000, invoice.code);
  expect(await balance(db(), 'D', deposit)).toBe(11_400_000);
  const before = await available();
  let agent = await somebody(world.house, 'agent');
  await db()
    .insertInto('mandate')
    .values({
      ...{ owner_company_id: world.company, agent_company_id: agent.me.companyId ?? 0, all_properties: true, scope: 'full_management' },
      ...{ commission_bp: 0, grants: ['property.read', 'tenancies.read', 'tenancies.edit', 'payments.read', 'payments.edit'] },
    })
    .execute();
  agent = await asNow(world.house, agent);
  for (const thief of [owner, agent]) {
    await expect(unmatch(thief, id)).rejects.toMatchObject(kept);
    await expect(reverse(thief, id)).rejects.toMatchObject({ failure: 'forbidden' });
    expect(await world.as(thief, (ctx) => fullOf(ctx, id))).toMatchObject({ kept: true, may: { unmatch: false, reverse: false, assign: false } });
  }
  expect([await balance(db(), 'D', deposit), await available()]).toEqual([11_400_000, before]);
  // The platform’s desk takes it off; a wish to have it there is no way to have it here.
  const boss = await somebody(world.house, 'superadmin');
  await unmatch(boss, id);
  await expect(assign(owner, id, friend, 11_400_000)).rejects.toMatchObject(kept);
  expect((await world.as(owner, (ctx) => fullOf(ctx, id))).may.assign).toBe(false);
  await expect(assign(boss, id, friend, 11_400_000)).rejects.toMatchObject({
    failure: 'forbidden',
    message: expect.stringContaining('second person'),
  });
  const other = await somebody(world.house, 'admin');
  await longHere(world.house, other);
  await assign(other, id, tenancy, 11_500_000);
  expect([await balance(db(), 'D', deposit), await available()]).toEqual([11_400_000, before]);
  expect(await unproven(world.house)).toEqual([]);
});

test('nor is what an applicant paid: not while the home waits for them, and not when the owner lets their booking go', async () => {
  const { listing } = await world.home();
  const { id: booking } = await world.applies(listing);
  await world.approve(booking);
  const invoice = await db().selectFrom('invoice').selectAll().where('booking_id', '=', booking).executeTakeFirstOrThrow();
  const before = await available();
  const id = await came(5_000_000, invoice.code);
  await expect(unmatch(owner, id)).rejects.toMatchObject(kept);
  await world.as(owner, (ctx) => world.service.cancel(ctx, { id: booking, reason: 'the owner changed their mind' }));
  expect(await balance(db(), 'C', { code: accounts.tenantCredit, company: world.company, ref: `booking:${booking}` })).toBe(5_000_000);
  await expect(unmatch(owner, id)).rejects.toMatchObject(kept);
  expect(await available()).toBe(before);
  // Rent of a home that is lived in is the owner’s, and theirs to put right.
  const tenancy = await home();
  const rent = await world.as(owner, (ctx) => billed(ctx, tenancy, 3_000_000));
  const paid = await came(3_000_000, rent.code);
  await unmatch(owner, paid);
  await assign(owner, paid, tenancy, 3_000_000);
  expect(await unproven(world.house)).toEqual([]);
});
