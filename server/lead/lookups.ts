import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const leadLookups: Partial<ModuleLookups> = {
  askedAbout: (propertyId) =>
    sql`(select l.person_id from lead l left join listing o on o.id = l.listing_id where l.person_id is not null and (l.property_id = ${propertyId} or o.property_id = ${propertyId}))`,
  enquiriesOf: (propertyId, won, came) => {
    const got = won
      ? sql`lead.status = 'won'`
      : sql`(lead.status in ('touring', 'applied', 'won')
        or exists (select 1 from move_log mv where mv.subject = 'lead' and mv.subject_id = lead.id and mv.to_state = 'touring'))`;
    return sql`(select count(*) from lead where lead.property_id = ${propertyId} and ${got} and ${came(sql`app.day(lead.created_at)`)})`;
  },
};
