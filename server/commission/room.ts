import { commissionCalls } from '#contract/commission/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { followActivated, followAllocated, followBought, followCompleted } from './accrue.ts';
import { followCredited, followFeaturedBack, followReversed, followUnallocated } from './reverse.ts';
import { commissionScopes } from './scopes.ts';
import * as service from './service.ts';
import { commissionSources } from './sources.ts';
import { tellWeek } from './tell.ts';
import { commissionTexts } from './texts.ts';

export const commissionRoom: ServerRoom = {
  sources: commissionSources,
  scopes: commissionScopes,
  readable: ['commission'],
  calls: { commission: commissionCalls },
  routes: () => serve(commissionCalls, service),
  follows: {
    'payment.unallocated': followUnallocated,
    'payment.completed': followCompleted,
    'payment.reversed': followReversed,
    'invoice.credited': followCredited,
    'featured.bought': followBought,
    'featured.back': followFeaturedBack,
    'tenancy.activated': followActivated,
  },
  followsMany: { 'payment.allocated': followAllocated },
  texts: commissionTexts,
  jobs: () => [{ name: 'commission.week', cron: '30 5 * * 1', run: tellWeek }],
  without: {
    ...because('Commissions arise automatically and are listed with the money of the company.', 'search', 'pending'),
    ...because('A commission is between companies.', 'personPage', 'reviewBasis', 'unitTimeline'),
    ...because('A commission belongs to a company; the wallet keeps its account open.', 'export', 'erasure', 'closing'),
  },
};
