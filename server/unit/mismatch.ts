import { type RawBuilder, sql } from 'kysely';
import { type UnitMismatch, unitMismatches } from '#contract/unit/kinds.ts';

const today = sql`app.today()`;
/** Listings of the unit itself; `more` adds a condition. */
const offer = (more: RawBuilder<unknown>) => sql`exists (select 1 from listing l where l.unit_id = unit.id and l.deleted_at is null and ${more})`;

/** A tenancy of the unit; `more` adds a condition. */
const tenancy = (more: RawBuilder<unknown>) => sql<boolean>`exists (select 1 from tenancy t where t.unit_id = unit.id and ${more})`;

/** Contradictions between a unit's record and its tenancies or listings. Each is a condition on `unit`, so counts and lists cannot differ. */
const conditions: Readonly<Record<UnitMismatch, RawBuilder<boolean>>> = {
  works_overdue: sql`((unit.status = 'maintenance' or unit.works_since is not null) and unit.expected_on < ${today})`,
  hold_overdue: sql`(unit.status = 'onhold' and unit.expected_on < ${today})`,
  // A vacant unit has a week for pictures and texts; a listing of the whole property counts for its units.
  vacant_unlisted: sql`(unit.status = 'vacant' and unit.status_since < app.now() - interval '7 days' and not ${offer(sql`l.status in ('live', 'review')`)}
    and not exists (select 1 from listing l where l.property_id = unit.property_id and l.unit_id is null and l.deleted_at is null and l.status in ('live', 'review')))`,
  rent_differs: sql`(unit.rent_cents is not null and ${offer(sql`l.status = 'live' and l.listing_type = 0 and l.price_period = 2 and l.price_cents <> unit.rent_cents`)})`,
  offered_taken: sql`(unit.status in ('occupied', 'ordered') and unit.let_from is null and ${offer(sql`l.status = 'live'`)})`,
  no_tenancy: sql`(unit.status = 'occupied' and unit.occupied_said)`,
  start_passed: tenancy(sql`t.status = 'pending' and t.starts_on < ${today}`),
  term_over: tenancy(sql`t.status = 'expired' and t.leaving_on is null`),
  not_gone: tenancy(sql`t.status in ('active', 'expired') and t.leaving_on < ${today}`),
};

export const mismatchSql = (kind: UnitMismatch): RawBuilder<boolean> => conditions[kind];
export const mismatchCountColumns = () => unitMismatches.map((kind) => sql<number>`(count(*) filter (where ${conditions[kind]}))::int`.as(kind));
