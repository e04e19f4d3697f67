import { sql } from 'kysely';
import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const tenantPersonalData: PersonalData = {
  known_to_companies: (db, id) =>
    unscopedTable(db, 'tenant', 'a person exports the data that companies hold about them')
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

/** The company keeps the fact of the tenancy without a name; its notes about the person are deleted. */
export const eraseTenantPersonalData: ErasePersonalData = async (tx, id) => {
  await sql`/* unscoped: scheduled job erases the data of closed accounts */
    with theirs as (select t.id from tenant t where t.person_id = ${id} or t.merged_into in (select k.id from tenant k where k.person_id = ${id})),
    notes as (delete from tenant_note where tenant_id in (select id from theirs))
    update tenant set name = 'Closed account', phone = null, email = null, contacts_before = '[]', tags = '{}' where id in (select id from theirs)`.execute(
    tx,
  );
};
