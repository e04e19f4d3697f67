import { sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import { matchingCalls } from '#contract/matching/calls.ts';
import { callbackRoutes } from '#server/collection/service.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { visibleWith } from '#server/kernel/scope.ts';
import { onPaymentRecorded } from './allocate-payments.ts';
import { onBookingExpired } from './booking-lapsed.ts';
import { listPaymentMatchCandidates } from './candidates.ts';
import { onOwnerChanged } from './change-of-owner.ts';
import {
  allocateTenantCreditToInvoices,
  onTenancyCreated,
  payInvoiceFromTenantCredit,
  queueTenantCreditSpending,
  sweepTenantCredits,
} from './credit.ts';
import { onInvoiceCreditedForMatching } from './credit-note-credit.ts';
import { matchingLookups } from './lookups.ts';
import { isKnownPaybillAccount } from './match-homes.ts';
import { matchPayment, matchPayments } from './match-payment.ts';
import { receiptReversalAct } from './reverse.ts';
import { matchingTexts } from './texts.ts';

export const matchingModule: ServerModule = {
  lookups: matchingLookups,
  calls: { payment: matchingCalls },
  routes: () => serveCalls(matchingCalls, { listCandidates: listPaymentMatchCandidates }),
  texts: matchingTexts,
  requestedActs: { receiptReversal: receiptReversalAct },
  readable: ['allocation', 'payment_credit'],
  scopes: {
    allocation: visibleWith('payment', 'payment_id'),
    payment_credit: visibleWith('payment', 'payment_id'),
  },
  sources: {
    allocation: sql<JournalSourcePage>`(select 'payment' as of, p.id, p.code from allocation a join payment p on p.id = a.payment_id where a.id = w.source_id)`,
  },
  // M-Pesa validation: before a payment, M-Pesa asks whether the account number exists. Makao accepts it if it matches a tenant.
  http: (app, services) => callbackRoutes(app, services, isKnownPaybillAccount),
  jobs: () => [{ name: 'payment.credits', cron: '20 5 * * *', run: (db) => sweepTenantCredits(db) }],
  handlers: (services) => ({
    'payment.look': ({ paymentId }) => matchPayment(services.database.db, paymentId),
    'payment.credit': ({ tenancyId }) => allocateTenantCreditToInvoices(services.database.db, tenancyId),
  }),
  handlersMany: (services) => ({
    'payment.look': (all) =>
      matchPayments(
        services,
        all.map(({ paymentId }) => paymentId),
      ),
  }),
  eventHandlers: {
    'payment.recorded': onPaymentRecorded,
    'tenancy.made': onTenancyCreated,
    'tenancy.handed_over': onOwnerChanged,
    'invoice.issued': async (ctx, what) => {
      await payInvoiceFromTenantCredit(ctx, what);
    },
    'invoice.credited': async (ctx, what) => {
      await onInvoiceCreditedForMatching(ctx, what);
      await queueTenantCreditSpending(ctx, what.tenancyId, `note:${what.creditNoteId}`);
    },
    'payment.unallocated': (ctx, { tenancyId, allocationId }) => queueTenantCreditSpending(ctx, tenancyId, `off:${allocationId}`),
    'invoice.lapsing': onBookingExpired,
  },
  withoutFeatures: explainMissingFeatures(
    'The records are parts of payments and contain no personal data. Module payment shows them.',
    ...(['search', 'pending', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'erasure', 'closing'] as const),
  ),
};
