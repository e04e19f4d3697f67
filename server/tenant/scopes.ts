import { sql } from 'kysely';
import { getLookup } from '#server/kernel/lookups.ts';
import {
  anyRule,
  companyRows,
  companyScope,
  everyRule,
  followsScopeOf,
  makeTableScope,
  noRows,
  type ScopeRule,
  type TableScopes,
  visibleTo,
} from '#server/kernel/scope.ts';

/** Applicants and tenants of homes the caller manages: agents see those of their mandates, limited staff those of their properties. */
const onTheirHomes: ScopeRule = (me, t) =>
  sql<boolean>`(${getLookup('managesBookingOf')(me, t('id'))} or ${getLookup('managesTenancyOf')(me, t('id'))})`;
const ours = anyRule(companyRows(), onTheirHomes);
/** Notes belong to each company, even where two companies have the same tenant: an owner does not read the agent's notes. */
const written = everyRule(companyRows(), followsScopeOf('tenant', 'tenant_id', visibleTo));

export const tenantScopes: TableScopes = {
  /** A company's tenant records are visible to that company only; the tenant sees the tenancies instead. */
  tenant: {
    see: {
      ...companyScope().see,
      agent: ours,
      dealer: ours,
      owner: ours,
      staff: (me, t) => (me.limits === null ? ours(me, t) : onTheirHomes(me, t)),
      anonymous: noRows,
    },
  },
  /** Notes are private: neither the tenant nor the platform sees them. */
  tenant_note: makeTableScope(noRows, { superadmin: noRows, agent: written, dealer: written, owner: written, staff: written }),
};
