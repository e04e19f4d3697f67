import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { post } from '#server/ledger/service.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { addListing, place } from '#test/worlds/market.ts';

let n = 0;
const on = (days: number) => addDays(clock.today(), days);
const product = async (house: House) =>
  (
    await house.database.db
      .insertInto('featured_product')
      .values({ name: `Example ${++n}`, placement: 'home', day_cents: cents(50_000) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const booking = async (house: House, status: 'requested' | 'awaiting_payment' = 'requested') => {
  const at = await place(house);
  const row = await house.database.db
    .insertInto('featured_booking')
    .values({
      product_id: await product(house),
      listing_id: await addListing(house, at),
      company_id: at.owner.me.companyId ?? 0,
      starts_on: on(2),
      ends_on: on(4),
      price_cents: cents(150_000),
      status,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** The first owner there is asks; their company has what it costs. */
const ofAsker = async (house: House) => {
  const { db } = house.database;
  const id = await booking(house, 'awaiting_payment');
  const { company_id } = await db
    .selectFrom('person')
    .select('company_id')
    .where('user_type', '=', userTypes.owner)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const company = company_id ?? 0;
  await db.updateTable('featured_booking').set({ company_id: company }).where('id', '=', id).execute();
  const pairs = [{ fund: 'P', dr: { code: accounts.platformBank }, cr: { code: accounts.walletTopUps, company }, cents: cents(150_000) }] as const;
  await post(db, { key: `example:featured:${id}`, kind: 'adjustment', source: ['featured_booking', id], params: {}, pairs });
  return id;
};

const featuredExamples: Readonly<Record<string, Example>> = {
  'featured.products': async () => ({ page: 1 }),
  'featured.productCreate': async () => ({ name: `Example ${++n}`, placement: 'search', day_cents: 20_000, slots: 2, max_days: 14 }),
  'featured.productUpdate': async (house) => ({ id: await product(house), slots: 3 }),
  'featured.choices': async () => ({}),
  'featured.calendar': async (house) => ({ id: await product(house), from: on(0), days: 31 }),
  'featured.all': async () => ({ page: 1 }),
  'featured.details': async (house) => ({ id: await booking(house) }),
  'featured.create': async (house) => ({
    product_id: await product(house),
    listing_id: await addListing(house, await place(house)),
    starts_on: on(1),
    ends_on: on(2),
  }),
  'featured.toPay': async (house) => ({ id: await ofAsker(house) }),
  'featured.payWallet': async (house) => ({ id: await ofAsker(house), total_cents: 150_000 }),
  'featured.payPhone': async (house) => ({ id: await ofAsker(house), total_cents: 150_000, phone: '+254712345678' }),
  'featured.shown': async () => ({ ids: [1] }),
  'featured.move': async (house) => ({ id: await booking(house), move: 'approve' }),
  'featured.pay': async (house) => ({ id: await booking(house, 'awaiting_payment'), waived: false, note: 'SKJ3X9QW1A' }),
};

const featuredAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(featuredExamples).map((key) => [key, /pay(Wallet|Phone)|toPay/i.test(key) ? ('owner' as const) : ('superadmin' as const)]),
);

export const roomExamples: RoomExamples = { examples: featuredExamples, askers: featuredAskers };
