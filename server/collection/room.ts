import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { collectionHandlers, collectionJobs } from './jobs.ts';
import { mergeTenants } from './matched.ts';
import { forgetPayments, paymentHoldings, underWay } from './personal-data.ts';
import { plainPayRoutes } from './plain-form.ts';
import { bookingPaid } from './record.ts';
import { collectionScopes } from './scopes.ts';

export const collectionRoom: ServerRoom = {
  scopes: collectionScopes,
  http: plainPayRoutes,
  jobs: collectionJobs,
  handlers: collectionHandlers,
  follows: { 'booking.paid': bookingPaid, 'tenant.merged': mergeTenants },
  holdings: paymentHoldings,
  forget: forgetPayments,
  closing: [underWay],
  without: because(
    'Its records are payments, which module payment shows and tells of.',
    ...(['search', 'pending', 'personPage', 'messages', 'reviewBasis', 'unitTimeline'] as const),
  ),
};
