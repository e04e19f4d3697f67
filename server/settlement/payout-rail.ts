import type { Cents } from '#contract/money/cents.ts';
import type { Outcome } from '#server/daraja/service.ts';
import type { House } from '#server/kernel/house.ts';
import { clientFor, hookPath, platformAccount } from '#server/payment/accounts.ts';

type Begun = { readonly conversation: string | null };
/** How money leaves by phone: tests put another in its place. */
export type PayoutRail = {
  pay(what: { readonly key: string; readonly phone: string; readonly cents: Cents; readonly remarks: string }): Promise<Outcome<Begun>>;
  ask(key: string): Promise<Outcome<Begun>>;
};

/** The platform's paybill. Results come to its own secret path, where the payment room keeps them. */
export const payoutRail = (house: House): PayoutRail => {
  const ready = async () => {
    const account = await platformAccount(house, house.database.db);
    return account && { client: clientFor(house, account), results: hookPath(account, 'payout'), timeouts: hookPath(account, 'payout_timeout') };
  };
  const off = { kind: 'refused', code: 'makao.off', text: 'M-Pesa is not set up' } as const;
  return {
    async pay(what) {
      const line = await ready();
      return line ? line.client.b2c({ ...what, results: line.results, timeouts: line.timeouts }) : off;
    },
    async ask(key) {
      const line = await ready();
      return line ? line.client.status({ originator: key, results: line.results, timeouts: line.timeouts, occasion: key }) : off;
    },
  };
};
