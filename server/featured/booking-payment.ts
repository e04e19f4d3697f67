import { paymentPurposes } from '#contract/collection/kinds.ts';
import type { featuredCalls } from '#contract/featured/calls.ts';
import { roundUpToShilling, slotReservationMinutes, stkPushTimeoutMinutes } from '#contract/featured/kinds.ts';
import { featuredMachine } from '#contract/featured/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildPurchaseReversedPostings } from '#contract/ledger/purchase-postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { formatKes } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { payFromWallet, startSaleStkPush } from '#server/collection/service.ts';
import { readPlatformMpesaConfig } from '#server/daraja/service.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { lockAccountBalances, postJournal } from '#server/ledger/service.ts';
import { lockWallet, lockWalletBalances, readWalletBalances, readWalletRow } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import {
  computeFeaturedBookingTotal,
  type FeaturedBookingRow,
  lockFeaturedBooking,
  postFeaturedCredit,
  postFeaturedPurchase,
  readUnearnedAmounts,
  startFeaturedBooking,
  updateFeaturedBooking,
} from './booking-ledger.ts';
import { getFeaturedBooking } from './bookings.ts';
import { notifyFeaturedBooker, notifyFeaturedCredit } from './notify.ts';
import { featuredNotFound } from './products.ts';
import { hasAvailableSlots } from './slot-availability.ts';

type Calls = typeof featuredCalls;
const purpose = paymentPurposes.property_featured_payment;
const forWhat = (id: number) => ({ table: 'featured_booking', id });
const minutes = (n: number): Date => new Date(clock.ms() + n * 60_000);

/** A booking of the caller's own company; others are not found. */
async function ours(ctx: Ctx, id: number): Promise<number> {
  const { company } = await getFeaturedBooking(ctx, id);
  if (company.id !== ctx.me.companyId) throw featuredNotFound();
  return company.id;
}

const looked = [readWalletRow, readWalletBalances] as const;
/** The locks until the end of the transaction: first the wallet, so that a freeze comes before or after, then its balances in ledger order. */
const holding = [lockWallet, lockWalletBalances] as const;
/** What a company can spend from its wallet: credit, and rent that is available and not requested by a payout. */
async function spendable(
  db: Db,
  companyId: number,
  [wallet, pockets]: typeof looked | typeof holding,
): Promise<{ credit: number; rent: number; frozen: boolean }> {
  if ((await wallet(db, companyId)).status === 'frozen') return { credit: 0, rent: 0, frozen: true };
  const found = await pockets(db, companyId);
  const of = (code: number) => found.find((one) => one.code === code);
  return { credit: of(ledgerAccounts.walletTopUps)?.total ?? 0, rent: of(ledgerAccounts.ownerPayable)?.available ?? 0, frozen: false };
}

export const readFeaturedBookingToPay =
  (services: Pick<RunningServices, 'env'>) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['toPay']>): Promise<HandlerResult<Calls['toPay']>> => {
    const companyId = await ours(ctx, id);
    const booking = await getFeaturedBooking(ctx, id);
    const { credit, rent, frozen } = await spendable(ctx.db, companyId, looked);
    const me = await from(ctx, 'person').select('phone').where('id', '=', ctx.me.userId).executeTakeFirst();
    return {
      total_cents: booking.total_cents,
      hold_until: booking.hold_until,
      credit_cents: credit,
      rent_cents: rent,
      frozen,
      mpesa: readPlatformMpesaConfig(services.env) !== null,
      push_cents: roundUpToShilling(booking.total_cents),
      phone: me?.phone ?? null,
    };
  };

/** Checks that a locked booking awaits payment, is within its time, and has the price the user saw. */
function assertPayable(row: FeaturedBookingRow, seen: number): void {
  if (row.status === 'awaiting_payment' && row.hold_until !== null && row.hold_until <= clock.now())
    throw new Refusal('conflict', m.featured_refusal_lapsed());
  if (seen !== computeFeaturedBookingTotal(row)) throw new Refusal('conflict', m.featured_refusal_price());
}

export async function payFeaturedFromWallet(
  ctx: Ctx,
  { id, total_cents }: HandlerInput<Calls['payWallet']>,
): Promise<HandlerResult<Calls['payWallet']>> {
  const companyId = await ours(ctx, id);
  const row = await lockFeaturedBooking(ctx.db, id);
  assertPayable(row, total_cents);
  await makeMove(ctx, featuredMachine, 'pay', id, null, 'clock');
  const runs = await startFeaturedBooking(ctx, row);
  const credit = await creditToSpend(ctx.db, companyId, computeFeaturedBookingTotal(row));
  const { paymentId } = await payFromWallet(ctx, { companyId, cents: computeFeaturedBookingTotal(row), purpose, forWhat: forWhat(id) });
  await updateFeaturedBooking(ctx.db, id, {
    paid_by: 'wallet',
    paid_cents: computeFeaturedBookingTotal(row),
    rent_cents: toCents(computeFeaturedBookingTotal(row) - credit),
    payment_id: paymentId,
    hold_until: null,
  });
  await postFeaturedPurchase(ctx, { ...row, payment_id: paymentId }, { by: 'wallet', credit });
  const after = await getFeaturedBooking(ctx, id);
  if (runs) await notifyFeaturedBooker(ctx, id, 'featured.started');
  await paidAudit(ctx, row, after.status, 'wallet');
  return after;
}

/** Rent must cover what credit does not. Returns the part paid by credit. */
async function creditToSpend(db: Db, companyId: number, total: number): Promise<number> {
  const { credit, rent, frozen } = await spendable(db, companyId, holding);
  if (frozen) throw new Refusal('conflict', m.featured_refusal_frozen());
  const used = Math.min(credit, total);
  if (rent < total - used) throw new Refusal('conflict', m.featured_refusal_funds({ sum: formatKes(total - used - rent) }));
  return used;
}

const paidAudit = (ctx: Ctx, before: FeaturedBookingRow, status: string, paid_by: string) =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'featured_properties',
    id: before.id,
    code: before.code,
    before: { status: before.status },
    after: { status, paid_by, total_cents: computeFeaturedBookingTotal(before) },
  });

/** The M-Pesa prompt is sent after the commit. Until it is paid, the days stay reserved for a limited time. */
export const payFeaturedByPhone =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, total_cents, phone }: HandlerInput<Calls['payPhone']>): Promise<HandlerResult<Calls['payPhone']>> => {
    const companyId = await ours(ctx, id);
    const row = await lockFeaturedBooking(ctx.db, id);
    if (row.status !== 'awaiting_payment') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
    assertPayable(row, total_cents);
    const last = new Date(row.created_at.getTime() + 2 * slotReservationMinutes * 60_000);
    const wanted = minutes(stkPushTimeoutMinutes);
    const longer = wanted < last ? wanted : last;
    if (row.hold_until !== null && row.hold_until < longer) await updateFeaturedBooking(ctx.db, id, { hold_until: longer });
    const { code } = await startSaleStkPush(services, ctx, {
      purpose,
      phone,
      cents: roundUpToShilling(computeFeaturedBookingTotal(row)),
      forWhat: forWhat(id),
      companyId,
    });
    await audit(ctx.db, ctx, { kind: 'edit', document: 'featured_properties', id, code: row.code, after: { payment: code } });
    return { code };
  };

/**
 * Handles a received M-Pesa payment. In time and sufficient, it pays the booking; otherwise it becomes the company's credit, and the company is
 * notified.
 */
export async function onFeaturedPaymentCompleted(ctx: Ctx, what: DomainEvents['payment.completed']): Promise<void> {
  if (what.purpose !== purpose || what.forWhat?.table !== 'featured_booking') return;
  const { how } = await unscopedTable(ctx.db, 'payment', 'the payment method')
    .select()
    .select('how')
    .where('id', '=', what.paymentId)
    .executeTakeFirstOrThrow();
  if (how === 'wallet') return;
  const row = await lockFeaturedBooking(ctx.db, what.forWhat.id);
  const total = computeFeaturedBookingTotal(row);
  const inTime =
    row.status === 'awaiting_payment' && (row.hold_until === null || row.hold_until > clock.now() || (await hasAvailableSlots(ctx.db, row)));
  if (!inTime || what.cents < total) {
    await postFeaturedCredit(ctx, row, what.paymentId, what.cents);
    await notifyFeaturedCredit(ctx, row.id, what.cents, `credit:${what.paymentId}`);
    return;
  }
  await makeMove(ctx, featuredMachine, 'pay', row.id, null, 'clock');
  await updateFeaturedBooking(ctx.db, row.id, { paid_by: 'mpesa', paid_cents: total, payment_id: what.paymentId, hold_until: null });
  await postFeaturedPurchase(ctx, { ...row, payment_id: what.paymentId }, { by: 'receipt' });
  await postFeaturedCredit(ctx, row, what.paymentId, what.cents - total);
  await paidAudit(ctx, row, 'scheduled', 'mpesa');
  // The payment is locked here, and listings must not be locked after it, so the booking starts in its own transaction at once.
  await enqueueJob(ctx.db, 'featured.due', { bookingId: row.id }, `featured:${row.id}:paid`);
}

/** Handles a reversed M-Pesa payment: it is taken from unearned revenue, then from available credit, and the company owes the rest. */
export async function onFeaturedPaymentReversed(ctx: Ctx, { paymentId }: DomainEvents['payment.reversed']): Promise<void> {
  const payment = await unscopedTable(ctx.db, 'payment', 'the purpose of the payment')
    .select()
    .select(['purpose', 'for_table', 'for_id', 'cents', 'how'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  if (payment.purpose !== purpose || payment.for_table !== 'featured_booking' || payment.for_id === null || payment.how === 'wallet') return;
  const row = await lockFeaturedBooking(ctx.db, payment.for_id);
  const { deferred, vat } = row.payment_id === paymentId ? readUnearnedAmounts(row) : { deferred: 0, vat: 0 };
  const left = payment.cents - deferred - vat;
  const credit = Math.min(left, await heldCredit(ctx.db, row.company_id));
  await postJournal(ctx.db, {
    key: `featured:${row.id}:reversed:${paymentId}`,
    kind: 'money_reversed',
    source: ['featured_booking', row.id],
    companyId: row.company_id,
    params: { how: 'M-Pesa', code: row.code },
    by: ctx.me.userId,
    pairs: buildPurchaseReversedPostings(row.company_id, { deferred, vat, credit, owed: toCents(left - credit) }),
  });
  if (row.payment_id !== paymentId) return;
  await publishEvent(ctx, 'featured.back', { bookingId: row.id, cents: row.price_cents - row.returned_cents });
  await updateFeaturedBooking(ctx.db, row.id, { reversed_at: clock.now() });
  await enqueueJob(ctx.db, 'featured.due', { bookingId: row.id }, `featured:${row.id}:reversed`);
}
const heldCredit = async (db: Db, company: number): Promise<number> =>
  (await lockAccountBalances(db, [['P', { code: ledgerAccounts.walletTopUps, company }]]))[0] ?? 0;
