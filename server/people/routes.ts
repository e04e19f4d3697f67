import { familyCalls, peopleCalls } from '#contract/people/calls.ts';
import type { KindName } from '#contract/people/kinds.ts';
import { type Route, serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import * as service from './service.ts';

/** Each family is served by the same handlers; its calls say what it has. */
export const peopleRoutes = (house: House): Route[] => [
  ...serve(peopleCalls, service),
  ...(Object.entries(familyCalls) as [KindName | 'user', (typeof familyCalls)['admin']][]).flatMap(([kind, calls]) =>
    serve(calls, { ...service.reading(kind), ...service.owning(house, kind as KindName) }),
  ),
];
