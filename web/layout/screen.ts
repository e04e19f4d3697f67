import { useMatches, useParams } from 'react-router';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { isDashboardLayout, type ScreenAddress } from '#contract/kernel/screen.ts';
import { findScreenAddress, linkTo, type ScreenKey } from '#contract/screens.ts';

/** The address of the screen table that is being shown, or null on a page the table does not know. */
export function useScreenAddress(): ScreenAddress | null {
  const matches = useMatches();
  return findScreenAddress(matches.at(-1)?.id ?? '') ?? null;
}

/** For views inside a dashboard: their layout, and links within it. */
export function useDashboard(): { layout: DashboardLayout; link: (key: ScreenKey, params?: Readonly<Record<string, string | number>>) => string } {
  const address = useScreenAddress();
  const here = useParams();
  if (!address || !isDashboardLayout(address.layout)) throw new Error('a dashboard view outside of a dashboard');
  const { layout } = address;
  // Inside a lease every link keeps its address.
  const within = layout === 'tenancy' ? { tenancy_id: here.tenancy_id ?? '', code: here.code ?? '' } : {};
  return { layout, link: (key, params = {}) => linkTo(key, layout, { ...within, ...params }) };
}
