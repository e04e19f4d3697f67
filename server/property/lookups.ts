import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { visibleTo } from '#server/kernel/scope.ts';

export const propertyLookups: Partial<ModuleLookups> = {
  showsCheck: (me, t) =>
    sql<boolean>`exists (select 1 from property_check pc join property cp on cp.id = pc.property_id where pc.file_id = ${t('id')} and ${visibleTo('property', me, 'cp')})`,
};
