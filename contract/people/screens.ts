import { dashboardRoles, platformRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';
import { m } from '#words/messages.js';
import { getPeopleReadRequirement, type PersonKindName, userListAccessRequirement } from './kinds.ts';

const heads = ['admin', 'superadmin'] as const;
const withCompanies = [...heads, 'agent', 'dealer', 'owner'] as const;
const withAgents = [...platformRoles, 'dealer', 'owner'] as const;
const [listed, shown] = ['people/list', 'people/detail'] as const;

/** The screens of people by kind. All kinds share the views, and `listScreens` below states the kind of each list. */
export const peopleScreens = screens({
  users: {
    title: m.screens_people_users,
    at: 'hr/users',
    layouts: platformRoles,
    needs: userListAccessRequirement,
    view: listed,
    menu: { group: 'people', icon: 'Users', order: 10 },
  },
  user: { title: m.screens_people_user, at: 'hr/users/:id', layouts: platformRoles, needs: userListAccessRequirement, view: shown },
  superadmins: {
    title: m.screens_people_superadmins,
    at: 'hr/superadmins',
    layouts: heads,
    needs: getPeopleReadRequirement('super_admin'),
    view: listed,
    menu: { group: 'people', icon: 'UserCog', order: 30 },
  },
  superadmin: {
    title: m.screens_people_superadmin,
    at: 'hr/superadmins/:id',
    layouts: heads,
    needs: getPeopleReadRequirement('super_admin'),
    view: shown,
  },
  admins: {
    title: m.screens_people_admins,
    at: 'hr/admin',
    layouts: platformRoles,
    needs: getPeopleReadRequirement('admin'),
    view: listed,
    menu: { group: 'people', icon: 'UserCog', order: 31 },
  },
  admin: { title: m.screens_people_admin, at: 'hr/admin/:id', layouts: platformRoles, needs: getPeopleReadRequirement('admin'), view: shown },
  subadmins: {
    title: m.screens_people_subadmins,
    at: 'hr/subadmin',
    layouts: platformRoles,
    needs: getPeopleReadRequirement('sub_admin'),
    view: listed,
    menu: { group: 'people', icon: 'MapPin', order: 32 },
  },
  subadmin: {
    title: m.screens_people_subadmin,
    at: 'hr/subadmin/:id',
    layouts: platformRoles,
    needs: getPeopleReadRequirement('sub_admin'),
    view: shown,
  },
  dealers: {
    title: m.screens_people_dealers,
    at: 'hr/dealer',
    layouts: platformRoles,
    needs: getPeopleReadRequirement('dealer'),
    view: listed,
    menu: { group: 'people', icon: 'Truck', order: 23 },
  },
  dealer: { title: m.screens_people_dealer, at: 'hr/dealer/:id', layouts: platformRoles, needs: getPeopleReadRequirement('dealer'), view: shown },
  dealerSettings: {
    title: m.screens_people_dealer_settings,
    at: 'hr/dealer/:id/settings',
    layouts: heads,
    needs: ['dealers', 'edit'],
    view: 'people/settings',
  },
  owners: {
    title: m.screens_people_owners,
    at: 'owner',
    layouts: withCompanies,
    needs: getPeopleReadRequirement('owner'),
    view: listed,
    menu: { group: 'people', icon: 'HomeKey', order: 21 },
  },
  owner: { title: m.screens_people_owner, at: 'owner/:id', layouts: withCompanies, needs: getPeopleReadRequirement('owner'), view: shown },
  agents: {
    title: m.screens_people_agents,
    at: 'agents',
    layouts: withAgents,
    needs: getPeopleReadRequirement('agent'),
    view: listed,
    menu: { group: 'people', icon: 'Briefcase', order: 22 },
  },
  agent: { title: m.screens_people_agent, at: 'agents/:id', layouts: withAgents, needs: getPeopleReadRequirement('agent'), view: shown },
  agentNamed: { title: m.screens_people_agent, at: 'agents/:id/:slug', layouts: ['admin'], needs: getPeopleReadRequirement('agent'), view: shown },
  tenants: {
    title: m.screens_people_tenants,
    at: 'tenants',
    layouts: heads,
    needs: getPeopleReadRequirement('tenant'),
    view: listed,
    menu: { group: 'people', icon: 'Door', order: 20 },
  },
  tenant: { title: m.screens_people_tenant, at: 'tenants/:id', layouts: heads, needs: getPeopleReadRequirement('tenant'), view: shown },
  accounts: { title: m.screens_people_accounts, at: 'accounts', layouts: [...dashboardRoles, 'tenant'], needs: 'signed-in', view: 'people/account' },
  accountEdit: { title: m.screens_people_account_edit, at: 'accounts/edit', layouts: ['subadmin'], needs: 'signed-in', view: 'people/account' },
  accountAppearance: {
    title: m.screens_people_account_appearance,
    at: 'accounts/sections/Appearance',
    layouts: ['subadmin'],
    needs: 'signed-in',
    view: 'people/account',
  },
  accountProfile: {
    title: m.screens_people_account_profile,
    at: 'accounts/sections/ProfileDetails',
    layouts: ['subadmin'],
    needs: 'signed-in',
    view: 'people/account',
  },
});

type ListKey = 'users' | 'superadmins' | 'admins' | 'subadmins' | 'dealers' | 'owners' | 'agents' | 'tenants';
type OneKey = 'user' | 'superadmin' | 'admin' | 'subadmin' | 'dealer' | 'owner' | 'agent' | 'tenant';
export type ListedKind = Exclude<PersonKindName, 'staff'> | 'user';

/** The kind of people in a list, and the screen of one of them. */
export const listScreens: Readonly<Record<ListKey, { readonly kind: ListedKind; readonly one: OneKey }>> = {
  users: { kind: 'user', one: 'user' },
  superadmins: { kind: 'super_admin', one: 'superadmin' },
  admins: { kind: 'admin', one: 'admin' },
  subadmins: { kind: 'sub_admin', one: 'subadmin' },
  dealers: { kind: 'dealer', one: 'dealer' },
  owners: { kind: 'owner', one: 'owner' },
  agents: { kind: 'agent', one: 'agent' },
  tenants: { kind: 'tenant', one: 'tenant' },
};

/** Finds the list that a screen of this module belongs to, by its key in the screen table. */
export function getListForScreen(key: string): ListKey {
  const name = key
    .replace(/^people\./, '')
    .replace(/^agentNamed$/, 'agent')
    .replace(/^dealerSettings$/, 'dealer');
  const list = (Object.keys(listScreens) as ListKey[]).find((at) => at === name || listScreens[at].one === name);
  if (!list) throw new Error(`${key} is not a screen about people`);
  return list;
}
