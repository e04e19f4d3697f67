import { clock } from '#contract/time/clock.ts';
import { takeMovement } from '#server/collection/movement.ts';
import { hide, noPhone } from '#server/collection/phones.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { look } from '#server/matching/look.ts';
import { type AccountRow, accountOf } from '#server/treasury/accounts.ts';
import type { House } from '#test/db.ts';
import type { BookingWorld } from './booking-world.ts';
import { payingPlace } from './payouts.ts';

type PaidIn = { readonly account: AccountRow; readonly cents: number; readonly typed: string; readonly payer?: string; readonly phone?: string };
let n = 0;
/** M-Pesa proves money under an account number, and it is looked at. */
export async function paidIn({ database: { db } }: House, { account, cents, typed, payer = 'JOHN', phone }: PaidIn) {
  const external = `UKM${1_000_000 + ++n}`;
  const { paymentId } = await db.transaction().execute((tx) =>
    takeMovement(atClock(tx), {
      ...{ rail: 'mpesa', external, account, cents, paidAt: clock.now(), accountText: typed },
      ...{ payer, phone: phone === undefined ? noPhone : hide(phone), verifiedBy: 'pull' },
    }),
  );
  const id = paymentId ?? 0;
  await look(db, id);
  return { id, external };
}
/** The same to the account number of a home. */
export async function paidFor(house: House, tenancyId: number, what: Omit<PaidIn, 'typed'>): Promise<number> {
  const { code } = await house.database.db.selectFrom('tenancy').select('code').where('id', '=', tenancyId).executeTakeFirstOrThrow();
  return (await paidIn(house, { ...what, typed: code.replace('-', '') })).id;
}
/** The platform's paybill. */
export const paybillOf = async (house: House): Promise<AccountRow> => accountOf(house.database.db, (await payingPlace(house, 'mpesa')).id);

/** Somebody applied, was approved, and has paid by M-Pesa what is asked for before the keys; `keys` hands them over. */
export async function paysMoveIn({ house, home, applies, approve }: BookingWorld) {
  const { db } = house.database;
  const { id: bookingId } = await applies((await home()).listing);
  await approve(bookingId);
  const invoiceOf = () => db.selectFrom('invoice').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
  const { id: invoiceId, code, total_cents, unit_id: unitId } = await invoiceOf();
  await paidIn(house, { account: await paybillOf(house), cents: total_cents, typed: code, payer: 'ASHA' });
  const tenancyId = (await invoiceOf()).tenancy_id ?? 0;
  const keys = async () => {
    await db.updateTable('tenancy').set({ status: 'active' }).where('id', '=', tenancyId).execute();
    await db.transaction().execute((tx) => happened(atClock(tx), 'tenancy.activated', { tenancyId, unitId, bookingId }));
  };
  return { invoiceId, keys };
}
