import type { MenuGroup } from '#contract/kernel/screen.ts';
import { getScreen, type ScreenKey } from '#contract/screens.ts';
import { m } from '#words/messages.js';

/** The title of a dashboard screen; public pages declare theirs themselves. */
export const getScreenTitle = (key: string): string | null => getScreen(key as ScreenKey)?.title?.() ?? null;

export const menuGroupTitles: Readonly<Record<Exclude<MenuGroup, 'top'>, () => string>> = {
  portfolio: m.screens_group_portfolio,
  tenancies: m.screens_group_tenancies,
  money: m.screens_group_money,
  people: m.screens_group_people,
  team: m.screens_group_team,
  platform: m.screens_group_platform,
  help: m.screens_group_help,
};
