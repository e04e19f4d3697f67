import { beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { asNow, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { livedIn, putMoney, unproven } from '#test/worlds/invoices.ts';
import { type Place, place } from '#test/worlds/market.ts';
import { billed, trusts } from '#test/worlds/payments.ts';
import { credit, waive, writeOff } from './credit.ts';
import { details } from './one.ts';

/** “Spends without asking KES 20,000. Above this the owner approves.” */
let house: House;
let here: Place;
let agent: Somebody;
let tenancy: number;
const limit = 2_000_000;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);
const companyOf = (who: Somebody) => who.me.companyId ?? 0;
const grants = ['property.read', 'tenancies.read', 'invoices.read', 'invoices.edit', 'income.read', 'income.edit'];

beforeAll(async () => {
  house = await freshHouse();
  here = await place(house);
  await trusts(house, companyOf(here.owner));
  agent = await somebody(house, 'agent');
  const both = { owner_company_id: companyOf(here.owner), agent_company_id: companyOf(agent) };
  await house.database.db
    .insertInto('mandate')
    .values({ ...both, all_properties: true, grants, scope: 'full_management', approval_limit_cents: cents(limit) })
    .execute();
  agent = await asNow(house, agent);
  tenancy = await livedIn(house, here.property);
});

async function rent(sum: number): Promise<{ id: number; credits: (by: Somebody, part: number) => Promise<unknown> }> {
  const { id } = await as(here.owner, (ctx) => billed(ctx, tenancy, sum, { agent: companyOf(agent) }));
  const { id: line_id } = await house.database.db.selectFrom('invoice_line').select('id').where('invoice_id', '=', id).executeTakeFirstOrThrow();
  const credits = (by: Somebody, part: number) =>
    as(by, (ctx) => credit(ctx, { id, lines: [{ line_id, cents: cents(part) }], reason: 'for a friend' }));
  return { id, credits };
}
const acts = async (by: Somebody, id: number) => (await as(by, (ctx) => details(ctx, { id }))).acts;

test('an agent takes off what is open up to the limit, in one part or in several; above it the owner is named', async () => {
  const one = await rent(5_000_000);
  const { name } = await house.database.db.selectFrom('company').select('name').where('id', '=', companyOf(here.owner)).executeTakeFirstOrThrow();
  await expect(one.credits(agent, limit + 100)).rejects.toMatchObject({ failure: 'forbidden', message: expect.stringContaining(name) });
  await expect(one.credits(agent, limit + 100)).rejects.toMatchObject({ message: expect.stringContaining(kesPlain(limit)) });
  expect(await acts(agent, one.id)).toContain('credit');
  expect(await acts(agent, one.id)).not.toContain('write_off');
  await one.credits(agent, limit - 50_000);
  await expect(one.credits(agent, 60_000)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(as(agent, (ctx) => writeOff(ctx, { id: one.id, reason: 'never' }))).rejects.toMatchObject({ failure: 'forbidden' });
  await as(here.owner, (ctx) => writeOff(ctx, { id: one.id, reason: 'gone' }));
  const small = await rent(100_000);
  expect(await acts(agent, small.id)).toContain('write_off');
  await as(agent, (ctx) => writeOff(ctx, { id: small.id, reason: 'gone' }));
  // A late fee is the owner's too.
  const fee = await rent(limit + 100_000);
  await house.database.db.updateTable('invoice').set({ kind: 'late_fee' }).where('id', '=', fee.id).execute();
  await expect(as(agent, (ctx) => waive(ctx, { id: fee.id, reason: 'a friend' }))).rejects.toMatchObject({ failure: 'forbidden' });
});

test('what was paid is given back by the owner alone; by the platform’s people the owner hears who and why', async () => {
  const one = await rent(1_000_000);
  await putMoney(house, one.id, 1_000_000);
  await expect(one.credits(agent, 100)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await acts(agent, one.id)).not.toContain('credit');
  expect(await acts(here.owner, one.id)).toContain('credit');
  const heard = async () =>
    (await told(house, 'invoice.given_back')).map(({ to, params }) => [(to as { personId: number }).personId, params.sum, params.reason]);
  await one.credits(await somebody(house, 'superadmin'), 300_000);
  expect(await heard()).toEqual(
    expect.arrayContaining([
      [here.owner.id, 'KES 3,000', 'for a friend'],
      [agent.id, 'KES 3,000', 'for a friend'],
    ]),
  );
  const before = (await heard()).filter(([to]) => to === here.owner.id).length;
  await one.credits(here.owner, 200_000);
  expect((await heard()).filter(([to]) => to === here.owner.id)).toHaveLength(before);
  expect(await unproven(house)).toEqual([]);
});
