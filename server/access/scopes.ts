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

/** One's own, whoever one is: nobody reads another's bell, a superadmin neither. */
const own =
  (column: string): Rule =>
  (me) =>
    me.userId === null ? nothing(me) : sql<boolean>`${sql.ref(column)} = ${me.userId}`;
const ownScope = (column: string): Scope => scope(own(column), { superadmin: own(column) });

const published: Rule = () => sql<boolean>`policy.deleted_at is null and policy.status = 'published'`;
const kept: Rule = () => sql<boolean>`policy.deleted_at is null`;

export const scopes = {
  /** A published policy is public; drafts and retired ones are for those who keep policies, and for subadmins to read. */
  policy: scope(published, { superadmin: kept, admin: kept, subadmin: kept }),
  /** Own traces only, until the system log pages give each dashboard its own reach. */
  audit_log: scope((me) => (me.userId === null ? nothing(me) : sql<boolean>`audit_log.actor_id = ${me.userId}`)),
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
