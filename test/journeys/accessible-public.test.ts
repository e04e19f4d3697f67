import { expect, test } from 'vitest';
import { addresses } from '#contract/screens.ts';
import { everyRouteIsAccessible } from './accessible.ts';
import { ofWalker, walkers } from './every-route.ts';

everyRouteIsAccessible(walkers.public);

test('every route of the application is walked by somebody', () => {
  const walked = Object.values(walkers).flatMap((some) => some.flatMap((walker) => ofWalker(walker).map(({ id }) => id)));
  expect(walked.sort()).toEqual(addresses.map(({ id }) => id).sort());
});
