import { walletCalls } from '#contract/wallet/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import { refusing } from '#server/kernel/personal-data.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { depositsHeld, moneyLeft, owing } from './closing.ts';
import {
  followActivated,
  followAllocated,
  followBought,
  followCommissionOwed,
  followCompleted,
  followFeaturedBack,
  followGivenBack,
  followReversed,
  followUnallocated,
} from './holds.ts';
import { walletScopes } from './scopes.ts';
import { walletService } from './service.ts';
import { setOffAll } from './set-off.ts';
import { walletSources } from './sources.ts';
import { walletTexts } from './texts.ts';
import { walletWaits } from './waits.ts';

export const walletRoom: ServerRoom = {
  sources: walletSources,
  waits: walletWaits,
  scopes: walletScopes,
  readable: ['payout_account', 'wallet', 'wallet_hold'],
  calls: { wallet: walletCalls },
  routes: (house) => serve(walletCalls, walletService(house)),
  followsMany: { 'payment.allocated': followAllocated },
  follows: {
    'payment.unallocated': followUnallocated,
    'payment.given_back': followGivenBack,
    'payment.completed': followCompleted,
    'payment.reversed': followReversed,
    'featured.bought': followBought,
    'featured.back': followFeaturedBack,
    'tenancy.activated': followActivated,
    'commission.owed': followCommissionOwed,
    'account.removing': refusing(moneyLeft, depositsHeld, owing),
  },
  // Before the proofs of the night.
  jobs: () => [{ name: 'wallet.set_off', cron: '40 1 * * *', run: setOffAll }],
  texts: walletTexts,
  closing: [moneyLeft, depositsHeld, owing],
  without: {
    search: 'A company has one wallet, and the platform a list of them.',
    ...because('A wallet belongs to a company, not to a person or a unit.', 'personPage', 'reviewBasis', 'unitTimeline'),
    ...because('Open: payout accounts hold a number of the company; they are kept with the books.', 'export', 'erasure'),
  },
};
