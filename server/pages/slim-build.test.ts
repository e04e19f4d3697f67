import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { screenAddresses } from '#contract/screens.ts';
import { makeSingleScreenBuild } from './slim-build.ts';

const ids = ['root', 'unknown', 'frame.public', ...screenAddresses.map((a) => a.id)];
const parentOf = (id: string) => (id === 'root' ? undefined : id.startsWith('default.') ? 'frame.public' : 'root');
const routes = Object.fromEntries(ids.map((id) => [id, { id, parentId: parentOf(id) }]));
const build = { routes, assets: { version: '7', routes } } as unknown as ServerBuild;

test('page manifest of a screen: contains only the routes of the screen, their parents and "Page not found"', () => {
  const address = screenAddresses.find((a) => a.path === '/listings');
  if (!address) throw new Error('there is no /listings');
  const home = screenAddresses.find((a) => a.path === '/');
  const slim = makeSingleScreenBuild(build, address, screenAddresses);
  expect(Object.keys(slim.routes).sort()).toEqual(['frame.public', 'root', 'unknown', address.id, home?.id].sort());
  expect(Object.keys(slim.assets.routes).sort()).toEqual(Object.keys(slim.routes).sort());
  expect(slim.assets.version).toBe('7');
});

test('page manifest of a screen: contains the route and all parent routes for every address', () => {
  for (const address of screenAddresses) {
    const slim = makeSingleScreenBuild(build, address, screenAddresses);
    expect(slim.routes[address.id]).toBeDefined();
    for (const route of Object.values(slim.routes)) if (route?.parentId) expect(slim.routes[route.parentId]).toBeDefined();
  }
});
