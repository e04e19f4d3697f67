import type { ServerBuild } from 'react-router';
import type { ScreenAddress } from '#contract/kernel/screen.ts';

/**
 * The build with the routes of one screen only. For every page the router searches all its routes several times and describes each in the page. The
 * screen is already known here, so it gets only that screen's route, its parents (named in the page for back links) and "Page not found". A browser
 * that opens another page requests further routes as usual.
 */
export function makeSingleScreenBuild(build: ServerBuild, address: ScreenAddress, all: readonly ScreenAddress[]): ServerBuild {
  const wanted = new Set(['root', 'unknown']);
  const add = (id: string | undefined) => {
    for (let at = id; at && !wanted.has(at); at = build.routes[at]?.parentId) wanted.add(at);
  };
  add(address.id);
  for (const other of all) if (isAbove(other.path, address.path)) add(other.id);
  const pick = <T>(from: Readonly<Record<string, T>>): Record<string, T> => Object.fromEntries(Object.entries(from).filter(([id]) => wanted.has(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}

const isAbove = (upper: string, path: string): boolean => upper === '/' || path.startsWith(`${upper}/`);
