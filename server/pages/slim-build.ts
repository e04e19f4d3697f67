import type { ServerBuild } from 'react-router';
import type { Address } from '#contract/kernel/screen.ts';

/**
 * The same pages with one screen's routes only. The router walks through all of its routes several times for every page it renders, and
 * writes a description of each; we know already which screen was asked for, so it is given that one, those above it (which it names in
 * the page for the way back) and "Page not found". A browser that goes elsewhere asks for further routes as it always does.
 */
export function slimBuild(build: ServerBuild, address: Address, all: readonly Address[]): ServerBuild {
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
