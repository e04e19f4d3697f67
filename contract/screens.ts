import type { Layout } from './kernel/roles.ts';
import type { Room } from './kernel/room.ts';
import { type Address, asScreen, expand, fill, pathFor, type Screen } from './kernel/screen.ts';
import { rooms, type ScreenKey } from './rooms.ts';

export type { ScreenKey };

/** Every screen of the product. Routes, menus, guards, documentation and tests read this table and no other; public pages do without it. */
export const screensOf = (all: Readonly<Record<string, Room>>): Readonly<Record<string, Screen>> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([room, { screens = {} }]) => Object.entries(screens).map(([name, screen]) => [`${room}.${name}`, asScreen(screen)])),
  );
const flat = screensOf(rooms);

export const screenOf = (key: ScreenKey): Screen => flat[key] as Screen;
export const addresses: readonly Address[] = expand(flat);
const byId = new Map(addresses.map((a) => [a.id, a]));
export const addressById = (id: string): Address | undefined => byId.get(id);

/** Links are never written by hand: they are made from the screen's key, the layout one is in and the record's fields. */
export const linkTo = (key: ScreenKey, layout: Layout, params: Readonly<Record<string, string | number>> = {}): string =>
  fill(pathFor(screenOf(key), layout), params);
