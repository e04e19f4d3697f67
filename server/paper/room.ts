import { paperCalls } from '#contract/paper/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { keepNotice } from './notice.ts';
import { forgetPapers, paperHoldings } from './personal-data.ts';
import { paperScopes } from './scopes.ts';
import { paperService } from './service.ts';
import { warnDue } from './tell.ts';
import { paperTexts } from './texts.ts';

export const paperRoom: ServerRoom = {
  scopes: paperScopes,
  calls: { paper: paperCalls },
  routes: (house) => serve(paperCalls, paperService(house)),
  holdings: paperHoldings,
  forget: forgetPapers,
  follows: { 'tenancy.notice': keepNotice },
  texts: paperTexts,
  jobs: () => [{ name: 'paper.warn', everyMinutes: 60, run: warnDue }],
};
