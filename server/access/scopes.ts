import { type RawBuilder, sql } from 'kysely';
import { userTypes } from '#contract/kernel/roles.ts';
import type { Me } from '#server/kernel/ctx.ts';
import { catalogueScopes } from './catalogue-scopes.ts';
import { everything, nothing, type Rule, type Scope, scope } from './scope.ts';

/** One's own, whoever one is: nobody reads another's bell, a superadmin neither. */
const own =
  (column: string): Rule =>
  (me) =>
    me.userId === null ? nothing(me) : sql<boolean>`${sql.ref(column)} = ${me.userId}`;
const ownScope = (column: string): Scope => scope(own(column), { superadmin: own(column) });

const published: Rule = () => sql<boolean>`policy.deleted_at is null and policy.status = 'published'`;
const kept: Rule = () => sql<boolean>`policy.deleted_at is null`;

/** What somebody did while looking as another person is a trace of both. */
const ownTraces: Rule = (me) =>
  me.userId === null ? nothing(me) : sql<boolean>`(audit_log.actor_id = ${me.userId} or audit_log.impersonated_by = ${me.userId})`;
const companyTraces: Rule = (me) =>
  me.companyId === null ? ownTraces(me) : sql<boolean>`(audit_log.company_id = ${me.companyId} or audit_log.actor_id = ${me.userId})`;
const open = sql<boolean>`person.closed_at is null`;
const self = (me: Me) => sql<boolean>`person.id = ${me.userId}`;
const connected = (me: Me) =>
  sql<boolean>`exists (select 1 from company_connection cc where cc.company_id = ${me.companyId} and cc.person_id = person.id)`;
const ownPeople: Rule = (me) => sql<boolean>`${open} and (${self(me)} or person.company_id = ${me.companyId} or ${connected(me)})`;
/** Their own region; of the platform's staff, the admins they report to and the subadmins beside them, never a superadmin. */
const ownRegion: Rule = (me) => sql<boolean>`${open} and (${self(me)} or (person.user_type <> ${userTypes.superadmin}
  and (person.region = (select own.region from person own where own.id = ${me.userId}) or (person.user_type = ${userTypes.admin} and person.region is null))))`;
const openPeople: Rule = () => open;
const publicFiles: Rule = () => sql<boolean>`media_file.visibility = 'public'`;
const ownFiles: Rule = (me) =>
  sql<boolean>`(media_file.visibility = 'public' or media_file.uploaded_by = ${me.userId} or media_file.company_id = ${me.companyId})`;
const ofCompany = (column: string, me: Me) => (me.companyId === null ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} = ${me.companyId}`);
/** A subadmin looks after the companies of their own region. */
const inRegion = (column: string, me: Me) =>
  sql<boolean>`${sql.ref(column)} in (select c.id from company c join person boss on boss.region = c.region where boss.id = ${me.userId})`;
/** Admins see every company's rows, a subadmin those of their region, a company its own; nobody else sees any. */
const byCompany = (column: string, kept: RawBuilder<boolean>): Scope => {
  const own: Rule = (me) => sql<boolean>`(${kept} and ${ofCompany(column, me)})`;
  const region: Rule = (me) => sql<boolean>`(${kept} and ${inRegion(column, me)})`;
  const all: Rule = () => kept;
  return scope(nothing, { superadmin: all, admin: all, subadmin: region, owner: own, agent: own, dealer: own, staff: own });
};
const keptRole = sql<boolean>`staff_role.deleted_at is null`;
const ownRoles: Rule = (me) =>
  sql<boolean>`(${keptRole} and (${ofCompany('staff_role.company_id', me)} or (staff_role.system and staff_role.audience = 'company')))`;
const allRoles: Rule = () => keptRole;
const regionRoles: Rule = (me) => sql<boolean>`(${keptRole} and (staff_role.company_id is null or ${inRegion('staff_role.company_id', me)}))`;
const runsPlatform =
  (...types: number[]): Rule =>
  () =>
    sql<boolean>`person.user_type in (${sql.join(types)})`;
const platformInRegion: Rule = (me) => sql<boolean>`(person.user_type in (2, 3) and ${ownRegion(me)})`;
const colleagues: Rule = (me) => ofCompany('person.company_id', me);
const openMandate = sql<boolean>`mandate.ended_at is null`;
const ownMandates: Rule = (me) =>
  sql<boolean>`(${openMandate} and (${ofCompany('mandate.owner_company_id', me)} or ${ofCompany('mandate.agent_company_id', me)}))`;
const allMandates: Rule = () => openMandate;
const regionMandates: Rule = (me) =>
  sql<boolean>`(${openMandate} and (${inRegion('mandate.owner_company_id', me)} or ${inRegion('mandate.agent_company_id', me)}))`;
const sentByMe: Rule = (me) =>
  me.userId === null ? sql<boolean>`false` : sql<boolean>`(invitation.inviter_id = ${me.userId} or invitation.accepted_by = ${me.userId})`;
const sentByUs: Rule = (me) => sql<boolean>`(${sentByMe(me)} or ${ofCompany('invitation.company_id', me)})`;
const sentInRegion: Rule = (me) => sql<boolean>`(${sentByMe(me)} or ${inRegion('invitation.company_id', me)})`;

/**
 * Which rows a person may see, table by table: the only place where row scope is written. Every query of a scoped table
 * goes through `visible`; there is no argument to leave it out. What is out of scope does not exist (404).
 */
export const scopes = {
  ...catalogueScopes,
  /** People: the platform sees all but those who left, a subadmin their region, a company its own and those connected to it, others themselves. */
  person: scope((me) => sql<boolean>`${open} and ${self(me)}`, {
    superadmin: openPeople,
    admin: openPeople,
    subadmin: ownRegion,
    owner: ownPeople,
    agent: ownPeople,
    dealer: ownPeople,
    staff: ownPeople,
    anonymous: nothing,
  }),
  /** Public files are for everybody; private ones for who brought them, their company and the platform's admins. */
  media_file: scope(ownFiles, { admin: everything, anonymous: publicFiles }),
  /** A published policy is public; drafts and retired ones are for those who keep policies, and for subadmins to read. */
  policy: scope(published, { superadmin: kept, admin: kept, subadmin: kept }),
  /** The platform's for admins; what their company did for those who lead one; own traces for everybody else. */
  audit_log: scope(ownTraces, { admin: everything, owner: companyTraces, agent: companyTraces, dealer: companyTraces }),
  notification: ownScope('notification.person_id'),
  notification_preference: ownScope('notification_preference.person_id'),
  notification_setting: ownScope('notification_setting.person_id'),
  notification_delivery: scope(nothing, { admin: everything }),
  /** Whom one may write to: the platform everybody, a subadmin the people of their region, a company its own people. */
  notification_audience: scope((me) => (me.companyId === null ? nothing(me) : sql<boolean>`person.company_id = ${me.companyId}`), {
    admin: everything,
    subadmin: (me) => sql<boolean>`person.region = (select boss.region from person boss where boss.id = ${me.userId})`,
  }),
  /** A company has its own roles and the system ones; the platform looks after its own and sees all. */
  staff_role: scope(nothing, {
    superadmin: allRoles,
    admin: allRoles,
    subadmin: regionRoles,
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
    subadmin: platformInRegion,
    owner: colleagues,
    agent: colleagues,
    dealer: colleagues,
    staff: colleagues,
  }),
  company: byCompany('company.id', sql<boolean>`true`),
  team: byCompany('team.company_id', sql<boolean>`team.deleted_at is null`),
  /** Both sides of a mandate see it; what may be changed about it is the owner's business. */
  mandate: scope(nothing, {
    superadmin: allMandates,
    admin: allMandates,
    subadmin: regionMandates,
    owner: ownMandates,
    agent: ownMandates,
    staff: ownMandates,
  }),
  /** Whoever sent it, their company, and whoever accepted it. */
  invitation: scope(sentByMe, { admin: everything, subadmin: sentInRegion, owner: sentByUs, agent: sentByUs, dealer: sentByUs, staff: sentByUs }),
} as const satisfies Record<string, Scope>;

export { mayWork } from './catalogue-scopes.ts';
export type ScopedTable = keyof typeof scopes;
export const visible = (table: ScopedTable, me: Me): RawBuilder<boolean> => scopes[table][me.role](me);
