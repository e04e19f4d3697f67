import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthStart } from '#contract/time/days.ts';
import { expireDue } from '#server/booking/clock.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { balance, balances } from '#server/ledger/service.ts';
import { addAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { told } from '#test/jobs.ts';
import { asNow, ctxOf, type Somebody, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { putMoney, unproven } from '#test/worlds/invoices.ts';
import { lapse } from './follows.ts';
import { look } from './look.ts';
import { details } from './one.ts';
import { runPreview } from './runs/runs.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
  // Clients' money is held by the platform: what is paid before somebody moves in is kept apart.
  await world.house.database.db.insertInto('ledger_book').values({ company_id: world.company, mode: 'trust' }).execute();
});
afterEach(() => setClock(world.house, null));
const invoiceOf = (bookingId: number) =>
  world.house.database.db.selectFrom('invoice').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
const approved = async () => {
  const { listing } = await world.home();
  const { id, person } = await world.applies(listing);
  await world.approve(id);
  return { id, person, invoice: await invoiceOf(id) };
};
const held = (bookingId: number) => {
  const payer = { company: world.company, ref: `booking:${bookingId}` };
  return balances(world.house.database.db, [
    ['C', { code: accounts.moveInRent, ...payer }],
    ['D', { code: accounts.moveInDeposits, ...payer }],
    ['C', { code: accounts.ownerPayable, company: world.company }],
    ['D', { code: accounts.depositsHeld, ...payer }],
  ]);
};

describe('what is asked for before moving in', () => {
  test('comes with the approval, the deposit apart, and paying it confirms the booking and makes the tenancy', async () => {
    const { id, person, invoice } = await approved();
    expect(invoice).toMatchObject({
      kind: 'move_in',
      fund: 'C',
      total_cents: 9_000_000,
      deposit_cents: 4_500_000,
      account_ref: `booking:${id}`,
      status: 'unpaid',
    });
    expect(await details(ctxOf(world.house, person), { id: invoice.id })).toMatchObject({
      manages: false,
      lines: [{ kind: 'rent' }, { kind: 'deposit' }],
    });
    await putMoney(world.house, invoice.id, 2_000_000);
    expect((await world.rowOf(id)).status).toBe('await_payment');
    await putMoney(world.house, invoice.id, 7_000_000);
    expect(await world.rowOf(id)).toMatchObject({ status: 'confirmed', paid: { cents: 9_000_000, how: 'mpesa' } });
    const after = await invoiceOf(id);
    expect(after).toMatchObject({ status: 'paid', account_ref: `booking:${id}` });
    expect(after.tenancy_id).not.toBeNull();
    expect(await held(id)).toEqual([4_500_000, 4_500_000, 0, 0]);
    // Both sides hear that the deposit is held.
    const heard = await told(world.house, 'deposit.held');
    expect(heard.map(({ to }) => to)).toEqual(expect.arrayContaining([{ personId: person.me.userId }, { personId: world.here.owner.me.userId }]));
    expect(heard[0]?.params).toMatchObject({ sum: 'KES 45,000' });
    expect(await unproven(world.house)).toEqual([]);
    // Who moves in makes it the owner's.
    const tenancyId = after.tenancy_id ?? 0;
    await world.house.database.db.updateTable('tenancy').set({ status: 'active' }).where('id', '=', tenancyId).execute();
    const active = { tenancyId, unitId: after.unit_id, bookingId: id };
    for (const _ of [1, 2]) await world.as(world.here.owner, (ctx) => happened(ctx, 'tenancy.activated', active));
    expect(await held(id)).toEqual([0, 0, 4_500_000, 4_500_000]);
    // What was asked for is taken off the first months, not asked for again.
    const starts = (await world.rowOf(id)).starts_on;
    const months = [0, 1, 2].map((n) => addMonths(monthStart(starts), n));
    const totals = [];
    for (const month of months)
      totals.push((await world.as(world.here.owner, (ctx) => runPreview(ctx, { month, page: 1, page_size: 10 }))).total_cents);
    const first = totals[0] ?? 0;
    expect(first).toBe(0);
    expect(totals.reduce((sum, cents) => sum + cents, 0)).toBeLessThan(2 * 4_500_000 + 4_500_000);
  });

  test('in trust one paybill stands on every page and paper: the platform’s, not the company’s own', async () => {
    const { db } = world.house.database;
    await db.updateTable('company').set({ pay_paybill: '522533', pay_till: '5204417' }).where('id', '=', world.company).execute();
    await addAccount(db, { company_id: null, rail: 'mpesa', name: 'M-Pesa', number: '174379', bank_code: null, fund: 'C', of_env: true });
    const { id, person, invoice } = await approved();
    const to = { paybill: '174379', till: null, bank: null };
    expect(await details(ctxOf(world.house, world.here.owner), { id: invoice.id })).toMatchObject({ pay_to: to });
    expect(await look(ctxOf(world.house, null), { id: invoice.id, token: invoice.token })).toMatchObject({ pay_to: to });
    expect(await world.service.details(ctxOf(world.house, person), { id })).toMatchObject({ pay_to: to });
  });

  test('lapses with the booking; what was paid goes back first, or it stays', async () => {
    const one = await approved();
    await world.later(24 * 7);
    await expireDue(world.house.database.db);
    expect(await invoiceOf(one.id)).toMatchObject({ status: 'expired', open_cents: 0 });
    await expect(look(ctxOf(world.house, null), { id: one.invoice.id, token: one.invoice.token })).rejects.toMatchObject({ failure: 'notFound' });
    await setClock(world.house, null);
    const two = await approved();
    await putMoney(world.house, two.invoice.id, 1_000_000);
    await world.as(world.here.owner, (ctx) => world.service.cancel(ctx, { id: two.id, reason: 'the owner changed their mind' }));
    expect(await invoiceOf(two.id)).toMatchObject({ status: 'active', paid_cents: 1_000_000 });
    await putMoney(world.house, two.invoice.id, -1_000_000);
    await world.house.database.db.transaction().execute((tx) => lapse(atClock(tx), two.invoice.id, 'canceled'));
    expect(await invoiceOf(two.id)).toMatchObject({ status: 'expired' });
    expect(await unproven(world.house)).toEqual([]);
  });

  test('in trust a manager’s word that they were paid outside is none alone: the applicant says so, or the platform; then that money is with them, and its invoice is paid', async () => {
    const { id, person } = await approved();
    const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };
    const { file_id } = await world.as(world.here.owner, (ctx) => world.service.evidence(ctx, { id, file }));
    const paid = { id, how: 'bank' as const, on: clock.today(), note: '' };
    const confirm = (who: Somebody) =>
      world.as(who, (ctx) => world.service.confirm(ctx, { ...paid, cents: cents(9_000_000), file_id, why_less: '' }));
    await expect(confirm(world.here.owner)).rejects.toMatchObject({ failure: 'conflict' });
    await world.as(person, (ctx) => world.service.sayPaid(ctx, { ...paid, cents: cents(8_000_000), file_id: null }));
    await expect(confirm(world.here.owner)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await balance(world.house.database.db, 'C', { code: accounts.cashInHand, company: world.company })).toBe(0);
    // An agency whose mandate does not let it collect says nothing at all.
    const agent = await somebody(world.house, 'agent');
    await world.house.database.db
      .insertInto('mandate')
      .values({
        ...{ owner_company_id: world.company, agent_company_id: agent.me.companyId ?? 0, all_properties: true, scope: 'full_management' },
        ...{ may_collect: false, grants: ['property.read', 'booking.read', 'booking.edit'] },
      })
      .execute();
    await world.as(person, (ctx) => world.service.sayPaid(ctx, { ...paid, cents: cents(9_000_000), file_id: null }));
    await expect(confirm(await asNow(world.house, agent))).rejects.toMatchObject({ failure: 'forbidden' });
    await confirm(world.here.owner);
    expect(await world.rowOf(id)).toMatchObject({ status: 'confirmed', paid: { how: 'bank' } });
    expect(await balance(world.house.database.db, 'C', { code: accounts.cashInHand, company: world.company })).toBe(9_000_000);
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid' });
    expect(await world.rowOf(id)).toMatchObject({ status: 'confirmed', paid: { how: 'bank' } });
  });
});
