import { sql } from 'kysely';
import { collectionCalls } from '#contract/collection/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { collectionJobHandlers, collectionJobs } from './jobs.ts';
import { mergeTenantPayments } from './matches.ts';
import * as pasted from './pasted-messages.ts';
import * as pay from './pay.ts';
import { assertNoPendingPrompt, erasePaymentPersonalData, paymentPersonalData } from './personal-data.ts';
import { noScriptPaymentRoutes } from './plain-form.ts';
import { onBookingPaid, recordPayment } from './record.ts';
import { readRecordingOptions } from './record-home.ts';
import { collectionScopes } from './scopes.ts';
import { collectionTexts } from './texts.ts';

export const collectionModule: ServerModule = {
  calls: { payment: collectionCalls },
  routes: (services) =>
    serveCalls(collectionCalls, {
      paymentOptions: pay.readPaymentOptions(services),
      publicPaymentOptions: pay.readPublicPaymentOptions(services),
      pay: pay.startPayment(services),
      publicPay: pay.startPublicPayment(services),
      progress: pay.readPaymentProgress(services),
      publicProgress: pay.readPublicPaymentProgress(services),
      submitMessage: pasted.submitMpesaMessage,
      listMessages: pasted.listMpesaMessages,
      record: recordPayment,
      recordingOptions: readRecordingOptions,
    }),
  texts: collectionTexts,
  lookups: {
    paymentsInHand: () => sql`(select id, tenancy_id, holder_id from payment where holder_id is not null and status = 'completed')`,
    isPaymentInHand: (payment) => sql<boolean>`exists (select 1 from payment p where p.id = ${payment} and p.holder_id is not null)`,
  },
  readable: ['inbox', 'payment', 'payment_doubt', 'push', 'push_invoice', 'receipt', 'status_query'],
  scopes: collectionScopes,
  http: noScriptPaymentRoutes,
  jobs: collectionJobs,
  handlers: collectionJobHandlers,
  eventHandlers: { 'booking.paid': onBookingPaid, 'tenant.merged': mergeTenantPayments },
  personalData: paymentPersonalData,
  erasePersonalData: erasePaymentPersonalData,
  closingChecks: [assertNoPendingPrompt],
  withoutFeatures: explainMissingFeatures(
    'The records are payments, which module payment shows.',
    ...(['search', 'pending', 'personPage', 'reviewBasis', 'unitTimeline'] as const),
  ),
};
