import type { ContractModule } from './kernel/module.ts';
import type { PageLayout } from './kernel/roles.ts';
import { buildScreenPath, expandScreens, fillPath, type Screen, type ScreenAddress, toScreen } from './kernel/screen.ts';
import { modules, type ScreenKey } from './modules.ts';

export type { ScreenKey };

/** Every screen of the product. Routes, menus, guards, documentation and tests read only this table. Public pages do not use it. */
export const collectScreens = (all: Readonly<Record<string, ContractModule>>): Readonly<Record<string, Screen>> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([module, { screens = {} }]) =>
      Object.entries(screens).map(([name, screen]) => [`${module}.${name}`, toScreen(screen)]),
    ),
  );
const flat = collectScreens(modules);

export const getScreen = (key: ScreenKey): Screen => flat[key] as Screen;
export const screenAddresses: readonly ScreenAddress[] = expandScreens(flat);
const byId = new Map(screenAddresses.map((a) => [a.id, a]));
export const findScreenAddress = (id: string): ScreenAddress | undefined => byId.get(id);

/** Builds a link from the key of the screen, the current layout and the fields of the record. Links are never written as text. */
export const linkTo = (key: ScreenKey, layout: PageLayout, params: Readonly<Record<string, string | number>> = {}): string =>
  fillPath(buildScreenPath(getScreen(key), layout), params);
