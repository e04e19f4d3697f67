import { sql } from 'kysely';
import { headTypes } from '#contract/kernel/roles.ts';
import type { ClosingCheck } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** Nobody leaves while the public can still ask for what they offer. */
export const liveOffers: ClosingCheck = async (db, personId) => {
  const { n } = await everything(db, 'listing', 'what keeps an account from closing')
    .select()
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('person', 'person.company_id', 'property.company_id')
    .select(sql<number>`count(*)`.as('n'))
    .where('person.id', '=', personId)
    .where('person.user_type', 'in', [...headTypes])
    .where('listing.status', '=', 'live')
    .where('listing.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n > 0 ? m.listing_closing_live({ count: n }) : null;
};
