import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { selectPeople } from './lists.ts';

const since = 'person.created_at';

export const peoplePendingTasks: PendingTaskCounters = {
  owners: (ctx) => countWithOldest(selectPeople(ctx, 'owner', pendingTaskKinds.owners.filter), since),
  ownersHere: (ctx) => countWithOldest(selectPeople(ctx, 'user', { ...pendingTaskKinds.ownersHere.filter, user_type: userTypes.owner }), since),
  agents: (ctx) => countWithOldest(selectPeople(ctx, 'agent', pendingTaskKinds.agents.filter), since),
  dealers: (ctx) => countWithOldest(selectPeople(ctx, 'dealer', pendingTaskKinds.dealers.filter), since),
};
