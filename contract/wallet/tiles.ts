import { accounts } from '#contract/ledger/accounts.ts';
import { type Cents, sum } from '#contract/money/cents.ts';
import type { Pocket } from './shapes.ts';

type Wallet = { readonly pockets: readonly Pocket[]; readonly transit_cents: number; readonly in_hand_cents: number };
export type Tiles = { readonly [K in 'available' | 'held' | 'asked' | 'owed' | 'putBy' | 'transit' | 'whole']: Cents };

/** What of a company's money is where: every shilling in one of these, so that they add up to the whole, always. Cash they took themselves is not with us. */
export function tilesOf({ pockets, transit_cents, in_hand_cents }: Wallet): Tiles {
  const of = (pick: (pocket: Pocket) => number): Cents => sum(pockets.map(pick));
  const [available, asked] = [of((p) => p.available_cents), of((p) => p.asked_cents)];
  const owed = sum([of((p) => p.owed_cents), -in_hand_cents]);
  const held = of((p) => p.pending_cents + p.reserved_cents);
  // What was put by is spent, not paid out: it is no part of what is available.
  const putBy = of((p) => (p.code === accounts.walletTopUps ? p.total_cents - p.pending_cents - p.reserved_cents - p.asked_cents - p.owed_cents : 0));
  return {
    ...{ available, held, asked, owed, putBy },
    ...{ transit: sum([transit_cents]), whole: sum([of((p) => p.total_cents), -in_hand_cents, transit_cents]) },
  };
}
