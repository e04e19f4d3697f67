import { type RawBuilder, sql } from 'kysely';
import type { Document, Permission } from '#contract/access/documents.ts';
import type { Role } from '#contract/kernel/roles.ts';
import type { OwnedTable } from '#server/db/open-tables.ts';
import { isHeldBack, type Me } from './ctx.ts';

/** A column of the row in question, under whatever name the query gave its table. */
export type Column = (name: string) => RawBuilder<unknown>;
export type Rule = (me: Me, t: Column) => RawBuilder<boolean>;
export type Rules = Readonly<Record<Role, Rule>>;
/** Who sees a row; and who may change it, where that takes more than seeing it, by the permission the change asks for. */
export type Scope = {
  readonly see: Rules;
  readonly change?: (permission: Permission) => Rules;
  /** What of it is left to whoever is held back, where that is more than a person without a role sees. */
  readonly held?: Rule;
};
/** A table, or a narrower view of one: `person:staff` are people as staff of a company. */
export type ScopeName = OwnedTable | `${OwnedTable}:${string}`;
export type TableOf<N extends ScopeName> = N extends `${infer T extends OwnedTable}:${string}` ? T : N extends OwnedTable ? N : never;
export type Scopes = { readonly [N in ScopeName]?: Scope };

const known = new Map<string, Scope>();

/** Said once for every room when a house is opened; saying the same again changes nothing. */
export function enlistScopes(scopes: Scopes): void {
  for (const [name, scope] of Object.entries(scopes)) {
    if (known.has(name) && known.get(name) !== scope) throw new Error(`two rooms say who sees ${name}`);
    if (scope) known.set(name, scope);
  }
}
export const scopeNames = (): string[] => [...known.keys()].sort();

function scopeNamed(name: string): Scope {
  const scope = known.get(name);
  if (!scope) throw new Error(`no room says who sees ${name}`);
  return scope;
}

const columnsOf =
  (name: string, alias: string | undefined): Column =>
  (column) =>
    sql.ref(`${alias ?? tableOf(name)}.${column}`);
export const tableOf = (name: string): string => name.split(':')[0] ?? name;

/** Whoever is held back has no role, company or region: what is left to them are their own rows and what everybody sees. */
function judged({ see, held }: Scope, me: Me, t: Column, rules = see): RawBuilder<boolean> {
  if (!isHeldBack(me)) return rules[me.role](me, t);
  return (held ?? see.default)(held ? me : { ...me, role: 'default', companyId: null, region: null, county: null, layout: null }, t);
}

/** Whether this person sees the row. What runs for nobody says why, and no scope limits it. */
export const visible = (name: ScopeName, me: Me, alias?: string): RawBuilder<boolean> =>
  me.unscoped === undefined ? judged(scopeNamed(name), me, columnsOf(name, alias)) : sql<boolean>`true`;

/** Whether this person may do this to a row they see: their own always, an owner's only if the mandate says so. */
export function mayChange(name: ScopeName, me: Me, permission: Permission, alias?: string): RawBuilder<boolean> {
  if (me.unscoped !== undefined) return sql<boolean>`true`;
  const scope = scopeNamed(name);
  return judged(scope, me, columnsOf(name, alias), scope.change?.(permission));
}

/* What scopes are made of. */

/** What another rule says of the same row. */
export const asSeen =
  (name: ScopeName): Rule =>
  (me, t) =>
    judged(scopeNamed(name), me, t);

export const all: Rule = () => sql<boolean>`true`;
export const none: Rule = () => sql<boolean>`false`;

/** Superadmin sees all; everybody else by `rest`, with exceptions by role. */
export const rulesOf = (rest: Rule, own: Partial<Rules> = {}): Rules => ({
  superadmin: all,
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
export const scopeOf = (rest: Rule, own: Partial<Rules> = {}): Scope => ({ see: rulesOf(rest, own) });

export const either =
  (...rules: Rule[]): Rule =>
  (me, t) =>
    sql<boolean>`(${sql.join(
      rules.map((rule) => rule(me, t)),
      sql` or `,
    )})`;
export const both =
  (...rules: Rule[]): Rule =>
  (me, t) =>
    sql<boolean>`(${sql.join(
      rules.map((rule) => rule(me, t)),
      sql` and `,
    )})`;
/** Rows that were not taken away. */
export const kept: Rule = (_, t) => sql<boolean>`${t('deleted_at')} is null`;
export const mine =
  (column: string): Rule =>
  (me, t) =>
    me.userId === null ? none(me, t) : sql<boolean>`${t(column)} = ${me.userId}`;
export const ofCompany =
  (column = 'company_id'): Rule =>
  (me, t) =>
    me.companyId === null ? none(me, t) : sql<boolean>`${t(column)} = ${me.companyId}`;
export const inRegion =
  (column = 'region'): Rule =>
  (me, t) =>
    me.region === null ? none(me, t) : sql<boolean>`${t(column)} = ${me.region}`;
/** Rows of the companies of the region one looks after. */
export const ofCompanyInRegion =
  (column = 'company_id'): Rule =>
  (me, t) =>
    me.region === null ? none(me, t) : sql<boolean>`${t(column)} in (select c.id from company c where c.region = ${me.region})`;

/** One's own, whoever one is: nobody reads another's bell, a superadmin neither. */
export const ownRows = (column = 'person_id'): Scope => scopeOf(mine(column), { superadmin: mine(column) });
/** Admins see every company's rows, a subadmin those of their region, a company its own; nobody else sees any. */
export const byCompany = (column = 'company_id', still: Rule = all): Scope => {
  const own = both(still, ofCompany(column));
  const region = both(still, ofCompanyInRegion(column));
  return scopeOf(none, { superadmin: still, admin: still, subadmin: region, owner: own, agent: own, dealer: own, staff: own });
};
/** Those who work for a company or for a region; the platform's heads have all. */
export const working = (still: Rule, by: Rule): Rules =>
  rulesOf(none, { superadmin: still, admin: still, subadmin: by, owner: by, agent: by, dealer: by, staff: by });

/** Rows that hang on another row: whoever sees that sees these. */
export const seenWith = (parent: ScopeName, column: string, still: Rule = all): Scope => {
  const by = both(still, hangsOn(parent, column, visible));
  return scopeOf(by, { superadmin: by });
};
/** Rows that hang on a property or the like, for those who work on it; the public has the public pages instead. */
export const workedWith = (parent: ScopeName, column: string, still: Rule = all): Scope => ({
  see: working(still, both(still, hangsOn(parent, column, visible))),
  change: (permission) =>
    working(
      still,
      both(
        still,
        hangsOn(parent, column, (name, me, alias) => mayChange(name, me, permission, alias)),
      ),
    ),
});
/** The parent has a name of its own at each level, so that a rule within a rule means the right row. */
export const hangsOn =
  (parent: ScopeName, column: string, rule: (name: ScopeName, me: Me, alias: string) => RawBuilder<boolean>): Rule =>
  (me, t) => {
    const name = `the_${tableOf(parent)}`;
    return sql<boolean>`exists (select 1 from ${sql.table(tableOf(parent))} as ${sql.ref(name)} where ${sql.ref(`${name}.id`)} = ${t(column)} and ${rule(parent, me, name)})`;
  };
/** Staff in limited teams work on the properties of those; staff in none on all their company works on. Nobody else is limited. */
export const withinLimits =
  (column: string): Rule =>
  (me, t) =>
    me.limits === null ? all(me, t) : sql<boolean>`${t(column)} = any (${me.limits.propertyIds}::bigint[])`;

/** Rows of owners who gave the caller's company a mandate that is in force, covers the property and allows this. */
export const mandated =
  (permission: Permission, property: string): Rule =>
  (me, t) =>
    me.companyId === null
      ? none(me, t)
      : sql<boolean>`exists (select 1 from mandate m where ${visible('mandate:held', me, 'm')} and m.owner_company_id = ${t('company_id')}
          and ${permission} = any (m.grants)
          and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = ${t(property)})))`;
/** Companies by which an index finds rows: one's own and those that gave it a mandate. Known ones are planned for, else it is ten of any. */
const companiesOf = (me: Me): RawBuilder<unknown> =>
  me.mandators
    ? sql`${[me.companyId, ...me.mandators]}::bigint[]`
    : sql`array(select ${me.companyId}::bigint union all select m.owner_company_id from mandate m where ${visible('mandate:held', me, 'm')})`;
/** Of one's own company, or of one whose mandate allows this; nobody's mandate leaves one's own. */
const workedFor =
  (permission: Permission): Rule =>
  (me, t) =>
    me.companyId === null || me.mandators?.length === 0
      ? ofCompany()(me, t)
      : sql<boolean>`(${t('company_id')} = any (${companiesOf(me)}) and ${either(ofCompany(), mandated(permission, 'property_id'))(me, t)})`;

/**
 * Records of leasing are those of the company they name, whoever holds the property today: what moved with a sale is the buyer's, what was over
 * stays with who let it. An agent or dealer has them whose mandate of that company allows reading such documents, staff within their limits, a
 * subadmin those of their region. `document` may differ from row to row, by a rule of its own. Whom a record is about has it by `own`, whatever
 * else they are. Calls that both sides ask name no right: here it is asked for, so that staff without it see nothing.
 */
export const leased = (document: Document, own: Rule = mine('person_id'), still: Rule = all): Scope => {
  const of = (permission: Permission): Rule => both(still, workedFor(permission), withinLimits('property_id'));
  /** A county's dealers verify whatever stands in it, a subadmin's region is where the property stands. */
  const where = (permission: Permission): Rule =>
    both(
      still,
      hangsOn('property', 'property_id', (name, me, alias) => mayChange(name, me, permission, alias)),
    );
  const rules = (permission: Permission): Rules => {
    const granted =
      (rule: Rule): Rule =>
      (me, t) =>
        me.grants.has(permission) ? rule(me, t) : none(me, t);
    // Whether a property is what it is said to be goes with the property.
    const managed = either(own, granted((document === 'property_verification' ? where : of)(permission)));
    const there = either(own, granted(where(permission)));
    const whole = either(own, granted(both(still, all)));
    return rulesOf(own, {
      superadmin: whole,
      admin: whole,
      subadmin: there,
      owner: managed,
      agent: managed,
      dealer: managed,
      staff: managed,
      anonymous: none,
    });
  };
  return { see: rules(`${document}.read`), change: rules };
};
/** The same rows as those who manage them have them: a landlord who rents a home elsewhere does not find it among their tenants'. */
export const leasedOut = (document: Document, still: Rule = all): Scope => {
  const { see, change } = leased(document, none, still);
  const people = { tenant: none, tenancy: none, default: none };
  return { see: { ...see, ...people }, change: (permission) => ({ ...(change?.(permission) ?? see), ...people }) };
};
