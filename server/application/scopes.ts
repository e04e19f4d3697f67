import { sql } from 'kysely';
import { all, mine, none, ownRows, type Rule, type Scopes, scopeOf, seenWith } from '#server/kernel/scope.ts';

/** A live grant: the applicant applied to this company, and it has not ended. */
const granted: Rule = (me, t) =>
  me.companyId === null || me.impersonatorId !== null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from application_grant g where g.application_id = ${t('id')} and g.company_id = ${me.companyId} and g.ended_at is null and g.until > app.now())`;
/** The platform's staff, while something the applicant reported is looked into. */
const reported: Rule = (me, t) =>
  me.impersonatorId !== null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from application_report r where r.application_id = ${t('id')} and r.ended_at is null and r.until > app.now())`;
const byGrant = scopeOf(none, { superadmin: reported, admin: reported, owner: granted, agent: granted, dealer: granted, staff: granted });

export const applicationScopes: Scopes = {
  /** Theirs alone. */
  application: ownRows(),
  application_file: seenWith('application', 'application_id'),
  application_grant: seenWith('application', 'application_id'),
  application_look: seenWith('application', 'application_id'),
  /** The applicant's own, and the platform's to look into. */
  application_report: scopeOf(mine('person_id'), { superadmin: all, admin: all }),
  /** Compared within a company by the service, read by nobody. */
  application_mark: scopeOf(none, { superadmin: none }),
  /** As the managers applied to have it. Read by one function, which writes down who looked. */
  'application:granted': byGrant,
  'application_file:granted': seenWith('application:granted', 'application_id'),
};
