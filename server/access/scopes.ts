import { type RawBuilder, sql } from 'kysely';
import {
  anyRule,
  asSeen,
  companyRows,
  companyScope,
  everyRule,
  makeTableScope,
  noRows,
  notDeleted,
  regionCompanyRows,
  type ScopeRule,
  type TableScopes,
  visibleWith,
} from '#server/kernel/scope.ts';

const ownRoles: ScopeRule = everyRule(
  notDeleted,
  anyRule(companyRows(), (_, t) => sql<boolean>`(${t('system')} and ${t('audience')} = 'company')`),
);
const regionRoles: ScopeRule = everyRule(
  notDeleted,
  anyRule((_, t) => sql<boolean>`${t('company_id')} is null`, regionCompanyRows()),
);
const runsPlatform =
  (...types: number[]): ScopeRule =>
  (_, t) =>
    sql<boolean>`${t('user_type')} in (${sql.join(types)})`;
const staff: ScopeRule = (_, t) => sql<boolean>`${t('user_type')} = 6`;

const notEnded: ScopeRule = (_, t) => sql<boolean>`${t('ended_at')} is null`;
const ownMandates: ScopeRule = everyRule(notEnded, anyRule(companyRows('owner_company_id'), companyRows('agent_company_id')));
const regionMandates: ScopeRule = everyRule(notEnded, anyRule(regionCompanyRows('owner_company_id'), regionCompanyRows('agent_company_id')));

/** Whether a mandate is in force today; the only definition of it. `m` is its alias in the query. */
export const mandateInForceSql = (m: string): RawBuilder<boolean> =>
  sql<boolean>`app.in_force(${sql.ref(`${m}.starts_on`)}, ${sql.ref(`${m}.ends_on`)}, ${sql.ref(`${m}.ended_at`)})`;
/** Mandates given to the caller's company that are in force. An auditor reads the records of one company, and none of the owners it works for. */
const activeMandates: ScopeRule = (me, t) =>
  me.companyId === null || me.auditor
    ? noRows(me, t)
    : sql<boolean>`(${t('agent_company_id')} = ${me.companyId} and app.in_force(${t('starts_on')}, ${t('ends_on')}, ${t('ended_at')}))`;

export const accessScopes: TableScopes = {
  /** A company has its own roles and the system ones; the platform manages its own and sees all. */
  staff_role: makeTableScope(noRows, {
    superadmin: notDeleted,
    admin: notDeleted,
    subadmin: regionRoles,
    owner: ownRoles,
    agent: ownRoles,
    dealer: ownRoles,
    staff: ownRoles,
  }),
  team: companyScope('company_id', notDeleted),
  team_member: visibleWith('team', 'team_id'),
  team_property: visibleWith('team', 'team_id'),
  /** Both sides see a mandate; only the owner may change it. */
  mandate: makeTableScope(noRows, {
    superadmin: notEnded,
    admin: notEnded,
    subadmin: regionMandates,
    owner: ownMandates,
    agent: ownMandates,
    dealer: ownMandates,
    staff: ownMandates,
  }),
  'mandate:held': makeTableScope(activeMandates, { superadmin: activeMandates }),
  mandate_property: visibleWith('mandate', 'mandate_id'),
  /** People as staff of a company. */
  'person:staff': companyScope('company_id', staff),
  /** People as managers of roles see them: a company's own, or those who run the platform. */
  'person:colleague': makeTableScope(noRows, {
    superadmin: runsPlatform(1, 2, 3),
    admin: runsPlatform(1, 2, 3),
    subadmin: everyRule(runsPlatform(2, 3), asSeen('person')),
    owner: companyRows(),
    agent: companyRows(),
    dealer: companyRows(),
    staff: companyRows(),
  }),
};
