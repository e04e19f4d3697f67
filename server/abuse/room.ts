import { abuseCalls } from '#contract/abuse/calls.ts';
import { fillAbuse } from '#server/db/demo/abuse.ts';
import { serve } from '#server/http/registry.ts';
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
};
