import { sql } from 'kysely';
import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const tenantHoldings: Holdings = {
  known_to_companies: (db, id) =>
    everything(db, 'tenant', 'the export a person asked for, of what companies know of them')
      .select()
      .innerJoin('company', 'company.id', 'tenant.company_id')
      .select([
        'company.name as company',
        'tenant.code',
        'tenant.name',
        'tenant.phone',
        'tenant.email',
        'tenant.status',
        'tenant.created_at as since',
      ])
      .where('tenant.person_id', '=', id)
      .where('tenant.merged_into', 'is', null)
      .orderBy('tenant.id')
      .execute(),
};

/** The company keeps that somebody rented from it, without who it was; what it wrote down about them goes. */
export const forgetTenant: Forget = async (tx, id) => {
  const why = 'the clock forgets closed accounts';
  await everything(tx, 'tenant_note', why)
    .remove()
    .where(
      sql<boolean>`tenant_id in (select t.id from tenant t where t.person_id = ${id} or t.merged_into in (select k.id from tenant k where k.person_id = ${id}))`,
    )
    .execute();
  await everything(tx, 'tenant', why)
    .change()
    .set({ name: 'Closed account', phone: null, email: null, tags: [] })
    .where(sql<boolean>`(person_id = ${id} or merged_into in (select k.id from tenant k where k.person_id = ${id}))`)
    .execute();
};
