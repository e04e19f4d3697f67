import { beforeAll, describe, expect, test } from 'vitest';
import { type Acct, accounts, type Fund } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { post } from '#server/ledger/service.ts';
import * as people from '#server/people/service.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { place } from '#test/worlds/market.ts';
import { whyNotClose } from './closing.ts';

let house: House;
let admin: Somebody;
let n = 0;
beforeAll(async () => {
  house = await freshHouse();
  admin = await somebody(house, 'superadmin');
});
const db = () => house.database.db;
const booked = (company: number, fund: Fund, dr: Acct, cr: Acct) =>
  post(db(), { key: `test:${++n}`, kind: 'adjustment', source: ['company', company], params: {}, pairs: [{ fund, dr, cr, cents: cents(12_345) }] });
/** Why the person cannot close it, and whether somebody else can. */
async function closing(who: Somebody) {
  const reasons = (await whyNotClose(db(), who.id)).map(String);
  const { code } = await house.database.db.selectFrom('person').select('code').where('id', '=', who.id).executeTakeFirstOrThrow();
  const removed = await inTransaction(house, admin, (ctx) => people.remove(ctx, { user_id: who.id, user_code: code, reason: 'asked for it' })).then(
    () => 'removed',
    (refused: Error) => refused.message,
  );
  return { reasons, removed };
}

describe('an account is kept, and says by what, whoever closes it', () => {
  test('nothing open: it goes', async () => {
    const owner = await somebody(house, 'owner');
    expect(await closing(owner)).toEqual({ reasons: [], removed: 'removed' });
  });
  test('by money in the wallet', async () => {
    const owner = await somebody(house, 'owner');
    const company = owner.me.companyId ?? 0;
    await booked(company, 'C', { code: accounts.clientBank, ref: 'test' }, { code: accounts.ownerPayable, company });
    const { reasons, removed } = await closing(owner);
    expect(reasons).toEqual([expect.stringContaining('123.45')]);
    expect(removed).toBe(reasons[0]);
  });
  test('by what it owes the platform', async () => {
    const owner = await somebody(house, 'owner');
    const company = owner.me.companyId ?? 0;
    await booked(company, 'P', { code: accounts.platformReceivable, company }, { code: accounts.planRevenue });
    const { reasons, removed } = await closing(owner);
    expect(reasons).toEqual([expect.stringMatching(/owes.*123\.45/)]);
    expect(removed).toBe(reasons[0]);
  });
  test('by a tenancy of its homes, with its code', async () => {
    const { owner, property } = await place(house);
    const tenancy = await livedIn(house, property);
    const { code } = await house.database.db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow();
    const { reasons, removed } = await closing(owner);
    expect(reasons).toEqual([expect.stringContaining(code)]);
    expect(removed).toContain(code);
  });
});
