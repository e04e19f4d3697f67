import { walletCalls } from '#contract/wallet/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { makeClosingGuard } from '#server/kernel/personal-data.ts';
import { heldDepositsClosingCheck, walletBalanceClosingCheck, walletDebtClosingCheck } from './closing.ts';
import {
  onCommissionOwed,
  onFeaturedBoughtForWallet,
  onFeaturedRefundedForWallet,
  onPaymentAllocatedForWallet,
  onPaymentCompleted,
  onPaymentCredited,
  onPaymentReversedForWallet,
  onPaymentUnallocatedForWallet,
  onTenancyActivatedForWallet,
} from './holds.ts';
import { offsetMutualDebts } from './offset-debts.ts';
import { walletPendingTasks } from './pending-tasks.ts';
import { walletScopes } from './scopes.ts';
import { walletService } from './service.ts';
import { walletLimitsAct } from './settings.ts';
import { walletSources } from './sources.ts';
import { walletTexts } from './texts.ts';

export const walletModule: ServerModule = {
  sources: walletSources,
  pendingTasks: walletPendingTasks,
  scopes: walletScopes,
  requestedActs: { walletLimits: walletLimitsAct },
  readable: ['payout_account', 'wallet', 'wallet_hold'],
  calls: { wallet: walletCalls },
  routes: (services) => serveCalls(walletCalls, walletService(services)),
  batchEventHandlers: { 'payment.allocated': onPaymentAllocatedForWallet },
  eventHandlers: {
    'payment.unallocated': onPaymentUnallocatedForWallet,
    'payment.given_back': onPaymentCredited,
    'payment.completed': onPaymentCompleted,
    'payment.reversed': onPaymentReversedForWallet,
    'featured.bought': onFeaturedBoughtForWallet,
    'featured.back': onFeaturedRefundedForWallet,
    'tenancy.activated': onTenancyActivatedForWallet,
    'commission.owed': onCommissionOwed,
    'account.removing': makeClosingGuard(walletBalanceClosingCheck, heldDepositsClosingCheck, walletDebtClosingCheck),
  },
  // This job runs before the nightly ledger checks, so that they include its journals.
  jobs: () => [{ name: 'wallet.set_off', cron: '40 1 * * *', run: offsetMutualDebts }],
  texts: walletTexts,
  closingChecks: [walletBalanceClosingCheck, heldDepositsClosingCheck, walletDebtClosingCheck],
  withoutFeatures: {
    search: 'A company has one wallet, and Makao staff use the list of wallets.',
    ...explainMissingFeatures('A wallet belongs to a company, not to a person or a unit.', 'personPage', 'reviewBasis', 'unitTimeline'),
    ...explainMissingFeatures('Open: payout accounts contain account numbers of a company. They are kept with the ledger.', 'export', 'erasure'),
  },
};
