import { type RawBuilder, sql } from 'kysely';
import {
  anyRule,
  callerRows,
  everyRule,
  followsScopeOf,
  makeTableScope,
  type ScopeColumn,
  type ScopeRule,
  type TableScopes,
  visibleTo,
} from '#server/kernel/scope.ts';

const there: ScopeRule = (_, t) => sql<boolean>`${t('removed_at')} is null`;
const shared: ScopeRule = (_, t) => sql<boolean>`'tenant' = any (${t('visible_to')})`;
/** A request is addressed to all current tenants: each may upload the document, and only the uploader sees the file. */
const asked: ScopeRule = (_, t) => sql<boolean>`(${t('file_id')} is null and ${t('required')})`;
/** Tenants in the lease; former tenants see the documents that existed when they left. */
const inIt =
  (still: (t: ScopeColumn) => RawBuilder<boolean>): ScopeRule =>
  (me, t) =>
    sql<boolean>`exists (select 1 from tenancy_person pp join tenant pn on pn.id = pp.tenant_id
    where pp.tenancy_id = ${t('tenancy_id')} and pn.person_id = ${me.userId} and (pp.until is null or ${still(t)}))`;
const byThen = inIt((t) => sql<boolean>`pp.until >= app.day(${t('created_at')})`);
const livesThere = inIt(() => sql<boolean>`false`);
const inLease = everyRule(
  there,
  anyRule(everyRule(shared, byThen), everyRule(asked, livesThere), callerRows('created_by')),
  followsScopeOf('tenancy', 'tenancy_id', visibleTo),
);
const paper = anyRule(followsScopeOf('tenancy:managed', 'tenancy_id', visibleTo), inLease);

export const paperScopes: TableScopes = {
  /** The manager sees all documents. Tenants see shared documents and their own uploads, so never a co-tenant's ID. */
  tenancy_file: makeTableScope(paper, { superadmin: paper }),
};
