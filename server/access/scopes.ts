import { type RawBuilder, sql } from 'kysely';
import {
  asSeen,
  both,
  byCompany,
  either,
  kept,
  none,
  ofCompany,
  ofCompanyInRegion,
  type Rule,
  type Scopes,
  scopeOf,
  seenWith,
} from '#server/kernel/scope.ts';

const ownRoles: Rule = both(
  kept,
  either(ofCompany(), (_, t) => sql<boolean>`(${t('system')} and ${t('audience')} = 'company')`),
);
const regionRoles: Rule = both(
  kept,
  either((_, t) => sql<boolean>`${t('company_id')} is null`, ofCompanyInRegion()),
);
const runsPlatform =
  (...types: number[]): Rule =>
  (_, t) =>
    sql<boolean>`${t('user_type')} in (${sql.join(types)})`;
const staff: Rule = (_, t) => sql<boolean>`${t('user_type')} = 6`;

const notEnded: Rule = (_, t) => sql<boolean>`${t('ended_at')} is null`;
const ownMandates: Rule = both(notEnded, either(ofCompany('owner_company_id'), ofCompany('agent_company_id')));
const regionMandates: Rule = both(notEnded, either(ofCompanyInRegion('owner_company_id'), ofCompanyInRegion('agent_company_id')));

/** Whether a mandate counts today: the one place that says so. `m` is what the query calls it. */
export const inForce = (m: string): RawBuilder<boolean> =>
  sql<boolean>`app.in_force(${sql.ref(`${m}.starts_on`)}, ${sql.ref(`${m}.ends_on`)}, ${sql.ref(`${m}.ended_at`)})`;
/** Given to the caller's company, and in force. */
const held: Rule = (me, t) =>
  me.companyId === null
    ? none(me, t)
    : sql<boolean>`(${t('agent_company_id')} = ${me.companyId} and app.in_force(${t('starts_on')}, ${t('ends_on')}, ${t('ended_at')}))`;

export const accessScopes: Scopes = {
  /** A company has its own roles and the system ones; the platform looks after its own and sees all. */
  staff_role: scopeOf(none, {
    superadmin: kept,
    admin: kept,
    subadmin: regionRoles,
    owner: ownRoles,
    agent: ownRoles,
    dealer: ownRoles,
    staff: ownRoles,
  }),
  team: byCompany('company_id', kept),
  team_member: seenWith('team', 'team_id'),
  team_property: seenWith('team', 'team_id'),
  /** Both sides of a mandate see it; what may be changed about it is the owner's business. */
  mandate: scopeOf(none, {
    superadmin: notEnded,
    admin: notEnded,
    subadmin: regionMandates,
    owner: ownMandates,
    agent: ownMandates,
    dealer: ownMandates,
    staff: ownMandates,
  }),
  'mandate:held': scopeOf(held, { superadmin: held }),
  mandate_property: seenWith('mandate', 'mandate_id'),
  /** People as staff of a company. */
  'person:staff': byCompany('company_id', staff),
  /** People as those a role's keeper looks after: a company's own, or those who run the platform. */
  'person:colleague': scopeOf(none, {
    superadmin: runsPlatform(1, 2, 3),
    admin: runsPlatform(1, 2, 3),
    subadmin: both(runsPlatform(2, 3), asSeen('person')),
    owner: ofCompany(),
    agent: ofCompany(),
    dealer: ofCompany(),
    staff: ofCompany(),
  }),
};
