import { all, either, inRegion, mine, type Scopes, scopeOf } from '#server/kernel/scope.ts';

export const abuseScopes: Scopes = {
  /** The platform handles reports, a subadmin those of their county; whoever reported sees their own. */
  abuse_report: scopeOf(mine('reporter_id'), { admin: all, subadmin: either(inRegion(), mine('reporter_id')) }),
};
