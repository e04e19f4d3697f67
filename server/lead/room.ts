import { leadCalls } from '#contract/lead/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { leadLookups } from './lookups.ts';
import { forgetLead, leadHoldings } from './personal-data.ts';
import { leadScopes } from './scopes.ts';
import { leadService } from './service.ts';
import { backToHolder, followStep } from './steps.ts';
import { leadTexts } from './texts.ts';
import { leadWaits } from './waits.ts';

export const leadRoom: ServerRoom = {
  lookups: leadLookups,
  scopes: leadScopes,
  readable: ['lead'],
  calls: { lead: leadCalls },
  routes: (house) => serve(leadCalls, leadService(house)),
  holdings: leadHoldings,
  forget: forgetLead,
  texts: leadTexts,
  waits: leadWaits,
  follows: { 'lead.step': followStep, 'mandate.ended': backToHolder },
  shownIn: { reviewBasis: 'server/review/basis.ts' },
  without: {
    personPage: 'Open: the page of a tenant begins with a booking; enquiries have their own list.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
    closing: 'An open enquiry keeps no account open.',
  },
};
