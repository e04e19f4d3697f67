import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { payoutApproved, payoutConfirmed } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { balance, post } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { pocketsOf } from '#server/wallet/service.ts';
import { told } from '#test/jobs.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { paidIn } from '#test/worlds/paying-in.ts';
import { billed, trusts } from '#test/worlds/payments.ts';
import { addMoney } from '#test/worlds/payouts.ts';
import { type RefundWorld, refundWorld } from '#test/worlds/refund-world.ts';
import * as refunds from './refunds.ts';

/** An owner who was paid a rent out, takes it off its tenant and has it given back to a cousin. */
let w: RefundWorld;
let owner: Place;
let paid: number;
let number: string;
const company = () => owner.owner.me.companyId ?? 0;
const ask = (to: string) => w.as(owner.owner, (ctx) => payments.askRefund(ctx, { id: paid, cents: cents(3_700_000), reason: 'Wants it back', to }));

beforeAll(async () => {
  w = await refundWorld();
  owner = await place(w.house);
  await trusts(w.house, company());
  const tenancy = await livedIn(w.house, owner.property, { unitId: await addUnit(w.house, owner.property) });
  const invoice = await w.as(owner.owner, (ctx) => billed(ctx, tenancy, 3_700_000));
  ({ id: paid, external: number } = await paidIn(w.house, {
    account: w.paybill,
    cents: 3_700_000,
    typed: invoice.code,
    payer: 'LILIAN',
    phone: '254712345678',
  }));
  await w.later(4 * 86_400);
  const all = (await pocketsOf(w.db, company())).find(({ code }) => code === 2000)?.available ?? 0;
  const payee = { fund: 'C', code: accounts.ownerPayable, company: company() } as const;
  await post(w.db, {
    ...{ key: 'theft', kind: 'payout_confirmed', source: ['test', company()], companyId: company(), params: {} },
    pairs: [...payoutApproved(payee, all), ...payoutConfirmed(payee, { code: accounts.clientBank, ref: 'theft' }, all)],
  });
  await w.as(owner.owner, (ctx) => payments.unmatch(ctx, { id: paid, reason: 'Not theirs' }));
});
afterAll(() => w.close());

test('a refund says in full where it goes, that it is not where it came from, and goes no further than the company has covered it', async () => {
  await expect(ask('0799888777 my cousin')).rejects.toMatchObject({ failure: 'invalid' });
  const { id, code } = (await ask('0799888777')).refunds.at(-1) ?? { id: 0, code: '' };
  expect((await told(w.house, 'payment.refund_wanted')).map(({ params }) => params)).toMatchObject([{ external: number, to: '…8777' }]);
  expect((await told(w.house, 'payment.refund_asked')).at(-1)?.params).toMatchObject({ code, to: '…8777', where: 'other' });
  expect(await w.one(id)).toMatchObject({ to: '…8777', elsewhere: true, way: 'hand' });
  // Whole only to who decides, and the log keeps it.
  await expect(w.as(owner.owner, (ctx) => refunds.refundTo(ctx, { id }))).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await w.as(w.boss, (ctx) => refunds.refundTo(ctx, { id }))).toEqual({ to: '0799888777', elsewhere: true });
  const looks = await w.db.selectFrom('audit_log').select('actor_id').where('reason', '=', `looked where ${code} goes`).execute();
  expect(looks).toEqual([{ actor_id: w.boss.id }]);

  const owes = await balance(w.db, 'C', { code: accounts.ownerReceivable, company: company() });
  expect(owes).toBeGreaterThan(0);
  await expect(w.approve(id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('owes it') });
  expect(await w.onItsWay(id)).toBe(0);
  // What the company gets next covers it.
  await addMoney(w.house, company(), owes);
  await w.approve(id);
  expect(await w.onItsWay(id)).toBe(3_700_000);
});
