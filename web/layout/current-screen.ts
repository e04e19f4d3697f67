import { useMatches } from 'react-router';
import type { PageLayout } from '#contract/kernel/roles.ts';
import { type PublicScreen, type Screen, type ScreenAddress, toScreen } from '#contract/kernel/screen.ts';

type ScreenHandle = { readonly screen: PublicScreen; readonly title: () => string };
/** A public view declares its screen and title: `export const handle = makeScreenHandle(policyPublicScreens.read, m.screens_policy_read)`. */
export const makeScreenHandle = (screen: PublicScreen, title: () => string): ScreenHandle => ({ screen, title });

/** The frame of the dashboards sets the table of their screens; public pages do not load it. */
let known: (id: string) => ScreenAddress | undefined = () => undefined;
export const registerScreens = (by: typeof known): void => {
  known = by;
};

export type CurrentScreen = { readonly screen: Screen; readonly layout: PageLayout; readonly title: string | null };

/** The current screen, or null on a page without one. */
export function useCurrentScreen(): CurrentScreen | null {
  const last = useMatches().at(-1);
  const own = last?.handle as ScreenHandle | undefined;
  if (own) return { screen: toScreen(own.screen), layout: own.screen.layout ?? 'default', title: own.title() };
  const address = known(last?.id ?? '');
  return address ? { screen: address.screen, layout: address.layout, title: address.screen.title?.() ?? null } : null;
}
