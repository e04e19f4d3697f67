import { sql } from 'kysely';
import { platformRoles, type UserType, userTypes } from '#contract/kernel/roles.ts';
import {
  allRows,
  anyRule,
  callerRows,
  companyRows,
  companyScope,
  everyRule,
  followsScopeOf,
  makeTableScope,
  noRows,
  regionRows,
  type ScopeRule,
  type TableScopes,
  visibleTo,
  visibleWith,
} from '#server/kernel/scope.ts';

const open: ScopeRule = (_, t) => sql<boolean>`${t('closed_at')} is null`;
const self = callerRows('id');
const connected: ScopeRule = (me, t) =>
  me.companyId === null
    ? noRows(me, t)
    : sql<boolean>`exists (select 1 from company_connection cc where cc.company_id = ${me.companyId} and cc.person_id = ${t('id')})`;
const ownPeople = everyRule(open, anyRule(self, companyRows(), connected));
/**
 * Sub admins see the people of their own region. Of the platform's staff they see the admins they report to and the other sub admins, never a super
 * admin.
 */
const adminAbove: ScopeRule = (_, t) => sql<boolean>`(${t('user_type')} = ${userTypes.admin} and ${t('region')} is null)`;
const notHead: ScopeRule = (_, t) => sql<boolean>`${t('user_type')} <> ${userTypes.superadmin}`;
const ownRegion = everyRule(open, anyRule(self, everyRule(notHead, anyRule(regionRows(), adminAbove))));

/**
 * Notes about people the caller sees and manages, not about the caller; `canWriteNote` of contract/people/note.ts is the same rule, and a test
 * compares the two.
 */
const aboutBut =
  (types: readonly UserType[]): ScopeRule =>
  (me, t) =>
    sql<boolean>`exists (select 1 from person about where about.id = ${t('person_id')} and about.id is distinct from ${me.userId}
      and about.user_type <> all (${types.map((type) => userTypes[type])}::int[]))`;
const noted = (rule: ScopeRule): ScopeRule => everyRule(followsScopeOf('person', 'person_id', visibleTo), rule);

export const peopleScopes: TableScopes = {
  /** Admins see all accounts except deleted ones, a sub admin those of the region, a company its staff and contacts, other people only themselves. */
  person: makeTableScope(everyRule(open, self), {
    superadmin: open,
    admin: open,
    subadmin: ownRegion,
    owner: ownPeople,
    agent: ownPeople,
    dealer: ownPeople,
    staff: ownPeople,
    anonymous: noRows,
  }),
  person_profile: visibleWith('person', 'person_id'),
  /** Certificates are visible to the agent and the platform. Companies that an agent works with see the badge, never the certificate. */
  agent_certificate: makeTableScope(callerRows('person_id'), {
    admin: allRows,
    subadmin: anyRule(callerRows('person_id'), visibleWith('person', 'person_id').see.subadmin),
  }),
  /** Notes are for platform staff only. */
  person_note: makeTableScope(noRows, {
    superadmin: noted(aboutBut([])),
    admin: noted(aboutBut(['superadmin'])),
    subadmin: noted(aboutBut(platformRoles)),
  }),
  /** Requests between super admins are visible to super admins only. */
  superadmin_request: makeTableScope(noRows, { superadmin: allRows }),
  /** The user's own company is part of their account record. */
  company: { ...companyScope('id'), held: companyRows('id') },
  company_connection: companyScope(),
};
