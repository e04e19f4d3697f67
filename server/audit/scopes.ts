import { all, either, mine, none, ofCompany, type Rule, type Scopes, scopeOf } from '#server/kernel/scope.ts';

/** What somebody did while looking as another person is a trace of both. */
const ownTraces = either(mine('actor_id'), mine('impersonated_by'));
const companyTraces = either(ofCompany(), ownTraces);

/** Whoever runs the platform under a role without this right has their own traces, like anybody. */
const platformTraces: Rule = (me, t) => (me.grants.has('settings_general_settings.read') ? all : ownTraces)(me, t);

export const auditScopes: Scopes = {
  /** The platform's for admins; what their company did for those who lead one; own traces for everybody else. */
  audit_log: scopeOf(ownTraces, { admin: platformTraces, owner: companyTraces, agent: companyTraces, dealer: companyTraces }),
  /** Read as the history of a record one sees (`historyOf` of kernel/move.ts), never by itself. */
  move_log: scopeOf(none, { superadmin: none }),
};
