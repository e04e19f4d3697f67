import { type RawBuilder, sql } from 'kysely';
import type { Role } from '#contract/kernel/roles.ts';
import type { Me } from '#server/kernel/ctx.ts';

/**
 * Which rows a person may see, table by table: the only place where row scope is written. Every query of a scoped table
 * goes through `visible`; there is no argument to leave it out. What is out of scope does not exist (404).
 */
type Rule = (me: Me) => RawBuilder<boolean>;
type Scope = Readonly<Record<Role, Rule>>;

const everything: Rule = () => sql<boolean>`true`;
const nothing: Rule = () => sql<boolean>`false`;

/** Superadmin sees all; everybody else by `rest`, with exceptions by role. */
const scope = (rest: Rule, own: Partial<Scope> = {}): Scope => ({
  superadmin: everything,
  admin: rest,
  subadmin: rest,
  owner: rest,
  agent: rest,
  dealer: rest,
  staff: rest,
  tenant: rest,
  tenancy: rest,
  default: rest,
  anonymous: rest,
  ...own,
});

const published: Rule = () => sql<boolean>`policy.deleted_at is null and policy.status = 'published'`;
const kept: Rule = () => sql<boolean>`policy.deleted_at is null`;

const ofCompany = (column: string, me: Me) => (me.companyId === null ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} = ${me.companyId}`);
/** The platform's people see every company's rows; a company sees its own; nobody else sees any. */
const byCompany = (column: string, kept: RawBuilder<boolean>): Scope => {
  const own: Rule = (me) => sql<boolean>`(${kept} and ${ofCompany(column, me)})`;
  const all: Rule = () => kept;
  return scope(nothing, { superadmin: all, admin: all, subadmin: all, owner: own, agent: own, dealer: own, staff: own });
};
const keptRole = sql<boolean>`staff_role.deleted_at is null`;
const ownRoles: Rule = (me) =>
  sql<boolean>`(${keptRole} and (${ofCompany('staff_role.company_id', me)} or (staff_role.system and staff_role.audience = 'company')))`;
const allRoles: Rule = () => keptRole;
const runsPlatform =
  (...types: number[]): Rule =>
  () =>
    sql<boolean>`person.user_type in (${sql.join(types)})`;
const colleagues: Rule = (me) => ofCompany('person.company_id', me);
const openMandate = sql<boolean>`mandate.ended_at is null`;
const ownMandates: Rule = (me) =>
  sql<boolean>`(${openMandate} and (${ofCompany('mandate.owner_company_id', me)} or ${ofCompany('mandate.agent_company_id', me)}))`;
const allMandates: Rule = () => openMandate;
const sentByMe: Rule = (me) =>
  me.userId === null ? sql<boolean>`false` : sql<boolean>`(invitation.inviter_id = ${me.userId} or invitation.accepted_by = ${me.userId})`;
const sentByUs: Rule = (me) => sql<boolean>`(${sentByMe(me)} or ${ofCompany('invitation.company_id', me)})`;
const sentInRegion: Rule = (me) =>
  sql<boolean>`(${sentByMe(me)} or invitation.company_id in (select c.id from company c join person p on p.region = c.region where p.id = ${me.userId}))`;

export const scopes = {
  /** A published policy is public; drafts and retired ones are for those who keep policies, and for subadmins to read. */
  policy: scope(published, { superadmin: kept, admin: kept, subadmin: kept }),
  /** Own traces only, until the system log pages give each dashboard its own reach. */
  audit_log: scope((me) => (me.userId === null ? nothing(me) : sql<boolean>`audit_log.actor_id = ${me.userId}`)),
  /** A company has its own roles and the system ones; the platform looks after its own and sees all. */
  staff_role: scope(nothing, {
    superadmin: allRoles,
    admin: allRoles,
    subadmin: allRoles,
    owner: ownRoles,
    agent: ownRoles,
    dealer: ownRoles,
    staff: ownRoles,
  }),
  /** People as staff of a company (rows of `person`). */
  staff: byCompany('person.company_id', sql<boolean>`person.user_type = 6`),
  /** People as those a role's keeper looks after (rows of `person`): a company's own, or those who run the platform. */
  colleague: scope(nothing, {
    superadmin: runsPlatform(1, 2, 3),
    admin: runsPlatform(1, 2, 3),
    subadmin: runsPlatform(2, 3),
    owner: colleagues,
    agent: colleagues,
    dealer: colleagues,
    staff: colleagues,
  }),
  team: byCompany('team.company_id', sql<boolean>`team.deleted_at is null`),
  /** Both sides of a mandate see it; what may be changed about it is the owner's business. */
  mandate: scope(nothing, {
    superadmin: allMandates,
    admin: allMandates,
    subadmin: allMandates,
    owner: ownMandates,
    agent: ownMandates,
    staff: ownMandates,
  }),
  /** Whoever sent it, their company, and whoever accepted it. */
  invitation: scope(sentByMe, { admin: everything, subadmin: sentInRegion, owner: sentByUs, agent: sentByUs, dealer: sentByUs, staff: sentByUs }),
} as const satisfies Record<string, Scope>;

export type ScopedTable = keyof typeof scopes;
export const visible = (table: ScopedTable, me: Me): RawBuilder<boolean> => scopes[table][me.role](me);
