/** The user types of the specification (section 6) with their numbers on the wire. Anything else is anonymous. */
export const userTypes = {
  tenant: 0,
  superadmin: 1,
  admin: 2,
  subadmin: 3,
  owner: 4,
  agent: 5,
  staff: 6,
  dealer: 7,
  default: 8,
  tenancy: 9,
} as const;

export type UserType = keyof typeof userTypes;
export type UserTypeNumber = (typeof userTypes)[UserType];
export type Role = UserType | 'anonymous';

const byNumber = new Map<number, UserType>(Object.entries(userTypes).map(([name, number]) => [number, name as UserType]));
export const toUserType = (number: number | null | undefined): Role => byNumber.get(number ?? -1) ?? 'anonymous';

export const roleDisplayNames = {
  tenant: 'Tenant',
  superadmin: 'Super Admin',
  admin: 'Admin',
  subadmin: 'Sub Admin',
  owner: 'Owner',
  agent: 'Agent',
  staff: 'Staff',
  dealer: 'Dealer',
  default: 'Default',
  tenancy: 'Tenant',
  anonymous: 'Anonymous',
} as const satisfies Record<Role, string>;

/** "Roles treated as admin-level, by number: 1, 3, 2." */
export const platformRoles = ['superadmin', 'admin', 'subadmin'] as const;
/** The roles that read rows of many companies: platform roles, and dealers for the companies they registered. */
export const canSeeManyCompanies = (layout: string | null): boolean =>
  layout === 'dealer' || (platformRoles as readonly (string | null)[]).includes(layout);
export const companyRoles = ['owner', 'agent', 'dealer'] as const;
/** User types that can head a company. Whether a person heads one now is in the database (`app.is_head`). */
export const companyHeadUserTypes: readonly number[] = companyRoles.map((role) => userTypes[role]);
export const dashboardRoles = [...platformRoles, ...companyRoles] as const;
export type DashboardRole = (typeof dashboardRoles)[number];
export type CompanyKind = (typeof companyRoles)[number];

/** A layout frames a page. Six roles and the tenant have one each; a tenancy is the tenant inside one lease. */
export const dashboardLayouts = [...dashboardRoles, 'tenant', 'tenancy'] as const;
export type DashboardLayout = (typeof dashboardLayouts)[number];
export type PageLayout = DashboardLayout | 'default' | 'invoice';

/** `clock` is the scheduler: the only actor that may make things expire. */
export type MoveActor = Role | 'clock';

/** The dashboard of a person. Staff use their employer's; a new user before onboarding has none. */
export function getDashboardLayout(role: Role, employer: CompanyKind | null = null): DashboardLayout | null {
  if (role === 'staff') return employer;
  if (role === 'tenant' || role === 'tenancy') return 'tenant';
  return (dashboardRoles as readonly Role[]).includes(role) ? (role as DashboardRole) : null;
}

/** "Homes per type": six dashboards; tenants, the tenancy layout and all others go to the public home. */
export const getHomePath = (layout: DashboardLayout | null): string =>
  layout && layout !== 'tenant' && layout !== 'tenancy' ? `/dashboard/${layout}` : '/';

/** "Go Home" of the error page leads to the dashboard of the layout the error happened in. */
export const getLayoutHomePath = (layout: PageLayout): string =>
  layout === 'default' || layout === 'invoice' ? '/' : layout === 'tenancy' ? '/dashboard/tenant' : `/dashboard/${layout}`;

/** The layout of an address, by its shape alone, so that an unknown page still has a link to its home page. */
export function getPageLayoutFromPath(path: string): PageLayout {
  const name = /^\/dashboard\/([a-z]+)(?:\/|$)/.exec(path)?.[1];
  if (name && (dashboardLayouts as readonly string[]).includes(name)) return name as DashboardLayout;
  return path.startsWith('/auth/invoice/') ? 'invoice' : 'default';
}

/** A tenant may also use the tenancy layout; all others may use only their own. */
export const canEnterLayout = (layout: PageLayout, own: DashboardLayout | null): boolean =>
  layout === 'default' || layout === 'invoice' || layout === own || (layout === 'tenancy' && own === 'tenant');
