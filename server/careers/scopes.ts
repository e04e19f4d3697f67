import { sql } from 'kysely';
import { allRows, everyRule, makeTableScope, noRows, notDeleted, type ScopeRule, type TableScopes } from '#server/kernel/scope.ts';

const openNow: ScopeRule = (_, t) => sql<boolean>`(${t('status')} = 'open' and (${t('closes_on')} is null or ${t('closes_on')} >= app.today()))`;

export const careersScopes: TableScopes = {
  vacancy: makeTableScope(everyRule(notDeleted, openNow), { superadmin: notDeleted, admin: notDeleted }),
  vacancy_application: makeTableScope(noRows, { admin: allRows }),
};
