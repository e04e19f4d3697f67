import { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { fillTenancies } from '#server/db/demo/tenancy.ts';
import { serve } from '#server/http/registry.ts';
import { refusing } from '#server/kernel/personal-data.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { tenancyLookups } from './lookups.ts';
import { followMerge } from './people/merged.ts';
import { forgetTenancies, leased, letOut, tenancyHoldings } from './personal-data.ts';
import { tenancyScopes } from './scopes.ts';
import * as service from './service.ts';
import { tenancySources } from './sources.ts';
import { tenancyTexts } from './texts.ts';
import { tenancyWaits } from './waits.ts';

export const tenancyRoom: ServerRoom = {
  lookups: tenancyLookups,
  sources: tenancySources,
  scopes: tenancyScopes,
  readable: ['tenancy', 'tenancy_charge', 'tenancy_person', 'tenancy_term'],
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
    'account.removing': refusing(leased, letOut),
  },
  texts: tenancyTexts,
  holdings: tenancyHoldings,
  forget: forgetTenancies,
  closing: [leased, letOut],
  waits: tenancyWaits,
  demo: ({ db }) => db.transaction().execute(fillTenancies),
  shownIn: { personPage: 'server/tenancy/people/of-tenant.ts' },
  without: {
    search: 'Open: a tenancy is found by its tenant or its unit.',
    reviewBasis: 'Open: reviews rest on tours; a tenancy as their basis is still to be decided.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
  },
};
