import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { stayScopes } from './scopes.ts';

export const stayRoom: ServerRoom = {
  scopes: stayScopes,
  readable: ['stay'],
  without: {
    ...because(
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
