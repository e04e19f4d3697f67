import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { threadCalls } from '#contract/thread/calls.ts';
import { fillThreads } from '#server/db/demo/thread.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { threadLookups } from './lookups.ts';
import { eraseThreadPersonalData, threadPersonalData } from './personal-data.ts';
import { threadScopes } from './scopes.ts';
import { addLeadStep, returnThreadsToOwner } from './send-message.ts';
import { selectOwnThreads, threadService } from './service.ts';
import { threadTexts } from './texts.ts';

export const threadModule: ServerModule = {
  lookups: threadLookups,
  scopes: threadScopes,
  calls: { thread: threadCalls },
  routes: (services) => serveCalls(threadCalls, threadService(services)),
  eventHandlers: { 'lead.step': addLeadStep, 'mandate.ended': returnThreadsToOwner },
  demo: ({ db }) => fillThreads(db),
  texts: threadTexts,
  personalData: threadPersonalData,
  erasePersonalData: eraseThreadPersonalData,
  pendingTasks: { messages: (ctx) => countWithOldest(selectOwnThreads(ctx, pendingTaskKinds.messages.filter.unread === 'true'), 'thread.last_at') },
  withoutFeatures: {
    search: 'A conversation is found through its enquiry.',
    ...explainMissingFeatures('Conversations are visible only to their participants.', 'personPage', 'reviewBasis', 'unitTimeline'),
    closing: 'A conversation does not prevent an account from being closed.',
  },
};
