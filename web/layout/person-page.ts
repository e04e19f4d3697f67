import { isAllowed } from '#contract/access/grants.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { getScreen, linkTo, type ScreenKey } from '#contract/screens.ts';
import type { useApp } from './app.tsx';

export type LinkedPerson = { readonly id: number; readonly code: string; readonly user_type: number | null };

const companyPages: Readonly<Record<number, ScreenKey>> = { 4: 'people.owner', 5: 'people.agent' };

/**
 * The screen of a person: the platform has one for all, a company's dashboards one for each kind they work with. Tenants are shown by their relation
 * (tenant module), not by the account.
 */
export const getPersonScreen = (layout: string, user_type: number | null): ScreenKey | undefined =>
  (platformRoles as readonly string[]).includes(layout) ? 'people.user' : companyPages[user_type ?? -1];

/** The page of a person, if this reader may open it. */
export function getPersonPath(visitor: ReturnType<typeof useApp>['visitor'], { id, code, user_type }: LinkedPerson): string | null {
  const { layout } = visitor;
  const key = layout && getPersonScreen(layout, user_type);
  if (!layout || !key) return null;
  const { layouts, needs } = getScreen(key);
  return (layouts as readonly string[]).includes(layout) && isAllowed(needs, visitor) ? linkTo(key, layout, { id, code }) : null;
}
