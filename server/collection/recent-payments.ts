import { sql } from 'kysely';
import { findEarlierPayment, type RecentPayment } from '#contract/collection/duplicates.ts';
import type { PaymentMethod, RecordedPaymentMethod } from '#contract/collection/kinds.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day, toNairobiDay } from '#contract/time/days.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import type { PaymentRow } from './rows.ts';

const recentDays = 31;

/** Payments that people recorded for the home lately and that still count, also those that await the payer's code. */
export async function readRecentPayments(
  ctx: Ctx,
  { tenancy_id, booking_id }: Pick<PaymentRow, 'tenancy_id' | 'booking_id'>,
): Promise<(RecentPayment & { readonly how: PaymentMethod })[]> {
  const rows = await from(ctx, 'payment:managed')
    .select(['id', 'code', 'how', 'cents', 'paid_on', 'created_at'])
    .where((eb) => (tenancy_id === null ? eb('booking_id', '=', booking_id) : eb('tenancy_id', '=', tenancy_id)))
    .where('recorded_by', 'is not', null)
    .where('status', 'in', ['pending', 'completed'])
    .where('paid_on', '>=', addDays(clock.today(), -recentDays))
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ id, code, how, cents, paid_on, created_at }) => ({ id, code, how, cents, on: paid_on ?? toNairobiDay(created_at) }));
}

type Recorded = {
  readonly how: RecordedPaymentMethod;
  readonly cents: number;
  readonly on: Day;
  readonly external: string;
  readonly besides?: number | undefined;
};
/** Serializes records of payments for a home, so that the second of two simultaneous records sees the first. */
export const lockRecordsOfHome = (ctx: Ctx, home: Pick<PaymentRow, 'tenancy_id' | 'booking_id'>) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`record:${home.tenancy_id ?? ''}:${home.booking_id ?? ''}`}, 0))`.execute(ctx.db);
/** Refuses to record the same cash twice unless the caller names the earlier payment and so confirms that this is another one. */
export async function assertNoDuplicate(ctx: Ctx, home: Pick<PaymentRow, 'tenancy_id' | 'booking_id'>, given: Recorded): Promise<void> {
  await lockRecordsOfHome(ctx, home);
  const earlier = findEarlierPayment(await readRecentPayments(ctx, home), given);
  if (earlier && earlier.id !== given.besides) throw buildDuplicateRefusal(earlier);
}
export const buildDuplicateRefusal = ({ id, code, cents }: Pick<RecentPayment, 'id' | 'code' | 'cents'>): Refusal =>
  new Refusal('conflict', m.payment_refusal_same_cash({ code, sum: formatKesPlain(cents) }), { earlier: id });
