import { sql } from 'kysely';
import { companyHeadUserTypes } from '#contract/kernel/roles.ts';
import type { ClosingCheck } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** An account cannot be closed while the person has public listings. */
export const liveListingsClosingCheck: ClosingCheck = async (db, personId) => {
  const { n } = await unscopedTable(db, 'listing', 'checks whether bookings prevent the account from closing')
    .select()
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('person', 'person.company_id', 'property.company_id')
    .select(sql<number>`count(*)`.as('n'))
    .where('person.id', '=', personId)
    .where('person.user_type', 'in', [...companyHeadUserTypes])
    .where('listing.status', '=', 'live')
    .where('listing.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n > 0 ? m.listing_closing_live({ count: n }) : null;
};
