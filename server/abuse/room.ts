import { abuseCalls } from '#contract/abuse/calls.ts';
import { fillAbuse } from '#server/db/demo/abuse.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { abuseHoldings } from './personal-data.ts';
import { abuseScopes } from './scopes.ts';
import { abuseService, waiting } from './service.ts';
import { abuseTexts } from './texts.ts';

export const abuseRoom: ServerRoom = {
  scopes: abuseScopes,
  calls: { abuse: abuseCalls },
  routes: (house) => serve(abuseCalls, abuseService(house)),
  demo: ({ db }) => fillAbuse(db),
  holdings: abuseHoldings,
  texts: abuseTexts,
  waits: { reports: waiting },
  without: {
    search: 'A report is found in its list by the platform alone.',
    ...because('A report is confidential and shown on no page of a person or a home.', 'personPage', 'reviewBasis', 'unitTimeline'),
    erasure: 'The report stays; its reporter is nameless with the account.',
    closing: 'An open report keeps no account open.',
  },
};
