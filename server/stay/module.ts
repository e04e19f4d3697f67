import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { stayScopes } from './scopes.ts';

export const stayModule: ServerModule = {
  scopes: stayScopes,
  readable: ['stay'],
  withoutFeatures: {
    ...explainMissingFeatures(
      'Stays are the calendar under bookings and tenancies, which show, notify and erase.',
      'search',
      'pending',
      'personPage',
      'messages',
      'reviewBasis',
      'export',
      'erasure',
      'closing',
    ),
    unitTimeline: 'Open: who had the unit when is shown by tenancy and booking.',
  },
};
