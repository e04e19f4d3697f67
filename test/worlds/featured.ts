import { type Acct, accounts, type Fund } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { takeMovement } from '#server/collection/movement.ts';
import * as featured from '#server/featured/service.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { balance, post } from '#server/ledger/service.ts';
import { accountOf } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction, somebody } from '#test/world.ts';
import { addListing, place } from './market.ts';

const mpesa = {
  MPESA_SHORTCODE: '600123',
  MPESA_CONSUMER_KEY: 'k',
  MPESA_CONSUMER_SECRET: 's',
  MPESA_PASSKEY: 'p',
  MPESA_BASE: 'http://127.0.0.1:9',
};
export const now = '2027-03-10T09:00:00Z';
export const on = (n: number) => addDays('2027-03-10', n);

/** A house whose clock stands on a morning in March, with M-Pesa that never answers, and what a company does in it to be featured. */
export async function featuredWorld() {
  const house: House = await freshHouse('bare', mpesa);
  const admin = await somebody(house, 'admin');
  await setClock(house, now);
  let n = 0;
  const db = house.database.db;
  const service = featured.featuredService(house);
  const product = async (facts: object = {}) =>
    (
      await inTransaction(house, admin, (ctx) =>
        featured.productCreate(ctx, { name: 'Home strip', placement: 'home', day_cents: cents(33_333), slots: 1, max_days: 30, ...facts }),
      )
    ).id;
  async function booked(first = 0, last = 6, facts: object = {}) {
    const at = await place(house);
    const listing = await addListing(house, at);
    const productId = await product(facts);
    const book = (who = at.owner, offer = listing) =>
      inTransaction(house, who, (ctx) => featured.create(ctx, { product_id: productId, listing_id: offer, starts_on: on(first), ends_on: on(last) }));
    const booking = await book();
    return { ...at, listing, productId, book, id: booking.id, total: booking.total_cents, company: at.owner.me.companyId ?? 0 };
  }
  type One = Awaited<ReturnType<typeof booked>>;
  const given = (company: number, fund: Fund, dr: Acct, cr: Acct, sum: number) =>
    post(db, { key: `test:${++n}`, kind: 'adjustment', source: ['company', company], params: {}, pairs: [{ fund, dr, cr, cents: cents(sum) }] });
  /** M-Pesa says that the prompt was paid. */
  async function paidBy(code: string, sum?: number): Promise<number> {
    const push = await house.database.db
      .selectFrom('push')
      .innerJoin('payment', 'payment.id', 'push.payment_id')
      .selectAll('push')
      .where('payment.code', '=', code)
      .executeTakeFirstOrThrow();
    await db.transaction().execute(async (tx) =>
      takeMovement(atClock(tx), {
        ...{ rail: 'mpesa', external: `SKJ${++n}QW`, account: await accountOf(tx, push.account_id), cents: sum ?? push.cents, paidAt: clock.now() },
        ...{ accountText: push.reference, payer: 'WANJIRU', phone: { phone_sealed: null, phone_tail: null, phone_mark: null } },
        ...{ verifiedBy: 'query', push },
      }),
    );
    return push.payment_id;
  }
  return {
    ...{ house, admin, db, product, booked, paidBy },
    stands: (fund: Fund, acct: Acct) => balance(db, fund, acct),
    toPay: ({ owner, id }: One) => service.toPay(ctxOf(house, owner), { id }),
    detail: ({ owner, id }: One) => featured.details(ctxOf(house, owner), { id }),
    byWallet: ({ owner, id, total }: One) => inTransaction(house, owner, (ctx) => featured.payWallet(ctx, { id, total_cents: cents(total) })),
    /** What a company put by earlier, and rent that was collected for it. */
    putBy: (company: number, sum: number) => given(company, 'P', { code: accounts.platformBank }, { code: accounts.walletTopUps, company }, sum),
    rentOf: (company: number, sum: number) =>
      given(company, 'C', { code: accounts.clientBank, ref: 'test' }, { code: accounts.ownerPayable, company }, sum),
    ring: ({ owner, id, total }: One) =>
      inTransaction(house, owner, (ctx) => service.payPhone(ctx, { id, total_cents: cents(total), phone: '+254712345678' })),
  };
}
