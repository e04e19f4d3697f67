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
    personPage: 'Open: the page of a tenant begins with a booking; enquiries have their own list.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
    closing: 'An open enquiry keeps no account open.',
  },
};
