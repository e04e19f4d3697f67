import { sql } from 'kysely';
import { all, both, kept, none, type Rule, type Scopes, scopeOf } from '#server/kernel/scope.ts';

const openNow: Rule = (_, t) => sql<boolean>`(${t('status')} = 'open' and (${t('closes_on')} is null or ${t('closes_on')} >= app.today()))`;

export const careersScopes: Scopes = {
  vacancy: scopeOf(both(kept, openNow), { superadmin: kept, admin: kept }),
  vacancy_application: scopeOf(none, { admin: all }),
};
