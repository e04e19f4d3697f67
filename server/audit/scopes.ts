import { allRows, anyRule, callerRows, companyRows, makeTableScope, noRows, type ScopeRule, type TableScopes } from '#server/kernel/scope.ts';

/** An action during "view as" belongs to the history of both people. */
const ownTraces = anyRule(callerRows('actor_id'), callerRows('impersonated_by'));
const companyTraces = anyRule(companyRows(), ownTraces);

/** A platform person whose role lacks this permission sees only their own actions. */
const platformTraces: ScopeRule = (me, t) => (me.grants.has('settings_general_settings.read') ? allRows : ownTraces)(me, t);

const auditorTraces: ScopeRule = (me, t) => (me.auditor ? companyTraces : ownTraces)(me, t);

export const auditScopes: TableScopes = {
  /** Admins see the platform's actions, heads and auditors those of their company, everyone else their own. */
  audit_log: makeTableScope(ownTraces, {
    admin: platformTraces,
    owner: companyTraces,
    agent: companyTraces,
    dealer: companyTraces,
    staff: auditorTraces,
  }),
  /** Read only as the history of a visible record (`readMoveHistory` of kernel/move.ts). */
  move_log: makeTableScope(noRows, { superadmin: noRows }),
};
