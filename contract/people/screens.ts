import { platformRoles, sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';
import type { familyCalls } from './calls.ts';
import { readingNeeds } from './kinds.ts';

const heads = ['admin', 'superadmin'] as const;
const withCompanies = [...heads, 'agent', 'dealer', 'owner'] as const;
const withAgents = [...platformRoles, 'dealer', 'owner'] as const;
const inTenancies = (at: string) => ({ agent: at, dealer: at, owner: at });
const everybody = { only: platformRoles } as const;
const [listed, shown] = ['people/list', 'people/detail'] as const;

/** People by kind. The views are the same for all; which kind an address is about stands in `kindOfScreen` below. */
export const peopleScreens = screens({
  users: { at: 'hr/users', layouts: platformRoles, needs: everybody, view: listed, menu: { group: 'people', icon: 'Users', order: 10 } },
  user: { at: 'hr/users/:id', layouts: platformRoles, needs: everybody, view: shown },
  superadmins: {
    at: 'hr/superadmins',
    layouts: heads,
    needs: readingNeeds('super_admin'),
    view: listed,
    menu: { group: 'people', icon: 'Shield', order: 30 },
  },
  superadmin: { at: 'hr/superadmins/:id', layouts: heads, needs: readingNeeds('super_admin'), view: shown },
  admins: {
    at: 'hr/admin',
    layouts: platformRoles,
    needs: readingNeeds('admin'),
    view: listed,
    menu: { group: 'people', icon: 'UserCog', order: 31 },
  },
  admin: { at: 'hr/admin/:id', layouts: platformRoles, needs: readingNeeds('admin'), view: shown },
  subadmins: {
    at: 'hr/subadmin',
    layouts: platformRoles,
    needs: readingNeeds('sub_admin'),
    view: listed,
    menu: { group: 'people', icon: 'MapPin', order: 32 },
  },
  subadmin: { at: 'hr/subadmin/:id', layouts: platformRoles, needs: readingNeeds('sub_admin'), view: shown },
  dealers: {
    at: 'hr/dealer',
    layouts: platformRoles,
    needs: readingNeeds('dealer'),
    view: listed,
    menu: { group: 'people', icon: 'Truck', order: 23 },
  },
  dealer: { at: 'hr/dealer/:id', layouts: platformRoles, needs: readingNeeds('dealer'), view: shown },
  dealerSettings: { at: 'hr/dealer/:id/settings', layouts: heads, needs: ['dealers', 'edit'], view: 'people/settings' },
  owners: { at: 'owner', layouts: withCompanies, needs: readingNeeds('owner'), view: listed, menu: { group: 'people', icon: 'HomeKey', order: 21 } },
  owner: { at: 'owner/:id', layouts: withCompanies, needs: readingNeeds('owner'), view: shown },
  agents: { at: 'agents', layouts: withAgents, needs: readingNeeds('agent'), view: listed, menu: { group: 'people', icon: 'Briefcase', order: 22 } },
  agent: { at: 'agents/:id', layouts: withAgents, needs: readingNeeds('agent'), view: shown },
  agentNamed: { at: 'agents/:id/:slug', layouts: ['admin'], needs: readingNeeds('agent'), view: shown },
  tenants: {
    at: 'tenants',
    spelled: inTenancies('tenancies/tenants'),
    layouts: withCompanies,
    needs: readingNeeds('tenant'),
    view: listed,
    menu: { group: 'people', icon: 'Door', order: 20 },
  },
  tenant: {
    at: 'tenants/:id',
    spelled: inTenancies('tenancies/tenants/:id/:code'),
    layouts: withCompanies,
    needs: readingNeeds('tenant'),
    view: shown,
  },
  accounts: { at: 'accounts', layouts: [...sixRoles, 'tenant'], needs: 'signed-in', view: 'people/account' },
  accountEdit: { at: 'accounts/edit', layouts: ['subadmin'], needs: 'signed-in', view: 'people/account' },
  accountAppearance: { at: 'accounts/sections/Appearance', layouts: ['subadmin'], needs: 'signed-in', view: 'people/account' },
  accountProfile: { at: 'accounts/sections/ProfileDetails', layouts: ['subadmin'], needs: 'signed-in', view: 'people/account' },
});

type ListKey = 'users' | 'superadmins' | 'admins' | 'subadmins' | 'dealers' | 'owners' | 'agents' | 'tenants';
type OneKey = 'user' | 'superadmin' | 'admin' | 'subadmin' | 'dealer' | 'owner' | 'agent' | 'tenant';
export type ListedKind = Exclude<keyof typeof familyCalls, 'staff'>;

/** Which kind of person a list is about and where one of them is shown. */
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

/** The list a screen of this room belongs to, by its key in the screen table. */
export function listOfScreen(key: string): ListKey {
  const name = key
    .replace(/^people\./, '')
    .replace(/^agentNamed$/, 'agent')
    .replace(/^dealerSettings$/, 'dealer');
  const list = (Object.keys(listScreens) as ListKey[]).find((at) => at === name || listScreens[at].one === name);
  if (!list) throw new Error(`${key} is not a screen about people`);
  return list;
}
