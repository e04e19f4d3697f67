import { beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { credit as creditNote } from '#server/invoice/credit.ts';
import { chargeLate, setPolicy } from '#server/invoice/fees.ts';
import { due, look as lookAt } from '#server/invoice/look.ts';
import { details } from '#server/invoice/one.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { keepCredit } from '#server/matching/credit.ts';
import { look } from '#server/matching/look.ts';
import { ownAccount } from '#server/payment/own-account.ts';
import { make } from '#server/tenancy/service.ts';
import { platformAccount } from '#server/treasury/accounts.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts } from '#test/worlds/payments.ts';
import { takeMovement } from './movement.ts';
import { toPay, toPayOpen } from './pay.ts';
import { hide } from './phones.ts';
import { lockPayment, putPayment } from './rows.ts';

let house: House;
let here: Place;
let n = 0;
beforeAll(async () => {
  house = await freshHouse('bare', { MPESA_CALLBACK_URL: 'http://127.0.0.1:9' });
  here = await place(house);
  await trusts(house, here.owner.me.companyId ?? 0);
});
/** A home with these shares; the second of several has no account. */
async function home(shares: readonly number[] = [10_000]): Promise<{ id: number; code: string; lead: Somebody }> {
  const [unitId, lead] = [await addUnit(house, here.property), await somebody(house, 'tenant')];
  const people = shares.map((shareBp, at) => ({
    somebody: { personId: at === 0 ? lead.me.userId : null, name: `Payer ${++n}`, phone: `+2547140${String(20_000 + n)}`, email: null },
    ...{ role: at === 0 ? ('lead' as const) : ('co_tenant' as const), shareBp },
  }));
  const { id, code } = await inTransaction(house, here.owner, (ctx) =>
    make(ctx, {
      ...{ unitId, startsOn: clock.today(), endsOn: addDays(clock.today(), 400), rentCents: 3_000_000, period: 2, depositCents: 0, people },
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
    }),
  );
  return { id, code, lead };
}
const bill = (tenancyId: number, sum: number) => inTransaction(house, here.owner, (ctx) => billed(ctx, tenancyId, sum));
const taken = async (accountText: string, sum: number, from = '254799000111'): Promise<number> => {
  const account = await platformAccount(house, house.database.db);
  if (!account) throw new Error('no paybill');
  const facts = { rail: 'mpesa', external: `UKT${1_000_000 + ++n}`, account, cents: sum, paidAt: clock.now(), accountText, payer: '' } as const;
  const { paymentId } = await house.database.db
    .transaction()
    .execute((tx) => takeMovement(atClock(tx), { ...facts, verifiedBy: 'query', phone: hide(from) }));
  return paymentId ?? 0;
};
const came = async (...given: Parameters<typeof taken>) => look(house.database.db, await taken(...given));
const heard = async (event: string, code: string) => (await told(house, event)).filter(({ params }) => params.code === code);

test('a credit note that closes what was paid in part is no receipt', async () => {
  const { id: t, code } = await home();
  const invoice = await bill(t, 2_500_000);
  await came(code, 2_000_000);
  await came(code, 100_000);
  const part = await details(ctxOf(house, here.owner), { id: invoice.id });
  expect(part.history.map(({ what, reason, cents: sum }) => [what, reason, sum])).toEqual([
    ['money', 'paybill', 2_000_000],
    ['money', 'paybill', 100_000],
  ]);
  const [line] = part.lines;
  const reason = 'too much';
  await inTransaction(house, here.owner, (ctx) =>
    creditNote(ctx, { id: invoice.id, lines: [{ line_id: line?.id ?? 0, cents: cents(400_000) }], reason }),
  );
  expect(await details(ctxOf(house, here.owner), { id: invoice.id })).toMatchObject({ status: 2, open_cents: 0 });
  expect(await heard('invoice.credit', invoice.code)).toHaveLength(1);
  expect(await heard('receipt', invoice.code)).toEqual([]);
});

test('a new invoice asks for what is left once the tenant’s credit is taken, and for nothing where that paid it', async () => {
  const { id: t, code } = await home();
  await came(code, 2_000_000);
  const part = await bill(t, 2_500_100);
  expect((await heard('invoice.issued', part.code)).map(({ params }) => params)).toMatchObject([
    { sum: 'KES 5,001', total: 'KES 25,001', credit: 'KES 20,000' },
  ]);
  await came(code, 1_500_100);
  const all = await bill(t, 1_000_000);
  expect(await heard('invoice.issued', all.code)).toEqual([]);
  expect((await heard('receipt', all.code)).map(({ params }) => params)).toMatchObject([{ sum: 'KES 10,000', how: 'wallet' }]);
});

test('of a late fee people hear what is left of it once their credit is taken', async () => {
  const tiers = [{ grace_days: 5, every: 'once' as const, kind: 'fixed' as const, value: 50_000, cap_cents: null }];
  await inTransaction(house, here.owner, (ctx) => setPolicy(ctx, { property_id: null, tenancy_id: null, active: true, tiers, revision: 0 }));
  const { db } = house.database;
  const lateAfter = async (credit: number) => {
    const { id: t } = await home();
    const { id, code: late } = await bill(t, 300_000);
    const due_on = addDays(clock.today(), -20);
    await db.updateTable('invoice').set({ issued_on: due_on, due_on }).where('id', '=', id).execute();
    // Kept as credit by a person, though something is open.
    const whose = { companyId: here.owner.me.companyId ?? 0, tenancyId: t, bookingId: null };
    const paymentId = credit > 0 ? await taken('', credit) : 0;
    if (credit > 0)
      await db.transaction().execute(async (tx) => {
        await keepCredit(atClock(tx), await lockPayment(tx, paymentId), whose, credit);
        await putPayment(tx, paymentId, { credited_cents: cents(credit), match: 'matched', looked_at: clock.now(), tenancy_id: t });
      });
    await chargeLate(db);
    return (await told(house, 'invoice.late_fee')).filter(({ params }) => params.late === late).map(({ params }) => params);
  };
  expect(await lateAfter(0)).toMatchObject([{ sum: 'KES 500' }]);
  expect(await lateAfter(20_000)).toMatchObject([{ sum: 'KES 500', credit: 'KES 200', left: 'KES 300' }]);
  const [covered] = await lateAfter(50_000);
  expect(covered).toMatchObject({ sum: 'KES 500', credit: 'KES 500' });
  expect(covered).not.toHaveProperty('left');
});

test('who pays one of several is told what else is open, which takes what is over; who has its link alone is not', async () => {
  const { id: t, lead } = await home();
  const [one, other] = [await bill(t, 450_000), await bill(t, 6_280_000)];
  expect((await toPay(house)(ctxOf(house, lead), { invoice_id: one.id })).others).toMatchObject([{ id: other.id, open_cents: 6_280_000 }]);
  expect((await toPay(house)(ctxOf(house, lead), { tenancy_id: t })).others).toEqual([]);
  const { token } = await house.database.db.selectFrom('invoice').select('token').where('id', '=', one.id).executeTakeFirstOrThrow();
  expect((await toPayOpen(house)(ctxOf(house, null), { invoice_id: one.id, token })).others).toEqual([]);
});

test('a statement says what stood after each as it happened: of one day, too', async () => {
  const { id: t, code, lead } = await home();
  await came(code, 2_000_000);
  await bill(t, 2_500_000);
  await came(code, 500_000);
  const { rows } = await ownAccount(ctxOf(house, lead), { tenancy_id: t });
  expect(rows.map((row) => [row.what, row.balance_cents])).toEqual([
    ['payment', -2_000_000],
    ['invoice', 500_000],
    ['payment', 0],
  ]);
});

test('of two who pay, each hears their half of what is left, and reads it where they pay', async () => {
  const { id: t, code, lead } = await home([5_000, 5_000]);
  await came(code, 16_100);
  const invoice = await bill(t, 1_000_100);
  expect((await heard('invoice.issued', invoice.code)).map(({ params }) => [params.sum, params.share])).toEqual([
    ['KES 9,840', 'KES 4,920'],
    ['KES 9,840', 'KES 4,920'],
  ]);
  expect(await due(ctxOf(house, lead), { tenancy_id: t })).toMatchObject({ my_share_cents: 492_000 });
  expect(await toPay(house)(ctxOf(house, lead), { tenancy_id: t })).toMatchObject({ share_cents: 492_000 });
  const { token } = await house.database.db.selectFrom('invoice').select('token').where('id', '=', invoice.id).executeTakeFirstOrThrow();
  expect((await lookAt(ctxOf(house, null), { id: invoice.id, token })).name).toMatch(/^Payer \d+: KES 4,920, Payer \d+: KES 4,920$/);
  const open = () => toPayOpen(house)(ctxOf(house, null), { invoice_id: invoice.id, token });
  expect(await open()).toMatchObject({ open_cents: 984_000, share_cents: 492_000, invoices: [{ share_cents: 492_000 }] });
  // Who has no account is known by their number: what is left is the other's.
  await came(code, 492_000, `2547140${String(20_000 + n - 2)}`);
  expect(await due(ctxOf(house, lead), { tenancy_id: t })).toMatchObject({ my_share_cents: 492_000 });
});
