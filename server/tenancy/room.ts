import { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { fillTenancies } from '#server/db/demo/tenancy.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { followMerge } from './merged.ts';
import { tenancyScopes } from './scopes.ts';
import * as service from './service.ts';
import { tenancyTexts } from './texts.ts';

export const tenancyRoom: ServerRoom = {
  scopes: tenancyScopes,
  calls: { tenancy: { ...tenancyCalls, ...tenancyActCalls } },
  routes: (house) => [...serve(tenancyCalls, service), ...serve(tenancyActCalls, { ...service, leave: service.leave(house) })],
  jobs: () => service.tenancyJobs,
  follows: {
    'booking.paid': service.bookingPaid,
    'booking.released': service.bookingReleased,
    'mandate.ended': service.mandateEnded,
    'tenant.merged': followMerge,
  },
  texts: tenancyTexts,
  demo: ({ db }) => db.transaction().execute(fillTenancies),
};
