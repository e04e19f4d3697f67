import { refundTransfers } from '#server/refund/transfers.ts';
import { payoutTransfers } from '#server/settlement/transfers.ts';
import { askDue, type PayoutRail, send, sendQueued } from '#server/transfer/service.ts';
import { told } from '#test/jobs.ts';
import { payingOut, payoutWorld } from './payout-world.ts';
import { refunding, refundWorld } from './refund-world.ts';

/** Every purpose money is sent for, with the same words: what holds for one transfer holds for all. `now`: null leaves the machine's clock. */
export const purposes = {
  payouts: async (now?: string | null) => {
    const w = await payoutWorld(now);
    const [purpose, companies] = [payoutTransfers, new Map<number, number>()];
    const approved = async (phone?: string) => {
      const one = await w.approved(phone);
      companies.set(one.id, one.company);
      return one;
    };
    return {
      ...{ ...w, sum: payingOut.sum, approved, job: 'settlement.ask', dying: 'send' },
      send: (id: number, rail: PayoutRail = w.rail) => send(w.db, purpose, rail, id),
      askDue: () => askDue(w.db, purpose, w.rail),
      sendQueued: () => sendQueued(w.db, purpose, w.rail),
      askAgain: async (id: number) => w.again((await w.transfersOf(id)).at(-1)?.id ?? 0),
      inTransit: (id: number) => w.at(companies.get(id) ?? 0, 2080),
      /** A failed payout is its payee's again. */
      afterFailure: 0,
      error: async (id: number) => {
        const row = await w.errorOf((await w.transfersOf(id)).at(-1)?.id ?? 0);
        return row && row.status === 'open' ? row.error : null;
      },
      state: async (id: number) => (await w.payoutOf(id)).status,
      /** How often the payee was notified that it arrived. */
      notified: async (id: number) => {
        const { code } = await w.payoutOf(id);
        return (await told(w.house, 'settlement.paid')).filter(({ key }) => key.includes(code)).length;
      },
    } as const;
  },
  refunds: async (now?: string | null) => {
    const w = await refundWorld(now);
    const purpose = refundTransfers;
    return {
      ...{ ...w, sum: refunding.sum, job: 'payment.refunds', dying: 'refund' },
      send: (id: number, rail: PayoutRail = w.rail) => send(w.db, purpose, rail, id),
      askDue: () => askDue(w.db, purpose, w.rail),
      sendQueued: () => sendQueued(w.db, purpose, w.rail),
      askAgain: (id: number) => w.again(id),
      inTransit: w.onItsWay,
      /** A failed refund stays promised to its payer. */
      afterFailure: refunding.sum,
      error: async (id: number) => {
        const row = (await w.transfersOf(id)).at(-1);
        return row && row.status !== 'confirmed' ? (row.disputed_at ? 'callback_lost' : row.error) : null;
      },
      state: async (id: number) => (await w.refundOf(id)).status,
      notified: async (id: number) => w.tellings((await w.refundOf(id)).code),
    } as const;
  },
} as const;
export type TransferWorld = Awaited<ReturnType<(typeof purposes)[keyof typeof purposes]>>;
