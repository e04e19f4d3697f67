import { byCompany, either, leased, leasedOut, mine, type Scopes } from '#server/kernel/scope.ts';

/** A host's own hours, and those of their company's hosts. */
const hours = (column: string) => {
  const { see } = byCompany();
  const own = mine(column);
  return {
    see: { ...see, owner: either(own, see.owner), agent: either(own, see.agent), dealer: either(own, see.dealer), staff: either(own, see.staff) },
  };
};

export const tourScopes: Scopes = {
  tour_host: hours('person_id'),
  tour_day: hours('host_id'),
  viewing: leasedOut('tours'),
  tour: leased('tours', either(mine('person_id'), mine('host_id'))),
  'tour:managed': leasedOut('tours'),
};
