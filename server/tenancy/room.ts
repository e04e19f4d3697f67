import { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { fillTenancies } from '#server/db/demo/tenancy.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { followMerge } from './merged.ts';
import { forgetTenancies, leased, tenancyHoldings } from './personal-data.ts';
import { tenancyScopes } from './scopes.ts';
import * as service from './service.ts';
import { tenancyTexts } from './texts.ts';
import { tenancyWaits } from './waits.ts';

export const tenancyRoom: ServerRoom = {
  scopes: tenancyScopes,
  calls: { tenancy: { ...tenancyCalls, ...tenancyActCalls } },
  routes: (house) => [
    ...serve(tenancyCalls, { ...service, statement: service.statement(house) }),
    ...serve(tenancyActCalls, { ...service, leave: service.leave(house) }),
  ],
  http: (app, house) => service.statementRoutes(app, house),
  jobs: () => service.tenancyJobs,
  follows: {
    'booking.paid': service.bookingPaid,
    'booking.released': service.bookingReleased,
    'agreement.unsettled': service.unsettled,
    'mandate.ended': service.mandateEnded,
    'tenant.merged': followMerge,
    'property.sold': service.propertySold,
  },
  texts: tenancyTexts,
  holdings: tenancyHoldings,
  forget: forgetTenancies,
  closing: [leased],
  waits: tenancyWaits,
  demo: ({ db }) => db.transaction().execute(fillTenancies),
};
