import { sql } from 'kysely';
import { allRows, anyRule, callerRows, companyRows, makeTableScope, noRows, type ScopeRule, type TableScopes } from '#server/kernel/scope.ts';
import { platformTypes } from './rows.ts';

/** An action during "view as" belongs to the history of both people. */
const ownTraces = anyRule(callerRows('actor_id'), callerRows('impersonated_by'));
const companyTraces = anyRule(companyRows(), ownTraces);

/** A platform person whose role lacks this permission sees only their own actions. */
const platformTraces: ScopeRule = (me, t) => (me.grants.has('settings_general_settings.read') ? allRows : ownTraces)(me, t);

const auditorTraces: ScopeRule = (me, t) => (me.auditor ? companyTraces : ownTraces)(me, t);

/**
 * What Makao, the system or an agency of the company did to its records. `app.company_log` knows the documents whose records belonged to the company
 * at the time of the entry (decision 392).
 */
const doneToCompany: ScopeRule = (me, t) =>
  !me.auditor || me.companyId === null
    ? noRows(me, t)
    : sql<boolean>`(${t('id')} in (select e.id from app.company_log(${me.companyId}) e) and (
        ${t('company_id')} is null and (${t('actor_id')} is null or ${t('actor_type')} in (${sql.join(platformTypes)}))
        or ${t('company_id')} in (select a.agent_company_id from mandate a where a.owner_company_id = ${me.companyId})))`;

export const auditScopes: TableScopes = {
  /** Admins see the platform's actions, heads and auditors those of their company, everyone else their own. */
  audit_log: makeTableScope(ownTraces, {
    admin: platformTraces,
    owner: companyTraces,
    agent: companyTraces,
    dealer: companyTraces,
    staff: auditorTraces,
  }),
  /** The log as an auditor reads it: also what others did to the records of the company. The readers of these rows hide who of Makao did it. */
  'audit_log:audited': makeTableScope(noRows, { superadmin: noRows, staff: anyRule(auditorTraces, doneToCompany) }),
  /** Read only as the history of a visible record (`readMoveHistory` of kernel/move.ts). */
  move_log: makeTableScope(noRows, { superadmin: noRows }),
};
