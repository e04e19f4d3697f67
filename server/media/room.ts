import { mediaCalls } from '#contract/media/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { arrivals, status } from './arrive.ts';
import { mediaRoutes } from './files.ts';
import { addLink, all, captions, cover, order, remove, update } from './items.ts';
import { mediaJobs } from './jobs.ts';
import { ogRoutes } from './og-routes.ts';
import { mediaHoldings } from './personal-data.ts';
import { redraws } from './place.ts';
import { mediaScopes } from './scopes.ts';
import { settle } from './similar.ts';

export const mediaRoom: ServerRoom = {
  scopes: mediaScopes,
  readable: ['media_file', 'media_item', 'media_variant'],
  calls: { media: mediaCalls },
  routes: (house) =>
    serve(mediaCalls, { all, status, ...arrivals(house), addLink, update, captions, order, cover, ...redraws(house), remove, settle }),
  http: async (app, house) => {
    await mediaRoutes(app, house);
    await ogRoutes(app, house);
  },
  jobs: mediaJobs,
  holdings: mediaHoldings,
  without: {
    ...because('Files are reached from the record they belong to.', 'search', 'pending'),
    ...because(
      'Files are shown by the module they belong to, which also notifies.',
      'personPage',
      'reviewBasis',
      'unitTimeline',
      'messages',
      'closing',
    ),
    erasure: 'Open: it erases no files itself; the records they belong to are erased by their modules.',
  },
};
