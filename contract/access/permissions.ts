import { type CompanyKind, companyRoles, platformRoles, type Role } from '#contract/kernel/roles.ts';
import type { Permission } from './documents.ts';
import { defaultGrants, type Grants } from './grants.ts';

/** Roles are made for the staff of a company or for the people who run the platform. */
export const audiences = ['company', 'platform'] as const;
export type Audience = (typeof audiences)[number];

/** Platform roles narrow what these may do; everybody else has the rights of their user type or, as staff, of their role. */
export const narrowed = ['admin', 'subadmin'] as const satisfies readonly Role[];
export const isNarrowed = (role: Role): role is (typeof narrowed)[number] => (narrowed as readonly Role[]).includes(role);

/** What a system role can give where nobody has said yet to whose company it belongs. */
const anyCompany: Grants = new Set(companyRoles.flatMap((kind) => [...defaultGrants[kind]]));

/** The most a role can give: what the account holder of the company has, or what an admin has. */
export const ceilingOf = (audience: Audience, company: CompanyKind | null): Grants =>
  audience === 'platform' ? defaultGrants.admin : company ? defaultGrants[company] : anyCompany;

const knownIn = (grants: readonly string[], ceiling: Grants): Permission[] => (grants as readonly Permission[]).filter((grant) => ceiling.has(grant));

/** What a role really gives under a ceiling: a right the account holder lacks is nobody's to have. */
export const effective = (grants: readonly string[], ceiling: Grants): Grants => new Set(knownIn(grants, ceiling));

/** What a person may do: by user type, by role inside an employer's company, or by user type narrowed by a platform role. */
export function grantsOf(role: Role, company: CompanyKind | null, given: readonly string[] | null): Grants {
  if (role === 'staff') return company ? effective(given ?? [], defaultGrants[company]) : new Set();
  return given && isNarrowed(role) ? effective(given, defaultGrants[role]) : defaultGrants[role];
}

/** What is left to whoever may not work yet: their bell and the page that says why. */
const waiting: Grants = new Set(['dashboard.read', 'notifications.read', 'notifications.edit', 'notifications.delete'] as const);

/**
 * The rights of an owner, agent, dealer or their staff whom the platform has not verified (or no longer), and of one of the platform's own
 * without a second step of signing in: nothing but their own account.
 */
export const onlyOwnAccount = (grants: Grants): Grants => new Set([...grants].filter((grant) => waiting.has(grant)));

/** What making somebody a person of this role gives away: rights over the platform's records. A company's rights are over its own. */
export const givenWith = (role: Role): Grants => ((platformRoles as readonly Role[]).includes(role) ? defaultGrants[role] : new Set());

/** The rights among `wanted` that `mine` lacks. Nobody gives, takes or changes rights they lack: this must be empty. */
export const lacking = (mine: Grants, wanted: Iterable<Permission>): Permission[] => [...wanted].filter((grant) => !mine.has(grant));

/**
 * The rights of one of the platform's people that whoever would act on their account lacks: this must be empty too. They are rights over
 * everybody's records; a company's people hold theirs over the company's own, which the platform looks after without sharing.
 */
export const lackedOver = (mine: Grants, target: { readonly role: Role; readonly most: Grants }): Permission[] =>
  (platformRoles as readonly Role[]).includes(target.role) ? lacking(mine, target.most) : [];
