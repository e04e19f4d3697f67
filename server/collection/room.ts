import { collectionCalls } from '#contract/collection/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { collectionHandlers, collectionJobs } from './jobs.ts';
import { mergeTenants } from './matched.ts';
import * as pasted from './pasted.ts';
import * as pay from './pay.ts';
import { forgetPayments, paymentHoldings, underWay } from './personal-data.ts';
import { plainPayRoutes } from './plain-form.ts';
import { bookingPaid, record } from './record.ts';
import { recordWays } from './record-home.ts';
import { collectionScopes } from './scopes.ts';
import { collectionTexts } from './texts.ts';

export const collectionRoom: ServerRoom = {
  calls: { payment: collectionCalls },
  routes: (house) =>
    serve(collectionCalls, {
      toPay: pay.toPay(house),
      toPayOpen: pay.toPayOpen(house),
      pay: pay.pay(house),
      payOpen: pay.payOpen(house),
      progress: pay.progress(house),
      progressOpen: pay.progressOpen(house),
      paste: pasted.paste,
      pasted: pasted.pasted,
      record,
      recordWays,
    }),
  texts: collectionTexts,
  readable: ['inbox', 'payment', 'payment_doubt', 'push', 'push_invoice', 'receipt', 'status_query'],
  scopes: collectionScopes,
  http: plainPayRoutes,
  jobs: collectionJobs,
  handlers: collectionHandlers,
  follows: { 'booking.paid': bookingPaid, 'tenant.merged': mergeTenants },
  holdings: paymentHoldings,
  forget: forgetPayments,
  closing: [underWay],
  without: because(
    'Its records are payments, which module payment shows.',
    ...(['search', 'pending', 'personPage', 'reviewBasis', 'unitTimeline'] as const),
  ),
};
