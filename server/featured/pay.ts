import { purposes } from '#contract/collection/kinds.ts';
import type { featuredCalls } from '#contract/featured/calls.ts';
import { holdMinutes, ringMinutes, rungUp } from '#contract/featured/kinds.ts';
import { featuredMachine } from '#contract/featured/machine.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import { boughtReversed } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { kes } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { fromWallet, startPush } from '#server/collection/service.ts';
import { platformLine } from '#server/daraja/service.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { move } from '#server/kernel/move.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { held, post } from '#server/ledger/service.ts';
import { pocketsHeld, pocketsOf, walletHeld, walletOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { one } from './bookings.ts';
import { type Booked, begin, bookBought, bookCredit, bookingHeld, put, standing, totalOf } from './books.ts';
import { freeFor } from './free.ts';
import { missing } from './products.ts';
import { tellBooker, tellCredited } from './tell.ts';

type Calls = typeof featuredCalls;
const purpose = purposes.property_featured_payment;
const forWhat = (id: number) => ({ table: 'featured_booking', id });
const minutes = (n: number): Date => new Date(clock.ms() + n * 60_000);

/** A booking of the caller's own company; another's is not there. */
async function ours(ctx: Ctx, id: number): Promise<number> {
  const { company } = await one(ctx, id);
  if (company.id !== ctx.me.companyId) throw missing();
  return company.id;
}

const looked = [walletOf, pocketsOf] as const;
/** Held until this ends: the wallet first, so that a freeze is before it or after, then all that is spent of, in the order of the books. */
const holding = [walletHeld, pocketsHeld] as const;
/** What a company can pay with out of its wallet: what it put by, and rent that may leave and nobody asked for. */
async function spendable(
  db: Db,
  companyId: number,
  [wallet, pockets]: typeof looked | typeof holding,
): Promise<{ credit: number; rent: number; frozen: boolean }> {
  if ((await wallet(db, companyId)).status === 'frozen') return { credit: 0, rent: 0, frozen: true };
  const found = await pockets(db, companyId);
  const of = (code: number) => found.find((one) => one.code === code);
  return { credit: of(accounts.walletTopUps)?.total ?? 0, rent: of(accounts.ownerPayable)?.available ?? 0, frozen: false };
}

export const toPay =
  (house: Pick<House, 'env'>) =>
  async (ctx: Ctx, { id }: Input<Calls['toPay']>): Promise<Result<Calls['toPay']>> => {
    const companyId = await ours(ctx, id);
    const booking = await one(ctx, id);
    const { credit, rent, frozen } = await spendable(ctx.db, companyId, looked);
    const me = await from(ctx, 'person').select('phone').where('id', '=', ctx.me.userId).executeTakeFirst();
    return {
      ...{ total_cents: booking.total_cents, hold_until: booking.hold_until, credit_cents: credit, rent_cents: rent, frozen },
      ...{ mpesa: platformLine(house.env) !== null, push_cents: rungUp(booking.total_cents), phone: me?.phone ?? null },
    };
  };

/** Held, waiting for money, in its time, and at the price that was seen. */
function insistPayable(row: Booked, seen: number): void {
  if (row.status === 'awaiting_payment' && row.hold_until !== null && row.hold_until <= clock.now())
    throw new Refusal('conflict', m.featured_refusal_lapsed());
  if (seen !== totalOf(row)) throw new Refusal('conflict', m.featured_refusal_price());
}

export async function payWallet(ctx: Ctx, { id, total_cents }: Input<Calls['payWallet']>): Promise<Result<Calls['payWallet']>> {
  const companyId = await ours(ctx, id);
  const row = await bookingHeld(ctx.db, id);
  insistPayable(row, total_cents);
  await move(ctx, featuredMachine, 'pay', id, null, 'clock');
  const runs = await begin(ctx, row);
  const credit = await taken(ctx.db, companyId, totalOf(row));
  const { paymentId } = await fromWallet(ctx, { companyId, cents: totalOf(row), purpose, forWhat: forWhat(id) });
  await put(ctx.db, id, {
    paid_by: 'wallet',
    paid_cents: totalOf(row),
    rent_cents: cents(totalOf(row) - credit),
    payment_id: paymentId,
    hold_until: null,
  });
  await bookBought(ctx, { ...row, payment_id: paymentId }, { by: 'wallet', credit });
  const after = await one(ctx, id);
  if (runs) await tellBooker(ctx, id, 'featured.started');
  await paidAudit(ctx, row, after.status, 'wallet');
  return after;
}

/** What credit does not cover, rent must. Answers how much of it is credit. */
async function taken(db: Db, companyId: number, total: number): Promise<number> {
  const { credit, rent, frozen } = await spendable(db, companyId, holding);
  if (frozen) throw new Refusal('conflict', m.featured_refusal_frozen());
  const used = Math.min(credit, total);
  if (rent < total - used) throw new Refusal('conflict', m.featured_refusal_funds({ sum: kes(total - used - rent) }));
  return used;
}

const paidAudit = (ctx: Ctx, before: Booked, status: string, paid_by: string) =>
  audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'featured_properties', id: before.id, code: before.code },
    before: { status: before.status },
    after: { status, paid_by, total_cents: totalOf(before) },
  });

/** The phone rings after this is committed. While it does the days stay held, though not for ever. */
export const payPhone =
  (house: House) =>
  async (ctx: Ctx, { id, total_cents, phone }: Input<Calls['payPhone']>): Promise<Result<Calls['payPhone']>> => {
    const companyId = await ours(ctx, id);
    const row = await bookingHeld(ctx.db, id);
    if (row.status !== 'awaiting_payment') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
    insistPayable(row, total_cents);
    const last = new Date(row.created_at.getTime() + 2 * holdMinutes * 60_000);
    const wanted = minutes(ringMinutes);
    const longer = wanted < last ? wanted : last;
    if (row.hold_until !== null && row.hold_until < longer) await put(ctx.db, id, { hold_until: longer });
    const { code } = await startPush(house, ctx, { purpose, phone, cents: rungUp(totalOf(row)), forWhat: forWhat(id), companyId });
    await audit(ctx.db, ctx, { kind: 'edit', document: 'featured_properties', id, code: row.code, after: { payment: code } });
    return { code };
  };

/** Money came by M-Pesa. In time it pays for the place; else, or where it is too little, it is the company's credit, and somebody is told. */
export async function followCompleted(ctx: Ctx, what: Happenings['payment.completed']): Promise<void> {
  if (what.purpose !== purpose || what.forWhat?.table !== 'featured_booking') return;
  const { how } = await everything(ctx.db, 'payment', 'how it was paid')
    .select()
    .select('how')
    .where('id', '=', what.paymentId)
    .executeTakeFirstOrThrow();
  if (how === 'wallet') return;
  const row = await bookingHeld(ctx.db, what.forWhat.id);
  const total = totalOf(row);
  const inTime = row.status === 'awaiting_payment' && (row.hold_until === null || row.hold_until > clock.now() || (await freeFor(ctx.db, row)));
  if (!inTime || what.cents < total) {
    await bookCredit(ctx, row, what.paymentId, what.cents);
    await tellCredited(ctx, row.id, what.cents, `credit:${what.paymentId}`);
    return;
  }
  await move(ctx, featuredMachine, 'pay', row.id, null, 'clock');
  await put(ctx.db, row.id, { paid_by: 'mpesa', paid_cents: total, payment_id: what.paymentId, hold_until: null });
  await bookBought(ctx, { ...row, payment_id: what.paymentId }, { by: 'receipt' });
  await bookCredit(ctx, row, what.paymentId, what.cents - total);
  await paidAudit(ctx, row, 'scheduled', 'mpesa');
  // Whoever holds a payment asks for no offer: it starts in a transaction of its own, at once.
  await emit(ctx.db, 'featured.due', { bookingId: row.id }, `featured:${row.id}:paid`);
}

/** M-Pesa took the money back: from what is not yet earned, from credit as far as there is any, and the rest the company owes. */
export async function followReversed(ctx: Ctx, { paymentId }: Happenings['payment.reversed']): Promise<void> {
  const payment = await everything(ctx.db, 'payment', 'what it was for')
    .select()
    .select(['purpose', 'for_table', 'for_id', 'cents', 'how'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  if (payment.purpose !== purpose || payment.for_table !== 'featured_booking' || payment.for_id === null || payment.how === 'wallet') return;
  const row = await bookingHeld(ctx.db, payment.for_id);
  const { deferred, vat } = row.payment_id === paymentId ? standing(row) : { deferred: 0, vat: 0 };
  const left = payment.cents - deferred - vat;
  const credit = Math.min(left, await heldCredit(ctx.db, row.company_id));
  await post(ctx.db, {
    ...{ key: `featured:${row.id}:reversed:${paymentId}`, kind: 'money_reversed', source: ['featured_booking', row.id], companyId: row.company_id },
    ...{ params: { how: 'M-Pesa', code: row.code }, by: ctx.me.userId },
    pairs: boughtReversed(row.company_id, { deferred, vat, credit, owed: cents(left - credit) }),
  });
  if (row.payment_id !== paymentId) return;
  await happened(ctx, 'featured.back', { bookingId: row.id, cents: row.price_cents - row.returned_cents });
  await put(ctx.db, row.id, { reversed_at: clock.now() });
  await emit(ctx.db, 'featured.due', { bookingId: row.id }, `featured:${row.id}:reversed`);
}
const heldCredit = async (db: Db, company: number): Promise<number> => (await held(db, [['P', { code: accounts.walletTopUps, company }]]))[0] ?? 0;
