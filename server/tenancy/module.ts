import { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { termsLinkCalls } from '#contract/tenancy/terms-link-calls.ts';
import { fillTenancies } from '#server/db/demo/tenancy.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { makeClosingGuard } from '#server/kernel/personal-data.ts';
import { tenancyLookups } from './lookups.ts';
import { tenancyPendingTasks } from './pending-tasks.ts';
import { onTenantMerged } from './people/tenant-merge.ts';
import { eraseTenancyPersonalData, openLeasesClosingCheck, openLettingsClosingCheck, tenancyPersonalData } from './personal-data.ts';
import { tenancyScopes } from './scopes.ts';
import * as service from './service.ts';
import { tenancySources } from './sources.ts';
import { tenancyTexts } from './texts.ts';

export const tenancyModule: ServerModule = {
  lookups: tenancyLookups,
  sources: tenancySources,
  scopes: tenancyScopes,
  readable: ['tenancy', 'tenancy_charge', 'tenancy_person', 'tenancy_term'],
  calls: { tenancy: { ...tenancyCalls, ...tenancyActionCalls }, tenancyTerms: termsLinkCalls },
  routes: (services) => [
    ...serveCalls(tenancyCalls, { ...service, statementLink: service.statementLink(services) }),
    ...serveCalls(termsLinkCalls, { readTerms: service.readTerms, answerTerms: service.answerTerms }),
    ...serveCalls(tenancyActionCalls, { ...service, recordNotice: service.recordNotice(services) }),
  ],
  requestedActs: service.objectionActs,
  http: (app, services) => service.tenancyStatementRoutes(app, services),
  jobs: () => service.tenancyJobs,
  eventHandlers: {
    'booking.paid': service.createTenancyFromBooking,
    'booking.released': service.onBookingReleased,
    'agreement.unsettled': service.onLeaseNotAgreed,
    'mandate.ended': service.onMandateEnded,
    'tenant.merged': onTenantMerged,
    'property.sold': service.onPropertySold,
    'account.removing': makeClosingGuard(openLeasesClosingCheck, openLettingsClosingCheck),
  },
  texts: tenancyTexts,
  personalData: tenancyPersonalData,
  erasePersonalData: eraseTenancyPersonalData,
  closingChecks: [openLeasesClosingCheck, openLettingsClosingCheck],
  pendingTasks: tenancyPendingTasks,
  demo: ({ db }) => db.transaction().execute(fillTenancies),
  shownIn: { personPage: 'server/tenancy/people/tenant-lookups.ts' },
  withoutFeatures: {
    search: 'Open: a tenancy is found through its tenant or its unit.',
    reviewBasis: 'Open: a review requires a tour. Whether a tenancy can be its basis is undecided.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
  },
};
