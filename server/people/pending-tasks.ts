import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { oldestOf, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { selectPeople } from './lists.ts';

const since = 'person.created_at';

export const peoplePendingTasks: PendingTaskCounters = {
  owners: (ctx) => oldestOf(selectPeople(ctx, 'owner', pendingTaskKinds.owners.filter), since),
  ownersHere: (ctx) => oldestOf(selectPeople(ctx, 'user', { ...pendingTaskKinds.ownersHere.filter, user_type: userTypes.owner }), since),
  agents: (ctx) => oldestOf(selectPeople(ctx, 'agent', pendingTaskKinds.agents.filter), since),
  dealers: (ctx) => oldestOf(selectPeople(ctx, 'dealer', pendingTaskKinds.dealers.filter), since),
};
