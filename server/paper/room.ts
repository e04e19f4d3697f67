import { paperCalls } from '#contract/paper/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { paperLookups } from './lookups.ts';
import { keepNotice } from './notice.ts';
import { forgetPapers, paperHoldings } from './personal-data.ts';
import { paperScopes } from './scopes.ts';
import { paperService } from './service.ts';
import { warnDue } from './tell.ts';
import { paperTexts } from './texts.ts';

export const paperRoom: ServerRoom = {
  lookups: paperLookups,
  scopes: paperScopes,
  calls: { paper: paperCalls },
  routes: (house) => serve(paperCalls, paperService(house)),
  holdings: paperHoldings,
  forget: forgetPapers,
  follows: { 'tenancy.notice': keepNotice },
  texts: paperTexts,
  jobs: () => [{ name: 'paper.warn', everyMinutes: 60, run: warnDue }],
  shownIn: { personPage: 'server/paper/lookups.ts' },
  without: {
    search: 'A document is found by its tenancy.',
    pending: 'Open: documents to review are listed with their tenancy only.',
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
    closing: 'The tenancy keeps the account open, not its documents.',
  },
};
