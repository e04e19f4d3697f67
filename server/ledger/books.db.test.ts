import { beforeAll, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { books, decideBook, modeOf, setBook } from './service.ts';

let house: House;
let one: Somebody;
let two: Somebody;
let fresh: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  [one, two, fresh] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, one, two);
});
const as = <T>(who: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who, work);
const ask = (company_id: number, mode: 'trust' | 'record', by = one) =>
  as(by, (ctx) => setBook(ctx, { company_id, mode, reason: 'They asked for it' }));
const decide = (company_id: number, agree: boolean, by = two) => as(by, (ctx) => decideBook(ctx, { company_id, agree }));

test('clients’ money is taken on, and given up again, by two: one asks, another who is here long enough agrees', async () => {
  const company = (await somebody(house, 'owner')).me.companyId ?? 0;
  const mode = () => modeOf(house.database.db, company);
  expect(await ask(company, 'trust')).toMatchObject({ mode: 'record', asked: { mode: 'trust', own: true } });
  expect(await mode()).toBe('record');
  const heard = (await told(house, 'ledger.mode_asked')).map(({ to }) => to.personId);
  expect(heard).toEqual(expect.arrayContaining([two.id, fresh.id]));
  expect(heard).not.toContain(one.id);
  await expect(decide(company, true, one)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(decide(company, true, fresh)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await decide(company, true)).toMatchObject({ mode: 'trust', asked: null, reason: 'They asked for it' });
  expect(await mode()).toBe('trust');
  await expect(decide(company, true)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(ask(company, 'trust')).rejects.toMatchObject({ failure: 'conflict' });

  // Back again it takes two as well; who asked may let it be.
  await ask(company, 'record', two);
  expect(await decide(company, false, two)).toMatchObject({ mode: 'trust', asked: null });
  expect(await mode()).toBe('trust');
  const listed = await books(ctxOf(house, one), { page: 1, page_size: 50 });
  expect(listed.results.find(({ id }) => id === company)).toMatchObject({ mode: 'trust', asked: null });
});
