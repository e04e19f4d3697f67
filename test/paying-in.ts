import { clock } from '#contract/time/clock.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { accountOf } from '#server/payment/accounts.ts';
import { look } from '#server/payment/look.ts';
import { takeMovement } from '#server/payment/movement.ts';
import { noPhone } from '#server/payment/phones.ts';
import type { BookingWorld } from './booking-world.ts';
import { payingPlace } from './payouts.ts';

let n = 0;
/** Somebody applied, was approved, and has paid by M-Pesa what is asked for before the keys; `keys` hands them over. */
export async function paysMoveIn({ house, home, applies, approve }: BookingWorld) {
  const { db } = house.database;
  const { id: bookingId } = await applies((await home()).listing);
  await approve(bookingId);
  const invoiceOf = () => db.selectFrom('invoice').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
  const { id: invoiceId, code, total_cents, unit_id: unitId } = await invoiceOf();
  const account = await accountOf(db, (await payingPlace(house, 'mpesa')).id);
  const facts = { rail: 'mpesa', external: `UKM${1_000_000 + ++n}`, account, cents: total_cents, paidAt: clock.now(), payer: 'ASHA' } as const;
  const { paymentId } = await db
    .transaction()
    .execute((tx) => takeMovement(atClock(tx), { ...facts, verifiedBy: 'query', accountText: code, phone: noPhone }));
  await look(db, paymentId ?? 0);
  const tenancyId = (await invoiceOf()).tenancy_id ?? 0;
  const keys = async () => {
    await db.updateTable('tenancy').set({ status: 'active' }).where('id', '=', tenancyId).execute();
    await db.transaction().execute((tx) => happened(atClock(tx), 'tenancy.activated', { tenancyId, unitId, bookingId }));
  };
  return { invoiceId, keys };
}
