import { sql } from 'kysely';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { type UnitStatus, unitStatuses } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { type UnitDetails, type UnitEvent, unitCalls } from '#contract/unit/calls.ts';
import { listUnitMoves } from '#contract/unit/machine.ts';
import { calculateVacancyLoss, countVacantDays, type UnitStatusChange } from '#contract/unit/vacancy.ts';
import { addRecordNames } from '#server/audit/service.ts';
import type { AuditChange } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { localizedNameSql } from '#server/kernel/localized-names.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { readMoveHistory } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { readUnitHoldBookings } from './booking-reasons.ts';
import { toUnitSummary, type UnitRow, unitSummaryColumns } from './rows.ts';
import { getTermSources, readInheritedTerms, selectSimilarUnits } from './terms.ts';
import { unitNotFound } from './unit-lookup.ts';

type Calls = typeof unitCalls;
const year = 365 * 86_400_000;

export const readUnitDetailsOf = (ctx: Ctx, given: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> =>
  readUnitDetails(ctx, given);

/** The full unit as this person may see it. The answer lists the allowed actions, so the screen shows what the server permits. */
export async function readUnitDetails(ctx: Ctx, { id, code }: { id: number; code?: string | undefined }): Promise<UnitDetails> {
  const row = await from(ctx, 'unit')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .innerJoin('taxon', 'taxon.id', 'unit.unit_type_id')
    .leftJoin('person', 'person.id', 'unit.updated_by')
    .leftJoin('import_batch', 'import_batch.id', 'unit.import_batch_id')
    .selectAll('unit')
    .select([...unitSummaryColumns, 'person.name as updated_by_name', 'import_batch.code as import_code'])
    .select([mayChange('property', ctx.me, 'units.edit').as('may_edit'), mayChange('property', ctx.me, 'units.delete').as('may_delete')])
    .where('unit.id', '=', id)
    .executeTakeFirst();
  if (!row || (code !== undefined && code !== row.code)) throw unitNotFound();
  const [amenities, listings, empty] = [await amenitiesOf(ctx, row), await getLookup('offersOfUnit')(ctx, id), await emptyInYear(ctx, row)];
  const [above, alike] = [await readInheritedTerms(ctx, row.property_id, row.unit_type_id), (await selectSimilarUnits(ctx, row)).length];
  const mayEdit = isAllowed(unitCalls.update.needs, ctx.me) && row.may_edit;
  return {
    ...toUnitSummary(row),
    held_for: (await readUnitHoldBookings(ctx, [row.status_reason])).get(row.status_reason) ?? null,
    slug: row.slug,
    area_m2: row.area_m2,
    deposit_cents: row.deposit_cents,
    service_charge_cents: row.service_charge_cents ?? 0,
    water_source: row.water_source,
    power_type: row.power_type,
    sources: getTermSources(row, above),
    alike,
    furnished: row.furnished,
    amenities,
    meters: row.meters as UnitDetails['meters'],
    keys_count: row.keys_count,
    available_from: row.available_from,
    let_from: row.let_from,
    notes: row.notes,
    paybill_account: row.code,
    empty_days_year: empty,
    lost_cents_year: calculateVacancyLoss(row.rent_cents, empty),
    listings,
    import_code: row.import_code,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by: row.updated_by_name,
    revision: row.revision,
    moves: mayEdit ? listUnitMoves(row, ctx.me.role) : [],
    may_edit: mayEdit,
    may_delete: ctx.me.grants.has('units.delete') && row.may_delete,
  };
}

async function amenitiesOf(ctx: Ctx, row: UnitRow) {
  if (row.amenities.length === 0) return [];
  return ctx.db
    .selectFrom('taxon')
    .select(['id', localizedNameSql().as('name')])
    .where('id', 'in', row.amenities)
    .where('taxon.deleted_at', 'is', null)
    .orderBy('sort')
    .execute();
}

/** Empty days of the last year from the recorded moves; before the first move the unit had the state that move started from. */
async function emptyInYear(ctx: Ctx, row: UnitRow): Promise<number> {
  const moves = (await readMoveHistory(ctx, 'unit', row.id).execute()).reverse();
  const first = moves[0];
  const history: UnitStatusChange[] = first
    ? [
        { state: first.from_state as UnitStatus, since: Math.min(row.created_at.getTime(), first.at.getTime()) },
        ...moves.map((move) => ({ state: move.to_state as UnitStatus, since: move.at.getTime() })),
      ]
    : [{ state: row.status, since: row.status_since.getTime() }];
  return countVacantDays(history, clock.ms() - year, clock.ms());
}

type EventRow = {
  key: string;
  at: Date;
  event: UnitEvent['event'];
  actor: string | null;
  from_state: UnitStatus | null;
  to_state: UnitStatus | null;
  reason: string | null;
  listing: string | null;
  price_cents: number | null;
  price_period: number | null;
  payment: UnitEvent['payment'];
  changes: AuditChange[];
};

/** Moves, prices, changes and corrected payments in one stream. A change that is part of a move appears once, with the move. */
const eventsOf = ({ me }: Ctx, id: number) => sql`
  /* unscoped: data of a unit that was loaded through the scope */ select 'm' || id as key, at, 'move' as event, actor_id, from_state, to_state, reason, null::text as listing, null::bigint as price_cents,
    null::smallint as price_period, null::jsonb as payment, '[]'::jsonb as changes
  from move_log where subject = 'unit' and subject_id = ${id}
  union all
  ${getLookup('pricesOfUnit')(id)}
  union all
  select key, at, 'payment', actor_id, null, null, null, null, null, null, payment, changes from ${getLookup('paymentCorrections')(me, { column: 'unit_id', id })} corrected
  union all
  select 'a' || log.id, log.at, case log.kind when 1 then 'add' when 3 then 'delete' else 'edit' end, log.actor_id, null, null, log.reason, null, null, null, null,
    told.changes
  from audit_log log, lateral (
    select coalesce(jsonb_agg(part), '[]'::jsonb) as changes from jsonb_array_elements(log.diff) part
    where part ->> 'field' not in ('status', 'status_reason', 'expected_on')) told
  where log.document = 'units' and log.record_id = ${id} and log.kind in (1, 2, 3) and (log.kind <> 2 or told.changes <> '[]'::jsonb)`;

export async function readUnitTimeline(
  ctx: Ctx,
  { id, page, page_size }: HandlerInput<Calls['timeline']>,
): Promise<HandlerResult<Calls['timeline']>> {
  const seen = await from(ctx, 'unit').select('id').where('id', '=', id).executeTakeFirst();
  if (!seen) throw unitNotFound();
  const { rows } =
    await sql<EventRow>`/* unscoped: data of a unit that was loaded through the scope */ select event.*, person.name as actor from (${eventsOf(ctx, id)}) event left join person on person.id = event.actor_id
    order by event.at desc, event.key desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(ctx.db);
  const { rows: total } = await sql<{ n: number }>`select count(*)::int as n from (${eventsOf(ctx, id)}) event`.execute(ctx.db);
  const changes = await addRecordNames(
    ctx,
    rows.map((row) => ({ document: 'units', changes: row.event === 'edit' ? row.changes : [] })),
  );
  const held = await readUnitHoldBookings(
    ctx,
    rows.map(({ reason }) => reason),
  );
  return {
    count: total[0]?.n ?? 0,
    results: rows.map((row, n) => ({
      key: row.key,
      at: row.at.toISOString(),
      event: row.event,
      actor: row.actor,
      from: row.from_state && unitStatuses[row.from_state],
      to: row.to_state && unitStatuses[row.to_state],
      reason: row.reason,
      held_for: held.get(row.reason ?? '') ?? null,
      listing: row.listing,
      price_cents: row.price_cents,
      price_period: row.price_period,
      payment: row.payment,
      changes: (row.event === 'payment' ? row.changes : changes[n]) ?? [],
    })),
  };
}
