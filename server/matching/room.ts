import { sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';
import { matchingCalls } from '#contract/matching/calls.ts';
import { hookRoutes } from '#server/collection/service.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { seenWith } from '#server/kernel/scope.ts';
import { applyRecorded } from './apply.ts';
import { followTenancy, lookForCredit, spendCredit, spendCredits, sweepCredits } from './credit.ts';
import { candidates } from './desk.ts';
import { followCredited } from './given-back.ts';
import { followHolder } from './handed-over.ts';
import { lapsing } from './lapse.ts';
import { look, lookMany } from './look.ts';
import { matchingLookups } from './lookups.ts';
import { knowsAccount } from './owing.ts';
import { matchingTexts } from './texts.ts';

export const matchingRoom: ServerRoom = {
  lookups: matchingLookups,
  calls: { payment: matchingCalls },
  routes: () => serve(matchingCalls, { candidates }),
  texts: matchingTexts,
  readable: ['allocation', 'payment_credit'],
  scopes: {
    allocation: seenWith('payment', 'payment_id'),
    payment_credit: seenWith('payment', 'payment_id'),
  },
  sources: {
    allocation: sql<SourcePage>`(select 'payment' as of, p.id, p.code from allocation a join payment p on p.id = a.payment_id where a.id = w.source_id)`,
  },
  // M-Pesa asks whether a payment may come before the money moves: it may where somebody would be found for it.
  http: (app, house) => hookRoutes(app, house, knowsAccount),
  jobs: () => [{ name: 'payment.credits', cron: '20 5 * * *', run: (db) => sweepCredits(db) }],
  handlers: (house) => ({
    'payment.look': ({ paymentId }) => look(house.database.db, paymentId),
    'payment.credit': ({ tenancyId }) => spendCredits(house.database.db, tenancyId),
  }),
  handlersMany: (house) => ({
    'payment.look': (all) =>
      lookMany(
        house,
        all.map(({ paymentId }) => paymentId),
      ),
  }),
  follows: {
    'payment.recorded': applyRecorded,
    'tenancy.made': followTenancy,
    'tenancy.handed_over': followHolder,
    'invoice.issued': async (ctx, what) => {
      await spendCredit(ctx, what);
    },
    'invoice.credited': async (ctx, what) => {
      await followCredited(ctx, what);
      await lookForCredit(ctx, what.tenancyId, `note:${what.creditNoteId}`);
    },
    'payment.unallocated': (ctx, { tenancyId, allocationId }) => lookForCredit(ctx, tenancyId, `off:${allocationId}`),
    'invoice.lapsing': lapsing,
  },
  without: because(
    'Its records are parts of payments, which module payment shows; they name no person.',
    ...(['search', 'pending', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'erasure', 'closing'] as const),
  ),
};
