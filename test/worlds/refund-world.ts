import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { takeMovement } from '#server/collection/movement.ts';
import { hide, noPhone } from '#server/collection/phones.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { balance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import * as acts from '#server/refund/acts.ts';
import * as refunds from '#server/refund/refunds.ts';
import { type AccountRow, platformAccount } from '#server/treasury/accounts.ts';
import { told } from '#test/jobs.ts';
import { longHere, somebody } from '#test/world.ts';
import { mpesaHouse } from './mpesa-house.ts';
import { addMoney } from './payouts.ts';

/** A house with the platform's paybill and the simulator behind it, where one person asks for refunds and another approves. */
export async function refundWorld(now?: string | null) {
  const w = await mpesaHouse(now);
  const { house, db, as } = w;
  const [asker, boss] = [await somebody(house, 'admin'), await somebody(house, 'superadmin')];
  await longHere(house, asker, boss);
  const paybill = (await platformAccount(house, db)) as AccountRow;
  // What sending costs is there.
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0);
  let n = 1_000_000;
  const transfersOf = (refund: number) => db.selectFrom('refund_transfer').selectAll().where('refund_id', '=', refund).orderBy('id').execute();
  const refundOf = (id: number) => db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  /** Money that nobody was found for, paid from this number; null: M-Pesa masked it. */
  const paid = async (phone: string | null = '254712345678'): Promise<number> => {
    const { paymentId } = await db.transaction().execute((tx) =>
      takeMovement(atClock(tx), {
        ...{ rail: 'mpesa', external: `TKC${++n}`, account: paybill, cents: refunding.sum, paidAt: clock.now(), accountText: '', payer: 'JOHN' },
        ...{ phone: phone === null ? { ...noPhone, phone_tail: '678' } : hide(phone), verifiedBy: 'pull' },
      }),
    );
    return paymentId ?? 0;
  };
  const ask = async (id: number, to?: string): Promise<number> =>
    (await as(asker, (ctx) => payments.askRefund(ctx, { id, cents: cents(refunding.sum), reason: 'Paid twice', ...(to ? { to } : {}) }))).refunds.at(
      -1,
    )?.id ?? 0;
  const approve = (id: number, to?: string) => as(boss, (ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '', ...(to ? { to } : {}) }));
  return {
    ...{ ...w, paybill, asker, boss, transfersOf, refundOf, paid, ask, approve },
    /** As the list shows it to who approves. */
    one: async (id: number) => (await as(boss, (ctx) => refunds.refunds(ctx, { page: 1, page_size: 100 }))).results.find((row) => row.id === id),
    onItsWay: (id: number) => balance(db, 'C', { code: accounts.payoutsInTransit, ref: `refund:${id}` }),
    left: () => balance(db, 'C', { code: accounts.mpesaPayouts, ref: `collection:${paybill.id}` }),
    /** What M-Pesa really paid for a refund. */
    paidOut: (id: number) => w.paidUnder(`R${id}-`),
    /** How often the payer was told that it went. */
    tellings: async (code: string) => (await told(house, 'payment.refunded')).filter(({ key }) => key.includes(code)).length,
    stuck: async (why: string) => (await told(house, 'payment.refund_stuck')).filter(({ params }) => params.why === why).length > 0,
    /** Approved, and not sent yet. */
    approved: async (phone?: string) => {
      const id = await ask(await paid(phone));
      await approve(id);
      const [transfer] = await transfersOf(id);
      if (!transfer) throw new Error('no attempt');
      return { id, transfer, code: (await refundOf(id)).code };
    },
    again: (id: number, who = boss) => as(who, (ctx) => acts.sendRefund(ctx, { id })),
    settle: (id: number, given: { arrived: boolean; proof?: string }) =>
      as(boss, (ctx) => acts.settleRefund(ctx, { id, proof: '', reason: 'as the statement says', ...given })),
    takeBack: (id: number) => as(boss, (ctx) => refunds.decideRefund(ctx, { id, approve: false, reason: 'no' })),
    byHand: (id: number, proof: string) => as(boss, (ctx) => refunds.paidRefund(ctx, { id, how: 'mpesa', proof })),
  };
}
export type RefundWorld = Awaited<ReturnType<typeof refundWorld>>;
export const refunding = { sum: 120_000, fee: 500 } as const;
