import { sql } from 'kysely';
import { allRows, everyRule, noRows, notDeleted, type Rule, type Scopes, scopeOf } from '#server/kernel/scope.ts';

const openNow: Rule = (_, t) => sql<boolean>`(${t('status')} = 'open' and (${t('closes_on')} is null or ${t('closes_on')} >= app.today()))`;

export const careersScopes: Scopes = {
  vacancy: scopeOf(everyRule(notDeleted, openNow), { superadmin: notDeleted, admin: notDeleted }),
  vacancy_application: scopeOf(noRows, { admin: allRows }),
};
