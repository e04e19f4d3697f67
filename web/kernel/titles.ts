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
  'identity.emailVerification': m.screens_identity_email_verification,
  'identity.forgotPassword': m.screens_identity_forgot_password,
  'identity.resetPassword': m.screens_identity_reset_password,
  'identity.passkey': m.screens_identity_passkey,
  'identity.firstAdmin': m.screens_identity_first_admin,
  'people.users': m.screens_people_users,
  'people.user': m.screens_people_user,
  'people.superadmins': m.screens_people_superadmins,
  'people.superadmin': m.screens_people_superadmin,
  'people.admins': m.screens_people_admins,
  'people.admin': m.screens_people_admin,
  'people.subadmins': m.screens_people_subadmins,
  'people.subadmin': m.screens_people_subadmin,
  'people.dealers': m.screens_people_dealers,
  'people.dealer': m.screens_people_dealer,
  'people.dealerSettings': m.screens_people_dealer_settings,
  'people.owners': m.screens_people_owners,
  'people.owner': m.screens_people_owner,
  'people.agents': m.screens_people_agents,
  'people.agent': m.screens_people_agent,
  'people.tenants': m.screens_people_tenants,
  'people.tenant': m.screens_people_tenant,
  'people.accounts': m.screens_people_accounts,
  'people.accountEdit': m.screens_people_account_edit,
  'people.accountAppearance': m.screens_people_account_appearance,
  'people.accountProfile': m.screens_people_account_profile,
  'people.agentNamed': m.screens_people_agent,
  'notification.list': m.screens_notification_list,
  'notification.outbox': m.screens_notification_outbox,
  'policy.list': m.screens_policy_list,
  'policy.detail': m.screens_policy_detail,
  'policy.read': m.screens_policy_read,
  'audit.logs': m.screens_audit_logs,
};

export const titleOf = (key: string): string | null => (key in titles ? titles[key as ScreenKey]() : null);

export const groupTitles: Readonly<Record<Exclude<MenuGroup, 'top'>, () => string>> = {
  portfolio: m.screens_group_portfolio,
  tenancies: m.screens_group_tenancies,
  money: m.screens_group_money,
  people: m.screens_group_people,
  platform: m.screens_group_platform,
};
