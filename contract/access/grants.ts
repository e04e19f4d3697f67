import type { Role } from '#contract/kernel/roles.ts';
import {
  type AccessRequirement,
  type Permission,
  type PermissionAction,
  type PermissionDocument,
  permissionActions,
  permissionDocuments,
} from './documents.ts';
import { type Grants, isAllowed } from './is-allowed.ts';

/**
 * What each role may do by default, from the role × area summary of the product definition. Letters are c(reate) r(ead) e(dit) d(elete). These
 * permissions cover a role's own records only, which the row scope defines (server/<module>/scopes.ts). Staff have no permissions here, because their
 * roles in the database define what they may do inside their employer's company.
 */
type Letters = string;
const letter: Record<string, PermissionAction> = { c: 'create', r: 'read', e: 'edit', d: 'delete' };
type Sheet = Partial<Record<PermissionDocument, Letters>>;

const every = (letters: Letters, except: readonly PermissionDocument[] = []): Sheet =>
  Object.fromEntries(permissionDocuments.filter((d) => !except.includes(d)).map((d) => [d, letters]));

/** Only super admins touch these (specification 2.6: pricing plans and settlements are theirs alone). */
const superadminOnly = ['pricing_plan', 'property_pricing_plan', 'company_pricing_plan', 'settlement_transactions'] as const;

const company: Sheet = {
  dashboard: 'r',
  other_dashboard_analytics: 'r',
  contacts: 'cred',
  notifications: 'cred',
  property: 'cred',
  units: 'cred',
  featured_properties: 'cre',
  offers: 'cred',
  tours: 'cre',
  booking: 'cre',
  tenancies: 'cre',
  tenants: 'cre',
  invoices: 'cre',
  payments: 'cre',
  tenancy_transactions: 'r',
  maintenance_request: 'cre',
  work_orders: 'cre',
  vacation_request: 'cre',
  expenses: 'cred',
  income: 'cred',
  taxes: 'cred',
  comprehensive_reports: 'r',
  property_analytics: 'r',
  property_utilities: 'cred',
  settings_property_general_settings: 're',
  settings_general_settings: 're',
  property_pricing_plan: 'cr',
  company_pricing_plan: 'cr',
  wallet: 'r',
  wallet_settings: 're',
  commission: 'r',
  staff: 'cred',
  teams: 'cred',
  staff_roles_and_permissions: 'cred',
  invites: 'cred',
  owners: 'r',
  agents: 'r',
  report_abuse: 'c',
  locations: 'r',
  amenities: 'r',
  property_types: 'r',
  property_categories: 'r',
  unit_types: 'r',
};

const sheets: Record<Role, Sheet> = {
  superadmin: every('cred'),
  admin: { ...every('cred', superadminOnly), admins: 'cred', revenue: 'r', wallet: 'r', commission: 'r', settlement_errors: 'r' },
  subadmin: {
    ...every('r', [...superadminOnly, 'wallet', 'wallet_settings', 'commission', 'commission_settings', 'revenue', 'settlement_errors']),
    property: 're',
    units: 're',
    property_verification: 're',
    abuse_reports: 're',
    agents: 're',
    dealers: 're',
    owners: 're',
    staff: 're',
    teams: 're',
    invites: 'cre',
    notifications: 'cred',
  },
  owner: { ...company, agents: 'cred', owners: 're' },
  agent: { ...company, owners: 'cre' },
  dealer: {
    ...company,
    property: 'cre',
    units: 'cre',
    property_verification: 'cre',
    tenancies: 'cre',
    tenants: 'cre',
    invoices: 'r',
    payments: 'r',
    expenses: 'cre',
    income: 'cre',
    taxes: 'r',
    agents: 'cre',
    commission: 'r',
  },
  tenant: {
    dashboard: 'r',
    notifications: 'red',
    property: 'r',
    units: 'r',
    tours: 'cre',
    booking: 'cre',
    offers: 'cre',
    tenancies: 're',
    invoices: 'r',
    payments: 'cr',
    tenancy_transactions: 'r',
    maintenance_request: 'cre',
    vacation_request: 'cred',
    invites: 'cr',
    report_abuse: 'c',
    wallet: 'r',
  },
  tenancy: {},
  staff: {},
  default: {},
  anonymous: {},
};

export { type Grants, isAllowed };

const toGrants = (sheet: Sheet): Grants =>
  new Set(Object.entries(sheet).flatMap(([doc, letters]) => [...letters].map((l) => `${doc}.${letter[l]}` as Permission)));

export const defaultGrants = Object.fromEntries(Object.entries(sheets).map(([role, sheet]) => [role, toGrants(sheet)])) as Record<Role, Grants>;

/** The permission that is needed, if any. */
export function toPermission(needs: AccessRequirement): Permission | null {
  const right = typeof needs === 'string' ? undefined : 'only' in needs ? needs.with : needs;
  return right ? `${right[0]}.${right[1]}` : null;
}
export const allPermissions: readonly Permission[] = permissionDocuments.flatMap((d) => permissionActions.map((a) => `${d}.${a}` as Permission));
