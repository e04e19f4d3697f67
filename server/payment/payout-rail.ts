import { askingFor } from '#contract/daraja/results.ts';
import type { Cents } from '#contract/money/cents.ts';
import { daraja, type Outcome } from '#server/daraja/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { hookPath, platformAccount } from './accounts.ts';

type Begun = { readonly conversation: string | null };
/** How money leaves by phone: tests put another in its place. */
export type PayoutRail = {
  /** The account of ours it leaves from; null where M-Pesa is not set up, and nothing leaves. */
  from(db: Db): Promise<number | null>;
  pay(what: { readonly key: string; readonly phone: string; readonly cents: Cents; readonly remarks: string }): Promise<Outcome<Begun>>;
  ask(key: string): Promise<Outcome<Begun>>;
};

const off = { kind: 'refused', code: 'makao.off', text: 'M-Pesa is not set up' } as const;

/** Where results of payouts come to: kept here as they came, told to who paid out by `payout.answered`. Null where M-Pesa is off. */
async function payoutHooks(house: House, db: Db): Promise<{ results: string; timeouts: string } | null> {
  const account = await platformAccount(house, db);
  return account && { results: hookPath(account, 'payout'), timeouts: hookPath(account, 'payout_timeout') };
}

/** The platform's paybill. Results come to its own secret path. */
export const payoutRail = (house: House): PayoutRail => ({
  from: async (db) => (await platformAccount(house, db))?.id ?? null,
  async pay(what) {
    const hooks = await payoutHooks(house, house.database.db);
    return hooks ? daraja(house).b2c({ ...what, ...hooks }) : off;
  },
  async ask(key) {
    const hooks = await payoutHooks(house, house.database.db);
    return hooks ? daraja(house).status({ originator: key, ...hooks, occasion: askingFor(key) }) : off;
  },
});
