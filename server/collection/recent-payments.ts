import { sql } from 'kysely';
import { findEarlierPayment, type RecentPayment } from '#contract/collection/duplicates.ts';
import type { PaymentMethod, RecordedPaymentMethod } from '#contract/collection/kinds.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day, toNairobiDay } from '#contract/time/days.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import type { PaymentHome } from './record-home.ts';

const why = 'payments of a home that the caller manages';
const recentDays = 31;

/** Payments that people recorded for the home lately and that still count, also those that await the payer's code. */
export async function readRecentPayments(
  db: Db,
  { tenancy_id, booking_id }: Pick<PaymentHome, 'tenancy_id' | 'booking_id'>,
): Promise<(RecentPayment & { readonly how: PaymentMethod })[]> {
  const rows = await unscopedTable(db, 'payment', why)
    .select()
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
/**
 * Refuses to record the same cash twice unless the caller names the earlier payment and so confirms that this is another one. The lock makes the second
 * of two simultaneous records see the first.
 */
export async function assertNoDuplicate({ db }: Pick<Ctx, 'db'>, home: PaymentHome, given: Recorded): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`record:${home.tenancy_id ?? ''}:${home.booking_id ?? ''}`}, 0))`.execute(db);
  const earlier = findEarlierPayment(await readRecentPayments(db, home), given);
  if (earlier && earlier.id !== given.besides)
    throw new Refusal('conflict', m.payment_refusal_same_cash({ code: earlier.code, sum: formatKesPlain(earlier.cents) }), { earlier: earlier.id });
}
