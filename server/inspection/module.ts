import { inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionGuestCalls } from '#contract/inspection/guest-calls.ts';
import { fillInspections } from '#server/db/demo/inspection.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { agreeDueInspections, remindDueInspections } from './answers.ts';
import { inspectionEventHandlers } from './event-handlers.ts';
import { seedInspectionTemplates } from './forms.ts';
import { inspectionGuestService } from './guest.ts';
import { inspectionLookups } from './lookups.ts';
import { inspectionPendingTasks } from './pending-tasks.ts';
import { eraseInspectionPersonalData, inspectionPersonalData } from './personal-data.ts';
import { inspectionReportRoutes } from './report.ts';
import { inspectionSaleEventHandlers } from './sale-event-handlers.ts';
import { inspectionScopes } from './scopes.ts';
import { inspectionService } from './service.ts';
import { inspectionTenancyEventHandlers } from './tenancy-event-handlers.ts';
import { inspectionTexts } from './texts.ts';
import { inspectorRestrictionEventHandlers, unassignLockedOutInspector } from './unassign-inspector.ts';

export const inspectionModule: ServerModule = {
  lookups: inspectionLookups,
  scopes: inspectionScopes,
  readable: ['inspection'],
  calls: { inspection: { ...inspectionCalls, ...inspectionGuestCalls } },
  routes: (services) => [
    ...serveCalls(inspectionCalls, inspectionService(services)),
    ...serveCalls(inspectionGuestCalls, inspectionGuestService(services)),
  ],
  http: (app, services) => inspectionReportRoutes(app, services),
  jobs: () => [
    { name: 'inspection.agree', everyMinutes: 60, run: agreeDueInspections },
    { name: 'inspection.remind', everyMinutes: 60, run: remindDueInspections },
  ],
  eventHandlers: {
    ...inspectionEventHandlers,
    ...inspectionTenancyEventHandlers,
    ...inspectionSaleEventHandlers,
    ...inspectorRestrictionEventHandlers,
  },
  lockOut: unassignLockedOutInspector,
  pendingTasks: inspectionPendingTasks,
  vocabulary: seedInspectionTemplates,
  demo: ({ db }) => fillInspections(db),
  texts: inspectionTexts,
  personalData: inspectionPersonalData,
  erasePersonalData: eraseInspectionPersonalData,
  withoutFeatures: {
    ...explainMissingFeatures('Open: an inspection is found through its unit.', 'search', 'personPage'),
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
    closing: 'An open inspection continues after the account is closed, without an assigned inspector.',
  },
};
