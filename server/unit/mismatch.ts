import { type RawBuilder, sql } from 'kysely';
import { type UnitMismatch, unitMismatches } from '#contract/unit/kinds.ts';
import { getLookup } from '#server/kernel/lookups.ts';

const today = sql`app.today()`;
const id = sql.ref('unit.id');

/** Contradictions between a unit's record and its tenancies or listings. Each is a condition on `unit`, so counts and lists cannot differ. */
const conditions: Readonly<Record<UnitMismatch, () => RawBuilder<boolean>>> = {
  works_overdue: () => sql`((unit.status = 'maintenance' or unit.works_since is not null) and unit.expected_on < ${today})`,
  hold_overdue: () => sql`(unit.status = 'onhold' and unit.expected_on < ${today})`,
  // A vacant unit has a week for pictures and texts; a listing of the whole property counts for its units.
  vacant_unlisted: () => sql`(unit.status = 'vacant' and unit.status_since < app.now() - interval '7 days'
    and not ${getLookup('isListedOrInReview')(id)} and not ${getLookup('isWholeListedOrInReview')(sql.ref('unit.property_id'))})`,
  rent_differs: () => sql`(unit.rent_cents is not null and ${getLookup('isListedForOtherRent')(id, sql.ref('unit.rent_cents'))})`,
  offered_taken: () => sql`(unit.status in ('occupied', 'ordered') and unit.let_from is null and ${getLookup('isListed')(id)})`,
  no_tenancy: () => sql`(unit.status = 'occupied' and unit.occupied_said)`,
  start_passed: () => getLookup('hasStartPassed')(id),
  term_over: () => getLookup('hasTermOver')(id),
  not_gone: () => getLookup('hasMoveOutPassed')(id),
};

export const mismatchSql = (kind: UnitMismatch): RawBuilder<boolean> => conditions[kind]();
export const mismatchCountColumns = () => unitMismatches.map((kind) => sql<number>`(count(*) filter (where ${mismatchSql(kind)}))::int`.as(kind));
