import { waits } from '#contract/home/waits.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { matching } from './lists.ts';

const since = 'person.created_at';

export const peopleWaits: Waits = {
  owners: (ctx) => oldestOf(matching(ctx, 'owner', waits.owners.filter), since),
  ownersHere: (ctx) => oldestOf(matching(ctx, 'user', { ...waits.ownersHere.filter, user_type: userTypes.owner }), since),
  agents: (ctx) => oldestOf(matching(ctx, 'agent', waits.agents.filter), since),
  dealers: (ctx) => oldestOf(matching(ctx, 'dealer', waits.dealers.filter), since),
};
