import { type RawBuilder, sql } from 'kysely';
import type { Permission, PermissionDocument } from '#contract/access/documents.ts';
import type { Role } from '#contract/kernel/roles.ts';
import type { OwnedTable } from '#server/db/open-tables.ts';
import { isRestricted, type Me } from './ctx.ts';

/** A column of the row, qualified by the name that the query gave its table. */
export type ScopeColumn = (name: string) => RawBuilder<unknown>;
export type ScopeRule = (me: Me, t: ScopeColumn) => RawBuilder<boolean>;
export type ScopeRules = Readonly<Record<Role, ScopeRule>>;
/** The rules for seeing rows, and for changing them where this requires more than seeing, by the permission that the change names. */
export type TableScope = {
  readonly see: ScopeRules;
  readonly change?: (permission: Permission) => ScopeRules;
  /** The rows that a restricted person still sees, if these are more than those of a person without a role. */
  readonly held?: ScopeRule;
};
/** A table, or a narrower view of one: `person:staff` are people as staff of a company. */
export type ScopeName = OwnedTable | `${OwnedTable}:${string}`;
export type TableOfScope<N extends ScopeName> = N extends `${infer T extends OwnedTable}:${string}` ? T : N extends OwnedTable ? N : never;
export type TableScopes = { readonly [N in ScopeName]?: TableScope };

const known = new Map<string, TableScope>();

/** Called once for every module at start; registering the same scope again changes nothing. */
export function registerScopes(scopes: TableScopes): void {
  for (const [name, scope] of Object.entries(scopes)) {
    if (known.has(name) && known.get(name) !== scope) throw new Error(`two modules declare the scope of ${name}`);
    if (scope) known.set(name, scope);
  }
}
export const listScopeNames = (): string[] => [...known.keys()].sort();

function scopeNamed(name: string): TableScope {
  const scope = known.get(name);
  if (!scope) throw new Error(`no module declares the scope of ${name}`);
  return scope;
}

const columnsOf =
  (name: string, alias: string | undefined): ScopeColumn =>
  (column) =>
    sql.ref(`${alias ?? getTableName(name)}.${column}`);
export const getTableName = (name: string): string => name.split(':')[0] ?? name;

/** A restricted person has no role, company or region and sees only their own rows and public rows. */
function judged({ see, held }: TableScope, me: Me, t: ScopeColumn, rules = see): RawBuilder<boolean> {
  if (!isRestricted(me)) return rules[me.role](me, t);
  return (held ?? see.default)(held ? me : { ...me, role: 'default', companyId: null, region: null, county: null, layout: null }, t);
}

/** Whether this person sees the row. A context without a caller states a reason and is not limited by a scope. */
export const visibleTo = (name: ScopeName, me: Me, alias?: string): RawBuilder<boolean> =>
  me.unscoped === undefined ? judged(scopeNamed(name), me, columnsOf(name, alias)) : sql<boolean>`true`;

/**
 * Whether this person may change a row that they see with this permission: always a row of their own company, and a row of an owner only by the
 * mandate.
 */
export function mayChange(name: ScopeName, me: Me, permission: Permission, alias?: string): RawBuilder<boolean> {
  if (me.unscoped !== undefined) return sql<boolean>`true`;
  const scope = scopeNamed(name);
  return judged(scope, me, columnsOf(name, alias), scope.change?.(permission));
}

/* The building blocks of scopes. */

/** Applies the scope of another name to the same row. */
export const asSeen =
  (name: ScopeName): ScopeRule =>
  (me, t) =>
    judged(scopeNamed(name), me, t);

export const allRows: ScopeRule = () => sql<boolean>`true`;
export const noRows: ScopeRule = () => sql<boolean>`false`;

/** A super admin sees all rows; other callers by `rest`, with exceptions by role. */
export const buildScopeRules = (rest: ScopeRule, own: Partial<ScopeRules> = {}): ScopeRules => ({
  superadmin: allRows,
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
export const makeTableScope = (rest: ScopeRule, own: Partial<ScopeRules> = {}): TableScope => ({ see: buildScopeRules(rest, own) });

export const anyRule =
  (...rules: ScopeRule[]): ScopeRule =>
  (me, t) =>
    sql<boolean>`(${sql.join(
      rules.map((rule) => rule(me, t)),
      sql` or `,
    )})`;
export const everyRule =
  (...rules: ScopeRule[]): ScopeRule =>
  (me, t) =>
    sql<boolean>`(${sql.join(
      rules.map((rule) => rule(me, t)),
      sql` and `,
    )})`;
/** Rows that are not marked as deleted. */
export const notDeleted: ScopeRule = (_, t) => sql<boolean>`${t('deleted_at')} is null`;
export const callerRows =
  (column: string): ScopeRule =>
  (me, t) =>
    me.userId === null ? noRows(me, t) : sql<boolean>`${t(column)} = ${me.userId}`;
export const companyRows =
  (column = 'company_id'): ScopeRule =>
  (me, t) =>
    me.companyId === null ? noRows(me, t) : sql<boolean>`${t(column)} = ${me.companyId}`;
export const regionRows =
  (column = 'region'): ScopeRule =>
  (me, t) =>
    me.region === null ? noRows(me, t) : sql<boolean>`${t(column)} = ${me.region}`;
/** Rows of companies in the region that Makao assigned to the caller. */
export const regionCompanyRows =
  (column = 'company_id'): ScopeRule =>
  (me, t) =>
    me.region === null ? noRows(me, t) : sql<boolean>`${t(column)} in (select c.id from company c where c.region = ${me.region})`;

/** The caller’s own rows. Not even a super admin reads the notifications of another person. */
export const ownRowsScope = (column = 'person_id'): TableScope => makeTableScope(callerRows(column), { superadmin: callerRows(column) });
/** Admins see the rows of every company, a sub admin those of their region, a company its own; other callers see none. */
export const companyScope = (column = 'company_id', still: ScopeRule = allRows): TableScope => {
  const own = everyRule(still, companyRows(column));
  const region = everyRule(still, regionCompanyRows(column));
  return makeTableScope(noRows, { superadmin: still, admin: still, subadmin: region, owner: own, agent: own, dealer: own, staff: own });
};
/** Rules for people who work for a company or a region. Superadmins and admins have all rows; tenants and visitors have none. */
export const workerRules = (still: ScopeRule, by: ScopeRule): ScopeRules =>
  buildScopeRules(noRows, { superadmin: still, admin: still, subadmin: by, owner: by, agent: by, dealer: by, staff: by });

/** Rows that depend on another row are visible to callers who see that row. */
export const visibleWith = (parent: ScopeName, column: string, still: ScopeRule = allRows): TableScope => {
  const by = everyRule(still, followsScopeOf(parent, column, visibleTo));
  return makeTableScope(by, { superadmin: by });
};
/** Rows that belong to a property or another parent, for the people who work on the parent. Visitors use the public pages instead. */
export const editableWith = (parent: ScopeName, column: string, still: ScopeRule = allRows): TableScope => ({
  see: workerRules(still, everyRule(still, followsScopeOf(parent, column, visibleTo))),
  change: (permission) =>
    workerRules(
      still,
      everyRule(
        still,
        followsScopeOf(parent, column, (name, me, alias) => mayChange(name, me, permission, alias)),
      ),
    ),
});
/** The parent has a different alias at each level, so that a nested rule refers to the right row. */
export const followsScopeOf =
  (parent: ScopeName, column: string, rule: (name: ScopeName, me: Me, alias: string) => RawBuilder<boolean>): ScopeRule =>
  (me, t) => {
    const name = `the_${getTableName(parent)}`;
    return sql<boolean>`exists (select 1 from ${sql.table(getTableName(parent))} as ${sql.ref(name)} where ${sql.ref(`${name}.id`)} = ${t(column)} and ${rule(parent, me, name)})`;
  };
/**
 * Staff in limited teams work on the properties of these teams. Staff without a limited team work on all properties of their company. Other callers
 * are not limited.
 */
export const withinTeamLimits =
  (column: string): ScopeRule =>
  (me, t) =>
    me.limits === null ? allRows(me, t) : sql<boolean>`${t(column)} = any (${me.limits.propertyIds}::bigint[])`;

/** Rows of owners who gave the caller's company a mandate that is in force, covers the property and allows this. */
export const mandatedRows =
  (permission: Permission, property: string): ScopeRule =>
  (me, t) =>
    me.companyId === null
      ? noRows(me, t)
      : sql<boolean>`exists (select 1 from mandate m where ${visibleTo('mandate:held', me, 'm')} and m.owner_company_id = ${t('company_id')}
          and ${permission} = any (m.grants)
          and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = ${t(property)})))`;
/**
 * The companies by which an index finds rows: the caller's own and those that gave it a mandate. The database plans better with known ids than with a
 * subquery.
 */
const companiesOf = (me: Me): RawBuilder<unknown> =>
  me.mandators
    ? sql`${[me.companyId, ...me.mandators]}::bigint[]`
    : sql`array(select ${me.companyId}::bigint union all select m.owner_company_id from mandate m where ${visibleTo('mandate:held', me, 'm')})`;
/** Rows of the caller’s own company, or of a company whose mandate allows this. Staff without a mandate see only their own company. */
const workedFor =
  (permission: Permission): ScopeRule =>
  (me, t) =>
    me.companyId === null || me.mandators?.length === 0
      ? companyRows()(me, t)
      : sql<boolean>`(${t('company_id')} = any (${companiesOf(me)}) and ${anyRule(companyRows(), mandatedRows(permission, 'property_id'))(me, t)})`;

/**
 * Leasing records belong to the company they name, regardless of the current owner of the property: records that moved with a sale belong to the
 * buyer, ended ones stay with the former landlord. An agent or dealer sees them if a mandate of that company allows such documents, staff within
 * their limits, and a sub admin those of their region. `document` may differ per row by a rule of its own. The person whom a record is about sees it
 * by `own`, whatever their other roles. Calls for both sides require no permission, so it is checked here and staff without it see nothing.
 */
export const leasingScope = (document: PermissionDocument, own: ScopeRule = callerRows('person_id'), still: ScopeRule = allRows): TableScope => {
  const of = (permission: Permission): ScopeRule => everyRule(still, workedFor(permission), withinTeamLimits('property_id'));
  /** Dealers of a county verify every property in it. The region of a sub admin is compared with the region of the property. */
  const where = (permission: Permission): ScopeRule =>
    everyRule(
      still,
      followsScopeOf('property', 'property_id', (name, me, alias) => mayChange(name, me, permission, alias)),
    );
  const rules = (permission: Permission): ScopeRules => {
    const granted =
      (rule: ScopeRule): ScopeRule =>
      (me, t) =>
        me.grants.has(permission) ? rule(me, t) : noRows(me, t);
    // Access to verification records follows the access to the property.
    const managed = anyRule(own, granted((document === 'property_verification' ? where : of)(permission)));
    const there = anyRule(own, granted(where(permission)));
    const whole = anyRule(own, granted(everyRule(still, allRows)));
    return buildScopeRules(own, {
      superadmin: whole,
      admin: whole,
      subadmin: there,
      owner: managed,
      agent: managed,
      dealer: managed,
      staff: managed,
      anonymous: noRows,
    });
  };
  return { see: rules(`${document}.read`), change: rules };
};
/** The same rows for their managers only: a landlord who rents a home elsewhere does not find that home among those of their tenants. */
export const leasedOutScope = (document: PermissionDocument, still: ScopeRule = allRows): TableScope => {
  const { see, change } = leasingScope(document, noRows, still);
  const people = { tenant: noRows, tenancy: noRows, default: noRows };
  return { see: { ...see, ...people }, change: (permission) => ({ ...(change?.(permission) ?? see), ...people }) };
};
