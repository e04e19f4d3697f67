import { all, either, mine, none, ofCompany, type Scopes, scopeOf } from '#server/kernel/scope.ts';

/** What somebody did while looking as another person is a trace of both. */
const ownTraces = either(mine('actor_id'), mine('impersonated_by'));
const companyTraces = either(ofCompany(), ownTraces);

export const auditScopes: Scopes = {
  /** The platform's for admins; what their company did for those who lead one; own traces for everybody else. */
  audit_log: scopeOf(ownTraces, { admin: all, owner: companyTraces, agent: companyTraces, dealer: companyTraces }),
  /** Read as the history of a record one sees (`historyOf` of kernel/move.ts), never by itself. */
  move_log: scopeOf(none, { superadmin: none }),
};
