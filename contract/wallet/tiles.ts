import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { type Cents, sumCents } from '#contract/money/cents.ts';
import type { WalletBalance } from './shapes.ts';

/**
 * The balances as the wallet shows them: the cash that the company collected is not in its wallet, so it is taken off the rent balance and is not shown
 * as owed there.
 */
export const listShownBalances = <P extends Pick<WalletBalance, 'code' | 'total_cents' | 'owed_cents'>>(
  pockets: readonly P[],
  inHand: number,
): readonly P[] =>
  pockets.map((pocket) =>
    pocket.code === ledgerAccounts.ownerPayable
      ? { ...pocket, total_cents: sumCents([pocket.total_cents, -inHand]), owed_cents: sumCents([pocket.owed_cents, -inHand]) }
      : pocket,
  );

type Wallet = { readonly pockets: readonly WalletBalance[]; readonly transit_cents: number; readonly in_hand_cents: number };
export type WalletTiles = { readonly [K in 'available' | 'held' | 'asked' | 'owed' | 'putBy' | 'transit' | 'whole']: Cents };

/**
 * Where a company's money is: every shilling is in exactly one of these, so that they add up to the total. Cash the company collected is excluded.
 */
export function calculateWalletTiles({ pockets, transit_cents, in_hand_cents }: Wallet): WalletTiles {
  const of = (pick: (pocket: WalletBalance) => number): Cents => sumCents(pockets.map(pick));
  const [available, asked] = [of((p) => p.available_cents), of((p) => p.asked_cents)];
  const owed = sumCents([of((p) => p.owed_cents), -in_hand_cents]);
  const held = of((p) => p.pending_cents + p.reserved_cents);
  // Top-ups are spent and not paid out, so they are not available.
  const putBy = of((p) =>
    p.code === ledgerAccounts.walletTopUps ? p.total_cents - p.pending_cents - p.reserved_cents - p.asked_cents - p.owed_cents : 0,
  );
  return {
    available,
    held,
    asked,
    owed,
    putBy,
    transit: sumCents([transit_cents]),
    whole: sumCents([of((p) => p.total_cents), -in_hand_cents, transit_cents]),
  };
}
