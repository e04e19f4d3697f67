import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { stayScopes } from './scopes.ts';

export const stayModule: ServerModule = {
  scopes: stayScopes,
  readable: ['stay'],
  withoutFeatures: {
    ...explainMissingFeatures(
      'Stays are the calendar of bookings and tenancies. Those modules have these features instead.',
      'search',
      'pending',
      'personPage',
      'messages',
      'reviewBasis',
      'export',
      'erasure',
      'closing',
    ),
    unitTimeline: 'Open: modules tenancy and booking show the occupants of a unit and their dates.',
  },
};
