import { sql } from 'kysely';
import { lookup } from '#server/kernel/lookups.ts';
import { both, byCompany, either, hangsOn, none, ofCompany, type Rule, type Scopes, scopeOf, visible } from '#server/kernel/scope.ts';

/** Somebody who asks for, comes to or lives in a home the caller works on: an agent knows the tenants of their mandates, limited staff theirs. */
const onTheirHomes: Rule = (me, t) => sql<boolean>`(${lookup('managesBookingOf')(me, t('id'))} or ${lookup('managesTenancyOf')(me, t('id'))})`;
const ours = either(ofCompany(), onTheirHomes);
/** Each company's own, also where two companies know the same tenant: an owner does not read what the agent wrote down. */
const written = both(ofCompany(), hangsOn('tenant', 'tenant_id', visible));

export const tenantScopes: Scopes = {
  /** A company's own relation to somebody, and nobody else's: whom it is about sees their tenancies instead. */
  tenant: {
    see: {
      ...byCompany().see,
      agent: ours,
      dealer: ours,
      owner: ours,
      staff: (me, t) => (me.limits === null ? ours(me, t) : onTheirHomes(me, t)),
      anonymous: none,
    },
  },
  /** Private: whom it is about does not see it, and neither does the platform. */
  tenant_note: scopeOf(none, { superadmin: none, agent: written, dealer: written, owner: written, staff: written }),
};
