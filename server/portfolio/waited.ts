import { sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** Who would lose a unit if somebody lived there: applicants, bidders and visitors of it or of a whole it is part of. Buyers buy with tenants. */
export type Waited = { readonly unit_id: number; readonly applicants: number; readonly bids: number; readonly tours: number };

export async function waitedFor(ctx: Ctx, properties: readonly number[]): Promise<ReadonlyMap<number, Waited>> {
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

export const waitedText = ({ applicants, bids, tours }: Waited) =>
  m.portfolio_cell_waited({
    who: [
      applicants > 0 && m.portfolio_waits_applicants({ count: applicants }),
      bids > 0 && m.portfolio_waits_bids({ count: bids }),
      tours > 0 && m.portfolio_waits_tours({ count: tours }),
    ]
      .filter(Boolean)
      .join(', '),
  });
