import { savedViewCalls } from '#contract/saved-view/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { forgetSavedView, savedViewHoldings } from './personal-data.ts';
import { savedViewScopes } from './scopes.ts';
import * as service from './service.ts';

export const savedViewRoom: ServerRoom = {
  scopes: savedViewScopes,
  calls: { saved_view: savedViewCalls },
  routes: () => serve(savedViewCalls, { list: service.list, save: service.save, rename: service.rename, remove: service.remove }),
  holdings: savedViewHoldings,
  forget: forgetSavedView,
  without: because(
    'A saved view is a private filter of a list.',
    'search',
    'pending',
    'personPage',
    'messages',
    'reviewBasis',
    'unitTimeline',
    'closing',
  ),
};
