import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { livedIn } from '#test/invoices.ts';
import { addUnit, type Place, place } from '#test/market.ts';
import { differing } from '#test/own-places.ts';
import { trusts, unproven } from '#test/payments.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addAccount } from './accounts.ts';
import { look } from './look.ts';
import { takeMovement } from './movement.ts';
import { noPhone } from './phones.ts';
import { roomAt } from './places.ts';
import * as refunds from './refunds.ts';

let house: House;
let here: Place;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  await trusts(house, here.owner.me.companyId ?? 0);
});
afterAll(() => setClock(house, null));

test('what the platform holds is given back by its own people: a company asks, and says neither yes to it nor that it went', async () => {
  const { db } = house.database;
  const tenancy = await livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
  const { code } = await db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow();
  const paybill = await addAccount(db, { company_id: null, rail: 'mpesa', name: 'Paybill', number: '174379', bank_code: null, fund: 'C' });
  if (!paybill) throw new Error('the account was not made');
  const { paymentId } = await db.transaction().execute((tx) =>
    takeMovement(atClock(tx), {
      ...{ rail: 'mpesa', external: 'TKB1000001', account: paybill, cents: 300_000, paidAt: clock.now(), accountText: code },
      ...{ payer: 'JOHN', phone: noPhone, verifiedBy: 'pull' },
    }),
  );
  const id = paymentId ?? 0;
  await look(db, id);
  // Nothing was asked for: all of it is the tenant's credit, and the owner manages it.
  const asked = await as(here.owner, (ctx) => refunds.askRefund(ctx, { id, cents: cents(300_000), reason: 'They moved', to: '0712345678' }));
  const refund = asked.refunds[0]?.id ?? 0;
  expect(asked.refunds[0]).toMatchObject({ decides: false, approvers: [] });
  // As if another of the company had asked: two of them are still not the platform.
  const agent = await somebody(house, 'agent');
  await db.updateTable('refund').set({ asked_by: agent.id }).where('id', '=', refund).execute();
  const yes = (by: Somebody) => as(by, (ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }));
  const went = (by: Somebody, proof = 'TKB1000002') => as(by, (ctx) => refunds.paidRefund(ctx, { id: refund, how: 'mpesa', proof }));
  await expect(yes(here.owner)).rejects.toMatchObject({ failure: 'forbidden' });
  const admin = await somebody(house, 'admin');
  // While a bank says otherwise than the books nothing leaves.
  const wrong = await differing(house);
  await expect(yes(admin)).rejects.toMatchObject({ failure: 'conflict' });
  await db.deleteFrom('bank_figure').where('account_id', '=', wrong).execute();
  expect(await roomAt(db, paybill)).toBe(300_000);
  await yes(admin);
  expect(await roomAt(db, paybill)).toBe(0);
  await expect(went(here.owner)).rejects.toMatchObject({ failure: 'forbidden' });
  // The number of what came is none of what went back, nor is one that stands for another refund.
  for (const number of ['TKB1000001', 'tkb1000001 ']) await expect(went(admin, number)).rejects.toMatchObject({ failure: 'invalid' });
  expect(await went(await somebody(house, 'superadmin'))).toMatchObject({ status: 'paid', decides: true });
  expect(await unproven(house)).toEqual([]);
});
