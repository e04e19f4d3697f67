import { leadCalls } from '#contract/lead/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { leadLookups } from './lookups.ts';
import { leadPendingTasks } from './pending-tasks.ts';
import { eraseLeadPersonalData, leadPersonalData } from './personal-data.ts';
import { leadScopes } from './scopes.ts';
import { leadService } from './service.ts';
import { onLeadStep, returnLeadsToOwner } from './steps.ts';
import { leadTexts } from './texts.ts';

export const leadModule: ServerModule = {
  lookups: leadLookups,
  scopes: leadScopes,
  readable: ['lead'],
  calls: { lead: leadCalls },
  routes: (services) => serveCalls(leadCalls, leadService(services)),
  personalData: leadPersonalData,
  erasePersonalData: eraseLeadPersonalData,
  texts: leadTexts,
  pendingTasks: leadPendingTasks,
  eventHandlers: { 'lead.step': onLeadStep, 'mandate.ended': returnLeadsToOwner },
  shownIn: { reviewBasis: 'server/review/basis.ts' },
  withoutFeatures: {
    personPage: 'Open: the page of a tenant shows records from the booking on. Enquiries have their own list.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
    closing: 'An open enquiry does not prevent an account from being closed.',
  },
};
