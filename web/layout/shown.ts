import { useMatches } from 'react-router';
import type { Layout } from '#contract/kernel/roles.ts';
import { type Address, asScreen, type PublicScreen, type Screen } from '#contract/kernel/screen.ts';

type Shows = { readonly screen: PublicScreen; readonly title: () => string };
/** A public view says which screen it is and what that is called: `export const handle = shows(policyPublic.read, m.screens_policy_read)`. */
export const shows = (screen: PublicScreen, title: () => string): Shows => ({ screen, title });

/** The frame of the dashboards brings the table of their screens; public pages do without. */
let known: (id: string) => Address | undefined = () => undefined;
export const bringScreens = (by: typeof known): void => {
  known = by;
};

export type Shown = { readonly screen: Screen; readonly layout: Layout; readonly title: string | null };

/** The screen that is being shown, or null on a page no screen is at. */
export function useShown(): Shown | null {
  const last = useMatches().at(-1);
  const own = last?.handle as Shows | undefined;
  if (own) return { screen: asScreen(own.screen), layout: 'default', title: own.title() };
  const address = known(last?.id ?? '');
  return address ? { screen: address.screen, layout: address.layout, title: address.screen.title?.() ?? null } : null;
}
