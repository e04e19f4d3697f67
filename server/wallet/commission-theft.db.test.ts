import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { takeMovement } from '#server/collection/movement.ts';
import { noPhone } from '#server/collection/phones.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { balance, post } from '#server/ledger/service.ts';
import * as desk from '#server/matching/desk.ts';
import { look } from '#server/matching/look.ts';
import { type AccountRow, addAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { asNow, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { pocketsOf } from './pockets.ts';
import { setOffAll } from './set-off.ts';

/** An owner, their agent and a payer, who agree that all of the rent is the agent’s. */
let house: House;
let owner: Place;
let agent: Somebody;
let boss: Somebody;
let paybill: AccountRow;
let n = 0;
const db = () => house.database.db;
const companyOf = (who: Somebody) => who.me.companyId ?? 0;
const as = <T>(who: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who, work);
const agents = async () => (await pocketsOf(db(), companyOf(agent))).find(({ code }) => code === 2040);
const night = () => setOffAll(db());
const later = (days: number) => setClock(house, new Date(clock.ms() + days * 86_400_000).toISOString());

async function came(tenancy: number, sum: number): Promise<number> {
  const invoice = await as(owner.owner, (ctx) => billed(ctx, tenancy, sum, { agent: companyOf(agent) }));
  const { paymentId } = await db()
    .transaction()
    .execute((tx) =>
      takeMovement(atClock(tx), {
        ...{ rail: 'mpesa', external: `TKC${String(1_000_000 + ++n)}`, account: paybill, cents: sum, paidAt: clock.now(), accountText: invoice.code },
        ...{ payer: 'ANN', phone: noPhone, verifiedBy: 'pull' },
      }),
    );
  await look(db(), paymentId ?? 0);
  return paymentId ?? 0;
}
const home = async () => livedIn(house, owner.property, { unitId: await addUnit(house, owner.property) });
const reverse = (id: number) => as(boss, (ctx) => desk.reverse(ctx, { id, reason: 'Safaricom took it back' }));
/** What was paid out to the owner and then taken back: others’ money. */
const owes = (sum: number) =>
  db()
    .transaction()
    .execute((tx) =>
      post(tx, {
        ...{ key: `owes:${++n}`, kind: 'adjustment', source: ['test', n], companyId: companyOf(owner.owner), params: {} },
        pairs: [
          {
            fund: 'C',
            dr: { code: accounts.ownerReceivable, company: companyOf(owner.owner) },
            cr: { code: accounts.unallocatedReceipts },
            cents: cents(sum),
          },
        ],
      }),
    );

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  boss = await somebody(house, 'superadmin');
  const row = await addAccount(db(), { company_id: null, rail: 'mpesa', name: 'Paybill', number: '174379', bank_code: null, fund: 'C' });
  if (!row) throw new Error('no paybill');
  paybill = row;
});
beforeEach(async () => {
  agent = await somebody(house, 'agent');
  owner = await place(house);
  await trusts(house, companyOf(owner.owner));
  await db()
    .insertInto('mandate')
    .values({
      ...{ owner_company_id: companyOf(owner.owner), agent_company_id: companyOf(agent), all_properties: true, scope: 'full_management' },
      ...{ commission_bp: 10_000, grants: ['property.read', 'payments.read'] },
    })
    .execute();
  agent = await asNow(house, agent);
});
afterAll(() => setClock(house, null));

test('what an agent earns clears as the rent does: a payment M-Pesa takes back within those days costs nobody', async () => {
  const id = await came(await home(), 3_700_000);
  expect(await agents()).toMatchObject({ total: 3_700_000, pending: 3_700_000, available: 0 });
  await reverse(id);
  expect(await agents()).toMatchObject({ total: 0, pending: 0, owes: 0 });
  expect(await balance(db(), 'C', { code: accounts.agentReceivable, company: companyOf(agent) })).toBe(0);
  await came(await home(), 2_580_000);
  await later(3);
  expect(await agents()).toMatchObject({ pending: 0, available: 2_580_000 });
  expect(await unproven(house)).toEqual([]);
});

test('rent for a home nobody has moved into clears from the day it came, also where the keys change hands that day', async () => {
  const tenancy = await home();
  await db().updateTable('tenancy').set({ status: 'pending' }).where('id', '=', tenancy).execute();
  const mandate = db().updateTable('mandate').set({ commission_bp: 1000 }).where('owner_company_id', '=', companyOf(owner.owner));
  await mandate.execute();
  await came(tenancy, 2_000_000);
  const { unit_id } = await db()
    .updateTable('tenancy')
    .set({ status: 'active' })
    .where('id', '=', tenancy)
    .returning('unit_id')
    .executeTakeFirstOrThrow();
  await as(owner.owner, (ctx) => happened(ctx, 'tenancy.activated', { tenancyId: tenancy, unitId: unit_id, bookingId: null }));
  expect(await agents()).toMatchObject({ pending: 200_000, available: 0 });
  expect((await pocketsOf(db(), companyOf(owner.owner))).find(({ code }) => code === 2000)).toMatchObject({ pending: 1_800_000, available: 0 });
  await later(3);
  expect((await agents())?.available).toBe(200_000);
});

test('the rent of an owner who owes goes to nobody else: what an agent earns on it waits for the debt, not only for its days', async () => {
  await owes(6_000_000);
  await came(await home(), 3_700_000);
  await later(3);
  await night();
  expect(await agents()).toMatchObject({ total: 3_700_000, reserved: 3_700_000, available: 0 });
  // More than the debt is never kept back.
  await came(await home(), 4_000_000);
  await later(3);
  await night();
  expect((await agents())?.available).toBe(0);
  await came(await home(), 3_000_000);
  await later(3);
  await night();
  expect((await agents())?.available).toBe(3_700_000);
  // Honest terms again: the owner’s own share pays the debt, and frees the rest.
  await db().updateTable('mandate').set({ commission_bp: 0 }).where('owner_company_id', '=', companyOf(owner.owner)).execute();
  await came(await home(), 6_000_000);
  await night();
  expect((await agents())?.available).toBe(10_700_000);
});

test('while a wallet is frozen nothing leaves by the agent of its owner, and it does when it is let go', async () => {
  const wallet = db().updateTable('wallet').where('company_id', '=', companyOf(owner.owner));
  await wallet.set({ status: 'frozen' }).execute();
  await came(await home(), 2_580_000);
  await later(3);
  await night();
  expect((await agents())?.available).toBe(0);
  await wallet.set({ status: 'open' }).execute();
  await night();
  expect((await agents())?.available).toBe(2_580_000);
});
