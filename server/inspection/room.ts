import { inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionGuestCalls } from '#contract/inspection/guest-calls.ts';
import { fillInspections } from '#server/db/demo/inspection.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { agreeDue, remindDue } from './answers.ts';
import { inspectionFollows } from './follow.ts';
import { tenancyFollows } from './follow-tenancy.ts';
import { startForms } from './forms.ts';
import { guestService } from './guest.ts';
import { inspectionLookups } from './lookups.ts';
import { forgetInspection, inspectionHoldings } from './personal-data.ts';
import { reportRoutes } from './report.ts';
import { inspectionScopes } from './scopes.ts';
import { inspectionService } from './service.ts';
import { soldFollows } from './sold.ts';
import { backFrom, heldBackFollows } from './taken-back.ts';
import { inspectionTexts } from './texts.ts';
import { inspectionWaits } from './waits.ts';

export const inspectionRoom: ServerRoom = {
  lookups: inspectionLookups,
  scopes: inspectionScopes,
  readable: ['inspection'],
  calls: { inspection: { ...inspectionCalls, ...inspectionGuestCalls } },
  routes: (house) => [...serve(inspectionCalls, inspectionService(house)), ...serve(inspectionGuestCalls, guestService(house))],
  http: (app, house) => reportRoutes(app, house),
  jobs: () => [
    { name: 'inspection.agree', everyMinutes: 60, run: agreeDue },
    { name: 'inspection.remind', everyMinutes: 60, run: remindDue },
  ],
  follows: { ...inspectionFollows, ...tenancyFollows, ...soldFollows, ...heldBackFollows },
  lockOut: backFrom,
  waits: inspectionWaits,
  vocabulary: startForms,
  demo: ({ db }) => fillInspections(db),
  texts: inspectionTexts,
  holdings: inspectionHoldings,
  forget: forgetInspection,
  without: {
    ...because('Open: an inspection is found by its unit.', 'search', 'personPage'),
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
    closing: 'An open inspection goes on without the account: its inspector is taken off.',
  },
};
