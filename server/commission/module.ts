import { commissionCalls } from '#contract/commission/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { onFeaturedBoughtForCommission, onPaymentAllocatedForCommission, onPlanPaid, onTenancyActivatedForCommission } from './accrue.ts';
import { announceCommissionRules } from './announce.ts';
import { notifyWeeklyEarnings } from './notify.ts';
import {
  onFeaturedRefundedForCommission,
  onInvoiceCreditedForCommission,
  onPaymentReversedForCommission,
  onPaymentUnallocatedForCommission,
} from './reverse.ts';
import { commissionRuleActs, commissionRuleHandlers } from './rule-requests.ts';
import { commissionScopes } from './scopes.ts';
import * as service from './service.ts';
import { commissionSources } from './sources.ts';
import { commissionTexts } from './texts.ts';

export const commissionModule: ServerModule = {
  sources: commissionSources,
  scopes: commissionScopes,
  readable: ['commission'],
  calls: { commission: commissionCalls },
  routes: (services) => serveCalls(commissionCalls, { ...service, ...commissionRuleHandlers(services) }),
  requestedActs: commissionRuleActs,
  eventHandlers: {
    'payment.unallocated': onPaymentUnallocatedForCommission,
    'payment.completed': onPlanPaid,
    'payment.reversed': onPaymentReversedForCommission,
    'invoice.credited': onInvoiceCreditedForCommission,
    'featured.bought': onFeaturedBoughtForCommission,
    'featured.back': onFeaturedRefundedForCommission,
    'tenancy.activated': onTenancyActivatedForCommission,
  },
  batchEventHandlers: { 'payment.allocated': onPaymentAllocatedForCommission },
  texts: commissionTexts,
  jobs: () => [
    { name: 'commission.week', cron: '30 5 * * 1', run: notifyWeeklyEarnings },
    { name: 'commission.announce', everyMinutes: 5, run: announceCommissionRules },
  ],
  withoutFeatures: {
    ...explainMissingFeatures(
      'Commissions are calculated automatically and require no action. They are listed with the company’s money.',
      'search',
      'pending',
    ),
    ...explainMissingFeatures('A commission is paid between companies, not by a person.', 'personPage', 'reviewBasis', 'unitTimeline'),
    ...explainMissingFeatures(
      'A commission belongs to a company. Module wallet checks the balance before an account is closed.',
      'export',
      'erasure',
      'closing',
    ),
  },
};
