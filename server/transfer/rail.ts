import { buildStatusRequestOccasion } from '#contract/daraja/results.ts';
import type { Cents } from '#contract/money/cents.ts';
import { type DarajaOutcome, getDarajaClient } from '#server/daraja/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { RunningServices } from '#server/kernel/services.ts';

type Begun = { readonly conversation: string | null };
/** The rail for transfers to phones. Tests replace it. */
export type PayoutRail = {
  /** The platform account that it pays from; null where M-Pesa is not set up and nothing is sent. */
  from(db: Db): Promise<number | null>;
  pay(what: { readonly key: string; readonly phone: string; readonly cents: Cents; readonly remarks: string }): Promise<DarajaOutcome<Begun>>;
  ask(key: string): Promise<DarajaOutcome<Begun>>;
};
/** The payout paybill, with the secret paths for its results. */
export type PayoutPaybill = { readonly id: number; readonly results: string; readonly timeouts: string };

const off = { kind: 'refused', code: 'makao.off', text: 'M-Pesa is not set up' } as const;

/** The platform's paybill; `paybill` returns null where M-Pesa is not set up. */
export const makePayoutRail = (services: RunningServices, paybill: (db: Db) => Promise<PayoutPaybill | null>): PayoutRail => ({
  from: async (db) => (await paybill(db))?.id ?? null,
  async pay(what) {
    const at = await paybill(services.database.db);
    return at ? getDarajaClient(services).b2c({ ...what, results: at.results, timeouts: at.timeouts }) : off;
  },
  async ask(key) {
    const at = await paybill(services.database.db);
    return at
      ? getDarajaClient(services).status({ originator: key, results: at.results, timeouts: at.timeouts, occasion: buildStatusRequestOccasion(key) })
      : off;
  },
});
