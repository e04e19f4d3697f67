import { askingFor } from '#contract/daraja/results.ts';
import type { Cents } from '#contract/money/cents.ts';
import { daraja, type Outcome } from '#server/daraja/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';

type Begun = { readonly conversation: string | null };
/** How money leaves by phone. Tests put another in its place. */
export type PayoutRail = {
  /** The account of the platform it leaves from; null where M-Pesa is not set up, and nothing leaves. */
  from(db: Db): Promise<number | null>;
  pay(what: { readonly key: string; readonly phone: string; readonly cents: Cents; readonly remarks: string }): Promise<Outcome<Begun>>;
  ask(key: string): Promise<Outcome<Begun>>;
};
/** The paybill payouts leave from, with the secret paths its results come to. */
export type Paybill = { readonly id: number; readonly results: string; readonly timeouts: string };

const off = { kind: 'refused', code: 'makao.off', text: 'M-Pesa is not set up' } as const;

/** The platform's paybill; `paybill` answers null where M-Pesa is not set up. */
export const payoutRail = (house: House, paybill: (db: Db) => Promise<Paybill | null>): PayoutRail => ({
  from: async (db) => (await paybill(db))?.id ?? null,
  async pay(what) {
    const at = await paybill(house.database.db);
    return at ? daraja(house).b2c({ ...what, results: at.results, timeouts: at.timeouts }) : off;
  },
  async ask(key) {
    const at = await paybill(house.database.db);
    return at ? daraja(house).status({ originator: key, results: at.results, timeouts: at.timeouts, occasion: askingFor(key) }) : off;
  },
});
