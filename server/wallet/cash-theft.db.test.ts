import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { payoutApproved, payoutConfirmed } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as record from '#server/collection/record.ts';
import { balance, post } from '#server/ledger/service.ts';
import * as desk from '#server/matching/desk.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { asNow, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { addMoney } from '#test/worlds/payouts.ts';
import { pocketsOf } from './pockets.ts';
import { setOffAll } from './set-off.ts';

/** An owner and their agent who say that cash came which never did. What others have here is not theirs, whatever they say and take back. */
let house: House;
let owner: Place;
let agent: Somebody;
let platform: Somebody;
const bp = 750;
const companyOf = (who: Somebody) => who.me.companyId ?? 0;
const as = <T>(who: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who, work);
const books = (code: 1040 | 1350 | 2000 | 2040, company: number) => balance(house.database.db, 'C', { code, company });
const night = () => setOffAll(house.database.db);

async function managed(by: Somebody): Promise<Place> {
  const at = await place(house);
  await trusts(house, companyOf(at.owner));
  await house.database.db
    .insertInto('mandate')
    .values({
      ...{
        owner_company_id: companyOf(at.owner),
        agent_company_id: companyOf(by),
        all_properties: true,
        scope: 'full_management',
        may_collect: true,
      },
      ...{ commission_bp: bp, grants: ['property.read', 'tenancies.read', 'tenancies.edit', 'payments.read', 'payments.create', 'payments.edit'] },
    })
    .execute();
  agent = await asNow(house, by);
  return at;
}
/** All that may leave by the two of them, now. */
async function available(...people: readonly Somebody[]): Promise<number> {
  let all = 0;
  for (const who of people) for (const one of await pocketsOf(house.database.db, companyOf(who))) all += one.available;
  return all;
}
async function invented(by: Somebody, at: Place, sum: number, { confirm = true } = {}): Promise<number> {
  const tenancy = await livedIn(house, at.property, { unitId: await addUnit(house, at.property) });
  const invoice = await as(at.owner, (ctx) => billed(ctx, tenancy, sum, { agent: companyOf(agent) }));
  const said = { how: 'cash' as const, external: '', note: '', tenancy_id: tenancy, invoice_ids: [invoice.id], cents: cents(sum), on: clock.today() };
  const made = await as(by, (ctx) => record.record(ctx, said));
  const code = String(((await told(house, 'payment.cash_code')).at(-1)?.params as { code?: string } | undefined)?.code);
  if (confirm) await as(by, (ctx) => record.confirmCash(house)(ctx, { id: made.id, code }));
  return made.id;
}
/** As two of the platform and a bank do it. */
async function paidOut(who: Somebody, code: 2000 | 2040): Promise<number> {
  const company = companyOf(who);
  const sum = (await pocketsOf(house.database.db, company)).find((one) => one.code === code)?.available ?? 0;
  const payee = { fund: 'C', code, company } as const;
  if (sum > 0)
    await post(house.database.db, {
      ...{
        key: `theft:${company}:${code}:${clock.ms()}:${sum}`,
        kind: 'payout_confirmed',
        source: ['test', company],
        companyId: company,
        params: {},
      },
      pairs: [...payoutApproved(payee, sum), ...payoutConfirmed(payee, { code: accounts.clientBank, ref: 'theft' }, sum)],
    });
  return sum;
}

/** Their payer said they gave it: by who has it it is not undone, only by the platform. */
async function takenBack(id: number): Promise<void> {
  const reverse = (by: Somebody) => as(by, (ctx) => desk.reverse(ctx, { id, reason: 'It never came' }));
  for (const by of [owner.owner, agent]) await expect(reverse(by)).rejects.toMatchObject({ failure: 'forbidden' });
  await reverse(platform);
}

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  platform = await somebody(house, 'superadmin');
  // What other clients have with us.
  await addMoney(house, companyOf(await somebody(house, 'owner')), 500_000_000);
});
beforeEach(async () => {
  agent = await somebody(house, 'agent');
  owner = await managed(agent);
});
afterAll(() => setClock(house, null));

test('cash an owner invents earns their agent nothing that can leave, however often, and through every night', async () => {
  const one = await invented(owner.owner, owner, 60_000_000);
  expect(await books(1040, companyOf(owner.owner))).toBe(60_000_000);
  expect(await books(2040, companyOf(agent))).toBe(4_500_000);
  expect(await available(owner.owner, agent)).toBe(0);
  await night();
  expect(await available(owner.owner, agent)).toBe(0);
  // More of it does not stand in for the first.
  await invented(owner.owner, owner, 90_000_000);
  await night();
  await night();
  expect(await available(owner.owner, agent)).toBe(0);
  await takenBack(one);
  await night();
  expect(await available(owner.owner, agent)).toBe(0);
  expect(await unproven(house)).toEqual([]);
});

test('cash an agent takes is in the agent’s hands: the owner owes nothing for it, and neither takes out what others paid', async () => {
  await invented(agent, owner, 60_000_000);
  expect([await books(1040, companyOf(agent)), await books(1040, companyOf(owner.owner))]).toEqual([60_000_000, 0]);
  expect(await available(owner.owner, agent)).toBe(0);
  await night();
  expect(await books(1040, companyOf(agent))).toBe(60_000_000 - 4_500_000);
  expect(await available(owner.owner, agent)).toBe(0);
  // A third company’s invented cash is no cover for it.
  const third = await managed(agent);
  await invented(third.owner, third, 900_000_000);
  await night();
  await night();
  expect(await available(owner.owner, third.owner, agent)).toBe(0);
  expect(await unproven(house)).toEqual([]);
});

test('commission on cash that real rent covered may leave; taken back afterwards it is the owner who waits for it, not the other clients', async () => {
  const real = 60_000_000;
  await addMoney(house, companyOf(owner.owner), real);
  const id = await invented(owner.owner, owner, 60_000_000);
  expect(await available(agent)).toBe(0);
  await night();
  expect(await available(agent)).toBe(4_500_000);
  let left = await paidOut(agent, 2040);
  await takenBack(id);
  expect(await books(1350, companyOf(agent))).toBe(4_500_000);
  await night();
  left += await paidOut(owner.owner, 2000);
  left += await paidOut(agent, 2040);
  expect(left).toBe(real);
  // What the agent earns next pays the owner.
  await house.database.db.transaction().execute((tx) =>
    post(tx, {
      ...{ key: `earned:${companyOf(agent)}`, kind: 'commission', source: ['test', id], companyId: companyOf(agent), params: {} },
      pairs: [
        {
          fund: 'C',
          dr: { code: accounts.mpesaPaybill, ref: 'collection:1' },
          cr: { code: accounts.agentPayable, company: companyOf(agent) },
          cents: cents(5_000_000),
        },
      ],
    }),
  );
  await night();
  expect([await available(agent), await available(owner.owner)]).toEqual([500_000, 4_500_000]);
  expect(await unproven(house)).toEqual([]);
});

test('without the payer’s code an agent says nothing about cash: the owner’s people do, or the platform, and never who took it', async () => {
  const confirm = (by: Somebody, id: number) => as(by, (ctx) => record.confirmCash(house)(ctx, { id, reason: 'Their phone is broken' }));
  const shown = async (id: number) => {
    const file = await house.database.db
      .insertInto('media_file')
      .values({ purpose: 'document', visibility: 'private', company_id: companyOf(owner.owner), name: 'slip.png' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await house.database.db.updateTable('payment').set({ evidence_file_id: file.id }).where('id', '=', id).execute();
    return id;
  };
  const owners = await shown(await invented(owner.owner, owner, 100_000, { confirm: false }));
  await expect(confirm(agent, owners)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(confirm(owner.owner, owners)).rejects.toMatchObject({ failure: 'forbidden' });
  const agents = await shown(await invented(agent, owner, 100_000, { confirm: false }));
  await expect(confirm(agent, agents)).rejects.toMatchObject({ failure: 'forbidden' });
  await confirm(owner.owner, agents);
  await confirm(await somebody(house, 'superadmin'), owners);
  expect(await available(owner.owner, agent)).toBe(0);
});
