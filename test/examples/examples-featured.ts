import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { postJournal } from '#server/ledger/service.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';

let n = 0;
const on = (days: number) => addDays(clock.today(), days);
const product = async (services: TestServices) =>
  (
    await services.database.db
      .insertInto('featured_product')
      .values({ name: `Example ${++n}`, placement: 'home', day_cents: toCents(50_000) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const booking = async (services: TestServices, status: 'requested' | 'awaiting_payment' = 'requested') => {
  const at = await createOwnerWithUnit(services);
  const row = await services.database.db
    .insertInto('featured_booking')
    .values({
      product_id: await product(services),
      listing_id: await addListing(services, at),
      company_id: at.owner.me.companyId ?? 0,
      starts_on: on(2),
      ends_on: on(4),
      price_cents: toCents(150_000),
      status,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** The first owner calls; their company has enough money for the price. */
const ofAsker = async (services: TestServices) => {
  const { db } = services.database;
  const id = await booking(services, 'awaiting_payment');
  const { company_id } = await db
    .selectFrom('person')
    .select('company_id')
    .where('user_type', '=', userTypes.owner)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const company = company_id ?? 0;
  await db.updateTable('featured_booking').set({ company_id: company }).where('id', '=', id).execute();
  const pairs = [
    { fund: 'P', dr: { code: ledgerAccounts.platformBank }, cr: { code: ledgerAccounts.walletTopUps, company }, cents: toCents(150_000) },
  ] as const;
  await postJournal(db, { key: `example:featured:${id}`, kind: 'adjustment', source: ['featured_booking', id], params: {}, pairs });
  return id;
};

const featuredExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'featured.listProducts': async () => ({ page: 1 }),
  'featured.createProduct': async () => ({ name: `Example ${++n}`, placement: 'search', day_cents: 20_000, slots: 2, max_days: 14 }),
  'featured.updateProduct': async (services) => ({ id: await product(services), slots: 3 }),
  'featured.choices': async () => ({}),
  'featured.calendar': async (services) => ({ id: await product(services), from: on(0), days: 31 }),
  'featured.list': async () => ({ page: 1 }),
  'featured.details': async (services) => ({ id: await booking(services) }),
  'featured.create': async (services) => ({
    product_id: await product(services),
    listing_id: await addListing(services, await createOwnerWithUnit(services)),
    starts_on: on(1),
    ends_on: on(2),
  }),
  'featured.toPay': async (services) => ({ id: await ofAsker(services) }),
  'featured.payWallet': async (services) => ({ id: await ofAsker(services), total_cents: 150_000 }),
  'featured.payPhone': async (services) => ({ id: await ofAsker(services), total_cents: 150_000, phone: '+254712345678' }),
  'featured.recordImpressions': async () => ({ ids: [1] }),
  'featured.move': async (services) => ({ id: await booking(services), move: 'approve' }),
  'featured.pay': async (services) => ({ id: await booking(services, 'awaiting_payment'), waived: false, note: 'SKJ3X9QW1A' }),
};

const featuredAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(featuredExamples).map((key) => [key, /pay(Wallet|Phone)|toPay/i.test(key) ? ('owner' as const) : ('superadmin' as const)]),
);

export const moduleExamples: ModuleExamples = { examples: featuredExamples, askers: featuredAskers };
