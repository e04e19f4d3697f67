import { familyCalls, familyTable, peopleCalls } from '#contract/people/calls.ts';
import type { KindName } from '#contract/people/kinds.ts';
import { fillMorePeople } from '#server/db/demo/people.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { peopleScopes } from './scopes.ts';
import * as service from './service.ts';
import { peopleTexts } from './texts.ts';

export const peopleRoom: ServerRoom = {
  scopes: peopleScopes,
  calls: { people: peopleCalls, ...familyTable },
  /** Each family is served by the same handlers; its calls say what it has. */
  routes: (house) => [
    ...serve(peopleCalls, service),
    ...(Object.entries(familyCalls) as [KindName | 'user', (typeof familyCalls)['admin']][]).flatMap(([kind, calls]) =>
      serve(calls, { ...service.reading(kind), ...service.owning(house, kind as KindName) }),
    ),
  ],
  demo: fillMorePeople,
  texts: peopleTexts,
};
