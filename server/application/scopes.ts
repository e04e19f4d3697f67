import { sql } from 'kysely';
import { allRows, callerRows, makeTableScope, noRows, ownRowsScope, type ScopeRule, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

/** A live grant: the applicant applied to this company, and the grant has not ended. */
const granted: ScopeRule = (me, t) =>
  me.companyId === null || me.impersonatorId !== null
    ? noRows(me, t)
    : sql<boolean>`exists (select 1 from application_grant g where g.application_id = ${t('id')} and g.company_id = ${me.companyId} and g.ended_at is null and g.until > app.now())`;
/** Platform staff, while a report by the applicant is open. */
const reported: ScopeRule = (me, t) =>
  me.impersonatorId !== null
    ? noRows(me, t)
    : sql<boolean>`exists (select 1 from application_report r where r.application_id = ${t('id')} and r.ended_at is null and r.until > app.now())`;
const byGrant = makeTableScope(noRows, { superadmin: reported, admin: reported, owner: granted, agent: granted, dealer: granted, staff: granted });

export const applicationScopes: TableScopes = {
  /** Visible to the applicant only. */
  application: ownRowsScope(),
  application_file: visibleWith('application', 'application_id'),
  application_grant: visibleWith('application', 'application_id'),
  application_look: visibleWith('application', 'application_id'),
  /** Visible to the applicant and to platform staff. */
  application_report: makeTableScope(callerRows('person_id'), { superadmin: allRows, admin: allRows }),
  /** Keyed marks of ID numbers, which the service compares within a company and which no user can read. */
  application_mark: makeTableScope(noRows, { superadmin: noRows }),
  /** The view of managers with a grant. Only one function reads it, and it records each access. */
  'application:granted': byGrant,
  'application_file:granted': visibleWith('application:granted', 'application_id'),
};
