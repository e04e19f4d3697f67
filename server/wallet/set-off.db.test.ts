import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { recorded } from '#server/collection/service.ts';
import { balance, post } from '#server/ledger/service.ts';
import * as desk from '#server/matching/desk.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { pocketHeld, pocketsOf } from './pockets.ts';
import { setOffAll, setOffOne } from './set-off.ts';

let house: House;
let here: Place;
let company = 0;
const as = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, here.owner, work);
const owners = async () => (await pocketsOf(house.database.db, company)).find(({ code }) => code === 2000);
const at = (code: 1040 | 1300 | 2000) => balance(house.database.db, 'C', { code, company });

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  company = here.owner.me.companyId ?? 0;
  await trusts(house, company);
});
afterAll(() => setClock(house, null));

test('rent an owner took in cash is theirs and with them: it never leaves from what others paid, and is set off once', async () => {
  const tenancyId = await livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
  await as((ctx) => billed(ctx, tenancyId, 2_000_000));
  const t = await house.database.db.selectFrom('tenancy').selectAll().where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  const { paymentId } = await as((ctx) => recorded(ctx, { companyId: company, how: 'cash', cents: 2_000_000, on: clock.today(), home }));
  const before = await at(2000);
  expect(before).toBeGreaterThan(0);
  expect(await at(1040)).toBe(2_000_000);
  expect(await owners()).toMatchObject({ total: before, owed: before, pending: 0, available: 0 });
  expect(await house.database.db.transaction().execute((tx) => pocketHeld(tx, company, 2000))).toMatchObject({ held: 2_000_000 });

  await setOffAll(house.database.db);
  await setOffAll(house.database.db);
  expect([await at(2000), await at(1040)]).toEqual([0, 2_000_000 - before]);
  expect(await unproven(house)).toEqual([]);

  // The cash was none: they owe what was theirs of it, and hold nothing. The two are one.
  await as((ctx) => desk.reverse(ctx, { id: paymentId, reason: 'It was counted twice' }));
  expect(await at(1040)).toBe(-before);
  await setOffAll(house.database.db);
  expect([await at(2000), await at(1040), await at(1300)]).toEqual([0, 0, 0]);
  expect(await unproven(house)).toEqual([]);
});

test('two pockets of one company set off at once are two facts: neither waits for the other’s number', async () => {
  const { me } = await somebody(house, 'agent');
  const both = me.companyId ?? 0;
  const { db } = house.database;
  const owed = (code: 2000 | 2040, claim: 1300 | 1350) =>
    post(db, {
      ...{ key: `both:${code}`, kind: 'adjustment', source: ['test', code], companyId: both, params: {} },
      pairs: [
        { fund: 'C', dr: { code: accounts.mpesaPaybill, ref: 'collection:1' }, cr: { code, company: both }, cents: cents(5_000) },
        { fund: 'C', dr: { code: claim, company: both }, cr: { code: accounts.unallocatedReceipts }, cents: cents(3_000) },
      ],
    });
  await owed(2000, 1300);
  await owed(2040, 1350);
  // One worker holds the first pocket, the other does the second meanwhile.
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = db.transaction().execute(async (tx) => {
    await setOffOne(tx, { id: both, code: accounts.ownerPayable });
    held.resolve();
    await over.promise;
  });
  await held.promise;
  await db.transaction().execute((tx) => setOffOne(tx, { id: both, code: accounts.agentPayable }));
  over.resolve();
  await first;
  for (const code of [2000, 2040] as const) expect(await balance(db, 'C', { code, company: both })).toBe(2_000);
});
