import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';

export const paperLookups: Partial<ModuleLookups> = {
  hasPaper: (tenancy) => sql<boolean>`exists (select 1 from tenancy_file f where f.tenancy_id = ${tenancy})`,
  papersOfTenancy: (tenancyId) => sql`(select id, name from tenancy_file where tenancy_id = ${tenancyId})`,
  sharedNotice: async (ctx, tenancyId, paperId) =>
    (await from(ctx, 'tenancy_file')
      .select('id')
      .where('id', '=', paperId)
      .where('tenancy_id', '=', tenancyId)
      .where('kind', 'in', ['notice', 'addendum'])
      .where('file_id', 'is not', null)
      .where('removed_at', 'is', null)
      .where((eb) => eb('visible_to', '@>', eb.val(['tenant'])))
      .executeTakeFirst()) !== undefined,
  tenantFiles: (ctx, tenantId) =>
    from(ctx, 'tenancy_file')
      .innerJoin('tenancy', 'tenancy.id', 'tenancy_file.tenancy_id')
      .select([
        'tenancy_file.id',
        'tenancy_file.name',
        'tenancy_file.kind',
        'tenancy_file.expires_on',
        'tenancy_file.tenancy_id',
        'tenancy.code as tenancy',
      ])
      .where('tenancy_file.removed_at', 'is', null)
      .where('tenancy_file.file_id', 'is not', null)
      .where(sql<boolean>`exists (select 1 from tenancy_person tp where tp.tenancy_id = tenancy.id and tp.tenant_id = ${tenantId})`)
      .orderBy('tenancy_file.id', 'desc')
      .execute(),
};
