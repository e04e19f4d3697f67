import { type CompanyKind, companyRoles, platformRoles, type Role } from '#contract/kernel/roles.ts';
import type { Permission } from './documents.ts';
import { defaultGrants, type Grants } from './grants.ts';

/** Roles belong to the staff of a company or to the people who run the platform. */
export const roleAudiences = ['company', 'platform'] as const;
export type RoleAudience = (typeof roleAudiences)[number];

/** User types whose permissions a platform role narrows; everyone else has the permissions of their user type or, as staff, of their role. */
export const rolesNarrowedByGrants = ['admin', 'subadmin'] as const satisfies readonly Role[];
export const isRoleNarrowedByGrants = (role: Role): role is (typeof rolesNarrowedByGrants)[number] =>
  (rolesNarrowedByGrants as readonly Role[]).includes(role);

/** The most a system role can give before it is tied to one kind of company. */
const anyCompany: Grants = new Set(companyRoles.flatMap((kind) => [...defaultGrants[kind]]));

/** The most a role can give: the permissions of the company's account holder, or those of an admin. */
export const getGrantCeiling = (audience: RoleAudience, company: CompanyKind | null): Grants =>
  audience === 'platform' ? defaultGrants.admin : company ? defaultGrants[company] : anyCompany;

const knownIn = (grants: readonly string[], ceiling: Grants): Permission[] => (grants as readonly Permission[]).filter((grant) => ceiling.has(grant));

/** The permissions a role effectively gives: a permission the account holder lacks is left out. */
export const computeEffectiveGrants = (grants: readonly string[], ceiling: Grants): Grants => new Set(knownIn(grants, ceiling));

/** The permissions of a person: by user type, by role inside an employer's company, or by user type narrowed by a platform role. */
export function resolveGrants(role: Role, company: CompanyKind | null, given: readonly string[] | null): Grants {
  if (role === 'staff') return company ? computeEffectiveGrants(given ?? [], defaultGrants[company]) : new Set();
  return given && isRoleNarrowedByGrants(role) ? computeEffectiveGrants(given, defaultGrants[role]) : defaultGrants[role];
}

/** The permissions left to an account that is not approved yet: the notification bell and the page that gives the reason. */
const waiting: Grants = new Set(['dashboard.read', 'notifications.read', 'notifications.edit', 'notifications.delete'] as const);

/**
 * The permissions of an owner, agent, dealer or their staff without (or no longer with) the platform's verification, and of platform staff without
 * two-step sign-in: only their own account.
 */
export const filterOwnAccountGrants = (grants: Grants): Grants => new Set([...grants].filter((grant) => waiting.has(grant)));

/** Permissions over platform records that come with creating a person of this role. Company permissions cover only the company's own records. */
export const getGrantsOfNewPerson = (role: Role): Grants => ((platformRoles as readonly Role[]).includes(role) ? defaultGrants[role] : new Set());

/** The permissions in `wanted` that `mine` lacks. No account may give, remove or change permissions it lacks, so this must be empty. */
export const findMissingGrants = (mine: Grants, wanted: Iterable<Permission>): Permission[] => [...wanted].filter((grant) => !mine.has(grant));

/**
 * The permissions of a platform person that the caller lacks; it must be empty before the caller acts on that account. Platform permissions cover
 * every record; company permissions cover the company's own, so they are not compared.
 */
export const findMissingGrantsOverAccount = (mine: Grants, target: { readonly role: Role; readonly most: Grants }): Permission[] =>
  (platformRoles as readonly Role[]).includes(target.role) ? findMissingGrants(mine, target.most) : [];
