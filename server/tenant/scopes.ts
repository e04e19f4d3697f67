import { sql } from 'kysely';
import { byCompany, either, none, ofCompany, type Rule, type Scopes, visible } from '#server/kernel/scope.ts';

/** Somebody who asks for, comes to or lives in a home the caller works on: an agent knows the tenants of their mandates, limited staff theirs. */
const onTheirHomes: Rule = (me, t) => sql<boolean>`(
  exists (select 1 from booking b where b.tenant_id = ${t('id')} and ${visible('booking:managed', me, 'b')})
  or exists (select 1 from tenancy_person tp join tenancy ty on ty.id = tp.tenancy_id where tp.tenant_id = ${t('id')} and ${visible('tenancy:managed', me, 'ty')}))`;
const ours = either(ofCompany(), onTheirHomes);

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
};
