import { waits } from '#contract/home/waits.ts';
import { threadCalls } from '#contract/thread/calls.ts';
import { fillThreads } from '#server/db/demo/thread.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { oldestOf } from '#server/kernel/waits.ts';
import { threadLookups } from './lookups.ts';
import { forgetThread, threadHoldings } from './personal-data.ts';
import { backToHolder, followStep } from './say.ts';
import { threadScopes } from './scopes.ts';
import { myThreads, threadService } from './service.ts';
import { threadTexts } from './texts.ts';

export const threadRoom: ServerRoom = {
  lookups: threadLookups,
  scopes: threadScopes,
  readable: ['thread'],
  calls: { thread: threadCalls },
  routes: (house) => serve(threadCalls, threadService(house)),
  follows: { 'lead.step': followStep, 'mandate.ended': backToHolder },
  demo: ({ db }) => fillThreads(db),
  texts: threadTexts,
  holdings: threadHoldings,
  forget: forgetThread,
  waits: { messages: (ctx) => oldestOf(myThreads(ctx, waits.messages.filter.unread === 'true'), 'thread.last_at') },
  without: {
    search: 'A conversation is found by its enquiry.',
    ...because('Conversations are private to their two sides.', 'personPage', 'reviewBasis', 'unitTimeline'),
    closing: 'A conversation keeps no account open.',
  },
};
