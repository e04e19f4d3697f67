import { sql } from 'kysely';
import type { MeterChargePart } from '#contract/meter/charge.ts';
import { explainMeterCharge } from '#contract/meter/explain-charge.ts';
import type { MeterChargeKind, MeterKind, MeterTaxCode } from '#contract/meter/kinds.ts';
import { meterKindLabels } from '#contract/meter/labels.ts';
import type { Cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** A metered line for an invoice: the usage that the tenancy's meter measured on its own days, under its metered charge. */
export type MeteredCharge = {
  readonly tenancyId: number;
  readonly kind: MeterChargeKind;
  readonly meterKind: MeterKind;
  /** The label of the charge with the meter number and the usage, which is in thousandths of a unit. */
  readonly label: string;
  readonly meter: string;
  readonly used: number;
  readonly from: Day;
  readonly last: Day;
  /** Negative if an estimate or a wrong reading was too high. */
  readonly cents: Cents;
  readonly taxCode: MeterTaxCode;
  /** The ids of the measurements, by which the charge is later marked as billed or unbilled. */
  readonly readingIds: readonly number[];
  readonly chargeId: number;
};

const why = 'amounts billed for a locked month';
/** The tenancy charge under which a kind of meter is billed (`meterChargeKinds`). */
const chargeOf = (kind: string) => sql`(case ${sql.ref(kind)} when 'water' then 'water' when 'power' then 'power' else 'other' end)`;

/**
 * Meter charges that tenancies owe up to a day: locked months that are neither billed nor in a query. Older amounts, such as corrections and answered
 * queries, are included in the next invoice.
 */
export async function readUnbilledCharges(
  db: Db,
  { tenancyIds, last }: { readonly tenancyIds: readonly number[]; readonly last: Day },
): Promise<MeteredCharge[]> {
  const { rows } = await sql<Omit<MeteredCharge, 'readingIds'> & { id: number }>`/* unscoped: amounts billed for a locked month */
    select l.id, l.tenancy_id as "tenancyId", ${chargeOf('c.kind')} as kind, c.kind as "meterKind", h.label, t.number as meter, l.used, l.from_day as "from", l.last_day as "last",
      l.cents, l.tax_code as "taxCode", h.id as "chargeId"
    from meter_line l join meter_cycle c on c.id = l.cycle_id and c.status = 'locked' join meter t on t.id = l.meter_id
    join lateral (select x.id, x.label from tenancy_charge x where x.tenancy_id = l.tenancy_id and x.cents is null and x.kind = ${chargeOf('c.kind')} order by x.during && daterange(l.from_day, l.last_day, '[]') desc, x.id desc limit 1) h on true
    where l.tenancy_id = any (${[...tenancyIds]}::bigint[]) and c.locked_at <= ${clock.now()} and l.invoice_line_id is null and l.cents <> 0 and l.last_day <= ${last}::date
      and not exists (select 1 from meter_query q where q.line_id = l.id and q.status = 'open')
    order by l.tenancy_id, c.kind, l.last_day, l.id`.execute(db);
  return rows.map(({ id, ...row }) => ({ ...row, readingIds: [id] }));
}

/** The measurements that may still be invoiced. They are locked from here on, so that a query comes either before or after the invoice. */
export async function lockBillableCharges(db: Db, readingIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (readingIds.length === 0) return new Set();
  const ids = [...new Set(readingIds)];
  await sql`/* unscoped: amounts billed for a locked month */ select id from meter_line where id = any (${ids}::bigint[]) order by id for no key update`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`/* unscoped: amounts billed for a locked month */ select l.id from meter_line l
    where l.id = any (${ids}::bigint[]) and l.tenancy_id is not null and l.invoice_line_id is null
      and not exists (select 1 from meter_query q where q.line_id = l.id and q.status = 'open')`.execute(db);
  return new Set(rows.map((row) => Number(row.id)));
}
/** Links measurements to invoice lines. Measurements that are already invoiced or in a query are rejected, so nothing is billed twice. */
export async function markChargesBilled(db: Db, pairs: readonly { readonly readingId: number; readonly invoiceLineId: number }[]): Promise<void> {
  if (pairs.length === 0) return;
  const { numAffectedRows } = await sql`/* unscoped: amounts billed for a locked month */ update meter_line l set invoice_line_id = x.line
    from unnest(${pairs.map((one) => one.readingId)}::bigint[], ${pairs.map((one) => one.invoiceLineId)}::bigint[]) x (id, line)
    where l.id = x.id and l.tenancy_id is not null and (l.invoice_line_id is null or l.invoice_line_id = x.line)
      and not exists (select 1 from meter_query q where q.line_id = l.id and q.status = 'open')`.execute(db);
  if (Number(numAffectedRows ?? 0) !== new Set(pairs.map((one) => one.readingId)).size) throw new Refusal('conflict', m.meter_refusal_billed());
}
/** The invoice was cancelled, so its measurements are billed with the next one. */
export async function markChargesUnbilled(db: Db, invoiceLineIds: readonly number[]): Promise<void> {
  if (invoiceLineIds.length === 0) return;
  await unscopedTable(db, 'meter_line', why)
    .change()
    .set({ invoice_line_id: null })
    .where('invoice_line_id', 'in', [...invoiceLineIds])
    .execute();
}

/** The reason why there is nothing to bill by meter: no meter, no reading, an unlocked month or an open query. */
export type MissingMeterCharge = {
  readonly tenancyId: number;
  readonly chargeId: number;
  readonly label: string;
  readonly why: 'no_meter' | 'not_read' | 'not_locked' | 'asked';
};

/** A month should be billed within two weeks after its last day. */
const dueDays = 46;

/** Tenancies that pay by meter without a recent measurement, for the warnings of an invoice run. */
export async function findMissingMeterCharges(db: Db, tenancyIds: readonly number[]): Promise<MissingMeterCharge[]> {
  const { rows } = await sql<MissingMeterCharge>`/* unscoped: warnings of an invoice run */
    select h.tenancy_id as "tenancyId", h.id as "chargeId", h.label,
      case when not exists (select 1 from meter t where t.unit_id = s.unit_id and t.status = 'active' and not t.prepaid and ${chargeOf('t.kind')} = h.kind) then 'no_meter'
        when exists (select 1 from meter_line l join meter_query q on q.line_id = l.id and q.status = 'open' where l.tenancy_id = h.tenancy_id and l.invoice_line_id is null) then 'asked'
        when exists (select 1 from meter t join meter_reading r on r.meter_id = t.id and r.status <> 'rejected' join meter_cycle c on c.id = r.cycle_id and c.status <> 'locked'
          where t.unit_id = s.unit_id and ${chargeOf('t.kind')} = h.kind) then 'not_locked' else 'not_read' end as why
    from tenancy_charge h join lateral (select st.unit_id, lower(st.during) as since from stay st where st.tenancy_id = h.tenancy_id and st.released_at is null order by st.id limit 1) s on true
    where h.tenancy_id = any (${[...tenancyIds]}::bigint[]) and h.cents is null and h.during @> app.today() and s.since < app.today() - 31
      and not exists (select 1 from meter_line l join meter_cycle c on c.id = l.cycle_id and ${chargeOf('c.kind')} = h.kind
        where l.tenancy_id = h.tenancy_id and l.last_day > app.today() - ${dueDays}::int
          and not exists (select 1 from meter_query q where q.line_id = l.id and q.status = 'open'))
    order by h.tenancy_id, h.id`.execute(db);
  return rows;
}

/** The calculation of the metered lines of an invoice in text form. */
export async function explainChargesOnLines(db: Db, invoiceLineIds: readonly number[]): Promise<string[]> {
  if (invoiceLineIds.length === 0) return [];
  const { rows } = await sql<{
    kind: MeterKind;
    meter: string;
    detail: MeterChargePart[];
  }>`/* unscoped: data of an invoice that the reader may open */
    select c.kind, t.number as meter, l.detail from meter_line l join meter_cycle c on c.id = l.cycle_id join meter t on t.id = l.meter_id
    where l.invoice_line_id = any (${[...invoiceLineIds]}::bigint[]) and not l.corrects order by l.id`.execute(db);
  return rows.map(({ kind, meter, detail }) => `${meterKindLabels[kind]()}, ${meter}: ${explainMeterCharge(kind, detail).join(' + ')}`);
}
