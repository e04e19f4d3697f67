import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { visibleTo } from '#server/kernel/scope.ts';

export const propertyLookups: Partial<ModuleLookups> = {
  lastChecksText: (property, verifiedAt) => `(select coalesce(json_agg(json_build_object('what', c.what, 'way', c.way)
      order by array_position('{exists,access,authority,units,pictures,position}'::text[], c.what)), '[]')
    from property_check c where c.property_id = ${property} and c.checked_at = ${verifiedAt})`,
  showsCheck: (me, t) =>
    sql<boolean>`exists (select 1 from property_check pc join property cp on cp.id = pc.property_id where pc.file_id = ${t('id')} and ${visibleTo('property', me, 'cp')})`,
};
