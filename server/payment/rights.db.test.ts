import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as record from '#server/collection/record.ts';
import { recordWays } from '#server/collection/record-home.ts';
import { balance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import type { AccountRow } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { asNow, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { paidFor, paybillOf } from '#test/worlds/paying-in.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { mine } from './lists.ts';
import { fullOf } from './one.ts';

/** Who may do what alone with money that is there: the books balance whatever a thief does, so rights have to hold. */
let house: House;
let a: Place;
let b: Place;
let agent: Somebody;
let payer: Somebody;
let platform: Somebody;
let paybill: AccountRow;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);
const companyOf = (who: Somebody) => who.me.companyId ?? 0;
const grants = ['property.read', 'tenancies.read', 'tenancies.edit', 'payments.read', 'payments.create', 'payments.edit'];
const mandate = (owner: Somebody) => ({ owner_company_id: companyOf(owner), agent_company_id: companyOf(agent), all_properties: true, grants });

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  [a, b] = [await place(house), await place(house)];
  for (const { owner } of [a, b]) await trusts(house, companyOf(owner));
  agent = await somebody(house, 'agent');
  [payer, platform] = [await somebody(house, 'tenant'), await somebody(house, 'superadmin')];
  for (const { owner } of [a, b])
    await house.database.db
      .insertInto('mandate')
      .values({ ...mandate(owner), scope: 'full_management', may_collect: true })
      .execute();
  agent = await asNow(house, agent);
  paybill = await paybillOf(house);
});
afterAll(() => setClock(house, null));

const home = async (at: Place, personId: number | null = null) =>
  livedIn(house, at.property, { unitId: await addUnit(house, at.property) }, personId);
/** A rent that M-Pesa proves, put to the home it was for. */
async function rent(tenancy: number, asked: number, sum = asked): Promise<number> {
  await as(platform, (ctx) => billed(ctx, tenancy, asked));
  return paidFor(house, tenancy, { account: paybill, cents: sum, payer: 'ANN' });
}
const unmatch = (by: Somebody, id: number) => as(by, (ctx) => payments.unmatch(ctx, { id, reason: 'It was for another month' }));
const assign = (by: Somebody, id: number, tenancy_id: number, sum: number) =>
  as(by, (ctx) => payments.assign(ctx, { id, parts: [{ tenancy_id, cents: cents(sum) }] }));

test('who works for two owners does not carry the rent of one to the other; two of the platform do', async () => {
  const [from, to] = [await home(a), await home(b)];
  const id = await rent(from, 1_983_300);
  await unmatch(agent, id);
  await expect(assign(agent, id, to, 1_983_300)).rejects.toMatchObject({ failure: 'forbidden' });
  await assign(agent, id, await home(a), 1_983_300);
  // Of the platform's people neither does it alone: one takes it off, another says whose it is.
  await unmatch(platform, id);
  await expect(assign(platform, id, to, 1_983_300)).rejects.toMatchObject({
    failure: 'forbidden',
    message: expect.stringContaining('second person'),
  });
  const other = await somebody(house, 'admin');
  await longHere(house, other);
  await assign(other, id, to, 1_983_300);
  // Within one company a wrong home is put right by one.
  await unmatch(platform, id);
  await assign(platform, id, await home(b), 1_983_300);
  expect(await unproven(house)).toEqual([]);
});

test('what is taken off a home is told to who lives there and who leads the company, and stays in sight of who paid until it is another’s', async () => {
  const tenancy = await home(a, payer.me.userId);
  const id = await rent(tenancy, 990_000);
  const [before, led] = [(await told(house, 'payment.taken_off')).length, (await told(house, 'payment.came_off')).length];
  await unmatch(agent, id);
  const sees = () => as(payer, (ctx) => fullOf(ctx, id));
  expect(await sees()).toMatchObject({ id, match: 'unmatched', cents: 990_000 });
  const listed = () => as(payer, (ctx) => mine(ctx, { page: 1, page_size: 10, z_filter: { tenancy_id: tenancy } }));
  expect((await listed()).results.map((one) => one.id)).toEqual([id]);
  expect((await told(house, 'payment.taken_off')).slice(before).map((one) => one.params)).toMatchObject([{ reason: 'It was for another month' }]);
  expect((await told(house, 'payment.came_off')).length).toBe(led + 1);
  await assign(agent, id, await home(a), 990_000);
  await expect(sees()).rejects.toMatchObject({ failure: 'notFound' });
  expect((await listed()).results).toEqual([]);
});

const cash = async (by: Somebody, tenancy: number) => {
  const said = { how: 'cash' as const, external: '', note: '', tenancy_id: tenancy, cents: cents(200_000), on: clock.today() };
  return as(by, (ctx) => record.record(ctx, said));
};

test('cash that its payer confirmed is not undone by who has it: the owner does it for an agent', async () => {
  const tenancy = await home(a);
  await as(platform, (ctx) => billed(ctx, tenancy, 200_000));
  const { id } = await cash(agent, tenancy);
  const letter = (await told(house, 'payment.cash_code')).at(-1)?.params as { code: string; company: string };
  // The payer hears who takes it.
  const { name } = await house.database.db.selectFrom('company').select('name').where('id', '=', companyOf(agent)).executeTakeFirstOrThrow();
  expect(letter.company).toBe(name);
  await as(agent, (ctx) => payments.confirmCash(house)(ctx, { id, code: letter.code }));
  const reverse = (by: Somebody) => as(by, (ctx) => payments.reverse(ctx, { id, reason: 'Gave it back' }));
  await expect(reverse(agent)).rejects.toMatchObject({ failure: 'forbidden' });
  expect((await as(agent, (ctx) => fullOf(ctx, id))).may.reverse).toBe(false);
  expect((await as(a.owner, (ctx) => fullOf(ctx, id))).may.reverse).toBe(true);
  expect((await reverse(a.owner)).status).toBe('reversed');
});

test('an agency takes money where its mandate says so', async () => {
  const tenancy = await home(b);
  const change = (may_collect: boolean) =>
    house.database.db.updateTable('mandate').set({ may_collect }).where('owner_company_id', '=', companyOf(b.owner)).execute();
  await change(false);
  await expect(cash(agent, tenancy)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await as(agent, (ctx) => recordWays(ctx, { tenancy_id: tenancy }))).toMatchObject({ hows: [], collects: false });
  expect(await as(b.owner, (ctx) => recordWays(ctx, { tenancy_id: tenancy }))).toMatchObject({ hows: ['cash'], collects: true });
  await change(true);
  expect((await cash(agent, tenancy)).awaits_code).toBe(true);
});

/** A home whose tenant has no phone. */
const phoneless = async (at: Place) => {
  const tenancy = await home(at);
  const { db } = house.database;
  const who = db.selectFrom('tenancy_person').select('tenant_id').where('tenancy_id', '=', tenancy);
  await db.updateTable('tenant').set({ phone: null }).where('id', 'in', who).execute();
  return tenancy;
};
const invoiceOf = (id: number) => house.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('cash of a tenant without a phone, where the platform holds it, counts once a second person has seen the evidence', async () => {
  const tenancy = await phoneless(a);
  const invoice = await as(platform, (ctx) => billed(ctx, tenancy, 200_000));
  expect(await as(agent, (ctx) => recordWays(ctx, { tenancy_id: tenancy }))).toMatchObject({ hows: ['cash'], second: true });
  const taken = await cash(agent, tenancy);
  expect(taken).toMatchObject({ awaits_code: false, awaits_second: true });
  expect([(await invoiceOf(invoice.id)).paid_cents, (await as(agent, (ctx) => fullOf(ctx, taken.id))).awaits_second]).toEqual([0, true]);
  // Whoever leads the company it is for hears of it; the platform where nobody else does.
  expect((await told(house, 'payment.cash_waits')).map(({ to }) => to.personId)).toEqual([a.owner.id]);
  const own = await cash(a.owner, tenancy);
  expect((await told(house, 'payment.cash_waits')).slice(1).map(({ to }) => to.personId)).toContain(platform.id);
  const counted = (by: Somebody, id: number) => as(by, (ctx) => payments.confirmCash(house)(ctx, { id, reason: 'Signed in the receipt book' }));
  await expect(counted(a.owner, taken.id)).rejects.toMatchObject({ failure: 'invalid' });
  const file = await house.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', uploaded_by: agent.id, company_id: companyOf(agent), name: 'slip.png' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db.updateTable('payment').set({ evidence_file_id: file.id }).where('id', 'in', [taken.id, own.id]).execute();
  await expect(counted(agent, taken.id)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(counted(a.owner, own.id)).rejects.toMatchObject({ failure: 'forbidden' });
  await counted(a.owner, taken.id);
  expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'paid' });
  expect((await counted(platform, own.id)).status).toBe('completed');
  // Where nothing is held it is the company's own word, as before.
  const record_only = await place(house);
  expect(await cash(record_only.owner, await phoneless(record_only))).toMatchObject({ awaits_code: false, awaits_second: false });
  expect(await unproven(house)).toEqual([]);
});

test('what a tenant paid ahead goes to their own invoices, and to nobody else’s by the hand of a company', async () => {
  const [theirs, friend] = [await home(a), await home(a)];
  await as(platform, (ctx) => billed(ctx, friend, 5_000_000));
  const id = await rent(theirs, 700_000, 1_000_000);
  const ahead = { code: accounts.tenantCredit, company: companyOf(a.owner), tenancy: theirs } as const;
  expect(await balance(house.database.db, 'C', ahead)).toBe(300_000);
  for (const thief of [a.owner, agent]) {
    await unmatch(thief, id);
    await expect(assign(thief, id, friend, 1_000_000)).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(assign(thief, id, friend, 700_100)).rejects.toMatchObject({ failure: 'forbidden' });
    await assign(thief, id, theirs, 1_000_000);
    expect(await balance(house.database.db, 'C', ahead)).toBe(300_000);
  }
  // The rent of it moves as any does, and the rest stays theirs, whoever was first.
  await unmatch(a.owner, id);
  await assign(a.owner, id, friend, 700_000);
  await expect(assign(a.owner, id, friend, 300_000)).rejects.toMatchObject({ failure: 'forbidden' });
  await assign(a.owner, id, theirs, 300_000);
  await unmatch(platform, id);
  await assign(platform, id, friend, 1_000_000);
  expect(await unproven(house)).toEqual([]);
});
