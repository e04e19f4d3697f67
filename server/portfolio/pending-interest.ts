import { sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/**
 * Open applications, bids and tours that would lose a unit if it got a tenancy, also those for a whole property that contains it. Purchases are
 * excluded, because a home can be sold with its tenants.
 */
export type PendingInterest = { readonly unit_id: number; readonly applicants: number; readonly bids: number; readonly tours: number };

export async function readPendingInterest(ctx: Ctx, properties: readonly number[]): Promise<ReadonlyMap<number, PendingInterest>> {
  if (properties.length === 0) return new Map();
  const rows = await from(ctx, 'unit')
    .select('unit.id as unit_id')
    .select([
      sql<number>`(select count(*) from booking b where b.property_id = unit.property_id and (b.unit_id = unit.id or b.whole) and b.status = 'await_screening')`.as(
        'applicants',
      ),
      sql<number>`(select count(*) from bid b join listing l on l.id = b.listing_id where b.property_id = unit.property_id
        and coalesce(b.unit_id, unit.id) = unit.id and l.listing_type <> ${listingTypes.buy} and b.status in ('open', 'countered'))`.as('bids'),
      sql<number>`(select count(*) from tour t join listing l on l.id = t.listing_id where t.property_id = unit.property_id
        and coalesce(t.unit_id, unit.id) = unit.id and l.listing_type <> ${listingTypes.buy} and t.status in ('requested', 'confirmed') and t.ends_at > app.now())`.as(
        'tours',
      ),
    ])
    .where('unit.property_id', 'in', [...properties])
    .where('unit.deleted_at', 'is', null)
    .execute();
  return new Map(rows.filter((row) => row.applicants + row.bids + row.tours > 0).map((row) => [row.unit_id, row]));
}

export const formatPendingInterest = ({ applicants, bids, tours }: PendingInterest) =>
  m.portfolio_cell_waited({
    who: [
      applicants > 0 && m.portfolio_waits_applicants({ count: applicants }),
      bids > 0 && m.portfolio_waits_bids({ count: bids }),
      tours > 0 && m.portfolio_waits_tours({ count: tours }),
    ]
      .filter(Boolean)
      .join(', '),
  });
