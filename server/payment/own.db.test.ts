import { beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { takeMovement } from '#server/collection/movement.ts';
import { hide } from '#server/collection/phones.ts';
import { due } from '#server/invoice/look.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { balance } from '#server/ledger/service.ts';
import { assign } from '#server/matching/desk.ts';
import { look } from '#server/matching/look.ts';
import { type AccountRow, accountOf, addAccount } from '#server/treasury/accounts.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { trusts, unproven } from '#test/worlds/payments.ts';
import { mine } from './lists.ts';
import { ownAccount } from './own-account.ts';

let world: BookingWorld;
let account: AccountRow;
beforeAll(async () => {
  world = await bookingWorld();
  const { db } = world.house.database;
  await trusts(world.house, world.company);
  const made = await addAccount(db, { company_id: null, rail: 'mpesa', name: 'M-Pesa', number: '174379', bank_code: null, fund: 'C', of_env: true });
  account = await accountOf(db, made?.id ?? 0);
});
const invoiceOf = (bookingId: number) =>
  world.house.database.db.selectFrom('invoice').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
const approved = async () => {
  const { listing } = await world.home();
  const { id, person } = await world.applies(listing);
  await world.approve(id);
  return { id, person, invoice: await invoiceOf(id) };
};
/** Of those who have an account; the phone that paid hears of it too. */
const pages = async () => (await told(world.house, 'payment.received')).flatMap(({ page }) => page ?? []);
let n = 0;
const came = async (accountText: string, sum: number) => {
  const { db } = world.house.database;
  const facts = { rail: 'mpesa', external: `UKI000000${++n}`, account, cents: sum, paidAt: clock.now(), payer: 'ASHA', verifiedBy: 'query' } as const;
  const { paymentId } = await db.transaction().execute((tx) => takeMovement(atClock(tx), { ...facts, accountText, phone: hide('254712345678') }));
  await look(db, paymentId ?? 0);
  return paymentId ?? 0;
};

describe('what is paid before there is a tenancy', () => {
  test('is the tenancy’s with the payment that made it, and so is what was over', async () => {
    const { id, person, invoice } = await approved();
    const applicant = ctxOf(world.house, person);
    const paid = [await came(invoice.code, 2_500_000)];
    const before = await mine(applicant, { page: 1, page_size: 10, z_filter: { booking_id: id } });
    expect(before.results.map((row) => row.id)).toEqual(paid);
    expect(await world.service.details(applicant, { id })).toMatchObject({ due_cents: 9_000_000, received_cents: 2_500_000 });
    expect(await pages()).toEqual([linkTo('booking.one', 'tenant', { id, code: (await world.rowOf(id)).code })]);
    paid.push(await came(invoice.code, 6_550_000));
    expect(await world.rowOf(id)).toMatchObject({ status: 'confirmed' });
    const tenancy = (await invoiceOf(id)).tenancy_id ?? 0;
    const { results } = await mine(applicant, { page: 1, page_size: 10, z_filter: { tenancy_id: tenancy } });
    expect(results.map((row) => row.id).toSorted()).toEqual(paid.toSorted());
    const { code } = await world.house.database.db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow();
    const last = results.find((row) => row.id === paid[1]);
    const at = { tenancy_id: tenancy, code, id: last?.id ?? 0, invoice_code: last?.code ?? '' };
    expect(await pages()).toContain(linkTo('payment.ownOne', 'tenancy', at));
    expect(await balance(world.house.database.db, 'C', { code: accounts.tenantCredit, company: world.company, tenancy })).toBe(50_000);
    const account = await ownAccount(applicant, { tenancy_id: tenancy });
    expect(account.rows.map(({ what, cents, balance_cents }) => [what, cents, balance_cents])).toEqual([
      ['invoice', 9_000_000, 9_000_000],
      ['payment', -2_500_000, 6_500_000],
      ['payment', -6_550_000, -50_000],
    ]);
    expect(account.deposit).toMatchObject({ held_cents: 4_500_000, holder: 'platform' });
    const { total_cents, credit_cents } = await due(applicant, { tenancy_id: tenancy });
    expect(account.balance_cents).toBe(total_cents - credit_cents);
    const stranger = ctxOf(world.house, await somebody(world.house, 'tenant'));
    await expect(ownAccount(stranger, { tenancy_id: tenancy })).rejects.toMatchObject({ failure: 'notFound' });
    expect(await unproven(world.house)).toEqual([]);
  });

  test('is so too when a person at the desk says whose it is', async () => {
    const { id, invoice } = await approved();
    const paid = await came('NOBODY KNOWS', 9_050_000);
    const boss = await somebody(world.house, 'superadmin');
    await inTransaction(world.house, boss, (ctx) =>
      assign(ctx, { id: paid, parts: [{ booking_id: id, invoice_ids: [invoice.id], cents: cents(9_050_000) }] }),
    );
    const tenancy = (await invoiceOf(id)).tenancy_id ?? 0;
    const row = await world.house.database.db.selectFrom('payment').select(['tenancy_id', 'match']).where('id', '=', paid).executeTakeFirst();
    expect(row).toEqual({ tenancy_id: tenancy, match: 'matched' });
    expect(await balance(world.house.database.db, 'C', { code: accounts.tenantCredit, company: world.company, tenancy })).toBe(50_000);
    expect(await unproven(world.house)).toEqual([]);
  });
});
