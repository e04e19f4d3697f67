import type { MenuGroup } from '#contract/kernel/screen.ts';
import type { ScreenKey } from '#contract/screens.ts';
import { m } from '#words/messages.js';

/** What a screen is called in menus, crumbs and titles. A screen without a name does not compile. */
export const titles: Readonly<Record<ScreenKey, () => string>> = {
  'home.public': m.screens_home_public,
  'home.dashboard': m.screens_home_dashboard,
  'home.denied': m.screens_home_denied,
  'identity.signIn': m.screens_identity_sign_in,
  'identity.onboarding': m.screens_identity_onboarding,
  'identity.firstAdmin': m.screens_identity_first_admin,
  'policy.list': m.screens_policy_list,
  'policy.detail': m.screens_policy_detail,
  'policy.read': m.screens_policy_read,
  'access.staff': m.screens_access_staff,
  'access.staffOne': m.screens_access_staff_one,
  'access.teams': m.screens_access_teams,
  'access.team': m.screens_access_team,
  'access.roles': m.screens_access_roles,
  'access.role': m.screens_access_role,
  'access.agentRoles': m.screens_access_agent_roles,
  'invitation.list': m.screens_invitation_list,
  'invitation.accept': m.screens_invitation_accept,
  'invitation.enter': m.screens_invitation_enter,
};

export const titleOf = (key: string): string | null => (key in titles ? titles[key as ScreenKey]() : null);

export const groupTitles: Readonly<Record<Exclude<MenuGroup, 'top'>, () => string>> = {
  portfolio: m.screens_group_portfolio,
  tenancies: m.screens_group_tenancies,
  money: m.screens_group_money,
  people: m.screens_group_people,
  platform: m.screens_group_platform,
};
