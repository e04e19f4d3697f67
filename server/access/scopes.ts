import { type RawBuilder, sql } from 'kysely';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
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

export const scopes = {
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
  notification_delivery: scope(nothing, { admin: everything }),
  /** Whom one may write to: the platform everybody, a subadmin the people of their region, a company its own people. */
  notification_audience: scope((me) => (me.companyId === null ? nothing(me) : sql<boolean>`person.company_id = ${me.companyId}`), {
    admin: everything,
    subadmin: (me) => sql<boolean>`person.region = (select boss.region from person boss where boss.id = ${me.userId})`,
  }),
} as const satisfies Record<string, Scope>;

export type ScopedTable = keyof typeof scopes;
export const visible = (table: ScopedTable, me: Me): RawBuilder<boolean> => scopes[table][me.role](me);
