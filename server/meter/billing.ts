import { sql } from 'kysely';
import type { Part } from '#contract/meter/charge.ts';
import { explained } from '#contract/meter/explain.ts';
import type { ChargeKind, MeterKind, TaxCode } from '#contract/meter/kinds.ts';
import { kindNames } from '#contract/meter/labels.ts';
import type { Cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** What goes on an invoice: what somebody's meter measured on their own days, by their charge that is measured. */
export type Metered = {
  readonly tenancyId: number;
  readonly kind: ChargeKind;
  readonly meterKind: MeterKind;
  /** The charge's own words, the number of the meter and how much went through, in thousandths. */
  readonly label: string;
  readonly meter: string;
  readonly used: number;
  readonly from: Day;
  readonly last: Day;
  /** Below zero where an estimate or a wrong reading was too high. */
  readonly cents: Cents;
  readonly taxCode: TaxCode;
  /** What was measured, by which `billedMany` and `unbilled` know it. */
  readonly readingIds: readonly number[];
  readonly chargeId: number;
};

const why = 'what is billed of a locked month';
/** Under which of a tenancy's charges a kind is billed (`chargeKinds`). */
const chargeOf = (kind: string) => sql`(case ${sql.ref(kind)} when 'water' then 'water' when 'power' then 'power' else 'other' end)`;

/**
 * What tenancies owe by their meters up to a day: of months that are locked by now, not billed yet, not asked about. Also what is older: a correction, or what
 * waited for an answer, goes with the next invoice.
 */
export async function metered(db: Db, { tenancyIds, last }: { readonly tenancyIds: readonly number[]; readonly last: Day }): Promise<Metered[]> {
  const { rows } = await sql<Omit<Metered, 'readingIds'> & { id: number }>`/* all: what is billed of a locked month */
    select l.id, l.tenancy_id as "tenancyId", ${chargeOf('c.kind')} as kind, c.kind as "meterKind", h.label, t.number as meter, l.used, l.from_day as "from", l.last_day as "last",
      l.cents, l.tax_code as "taxCode", h.id as "chargeId"
    from meter_line l join meter_cycle c on c.id = l.cycle_id and c.status = 'locked' join meter t on t.id = l.meter_id
    join lateral (select x.id, x.label from tenancy_charge x where x.tenancy_id = l.tenancy_id and x.cents is null and x.kind = ${chargeOf('c.kind')} order by x.during && daterange(l.from_day, l.last_day, '[]') desc, x.id desc limit 1) h on true
    where l.tenancy_id = any (${[...tenancyIds]}::bigint[]) and c.locked_at <= ${clock.now()} and l.invoice_line_id is null and l.cents <> 0 and l.last_day <= ${last}::date
      and not exists (select 1 from meter_query q where q.line_id = l.id and q.status = 'open')
    order by l.tenancy_id, c.kind, l.last_day, l.id`.execute(db);
  return rows.map(({ id, ...row }) => ({ ...row, readingIds: [id] }));
}

/** Of what was measured, what may still go on an invoice. It is held from here on: who asks about it comes before, or after it was billed. */
export async function billable(db: Db, readingIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (readingIds.length === 0) return new Set();
  const ids = [...new Set(readingIds)];
  await sql`/* all: what is billed of a locked month */ select id from meter_line where id = any (${ids}::bigint[]) order by id for no key update`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`/* all: what is billed of a locked month */ select l.id from meter_line l
    where l.id = any (${ids}::bigint[]) and l.tenancy_id is not null and l.invoice_line_id is null
      and not exists (select 1 from meter_query q where q.line_id = l.id and q.status = 'open')`.execute(db);
  return new Set(rows.map((row) => Number(row.id)));
}
/** Stands on these lines of invoices from now on. What stands on another, or is being asked about, is refused: nothing is billed twice. */
export async function billedMany(db: Db, pairs: readonly { readonly readingId: number; readonly invoiceLineId: number }[]): Promise<void> {
  if (pairs.length === 0) return;
  const { numAffectedRows } = await sql`/* all: what is billed of a locked month */ update meter_line l set invoice_line_id = x.line
    from unnest(${pairs.map((one) => one.readingId)}::bigint[], ${pairs.map((one) => one.invoiceLineId)}::bigint[]) x (id, line)
    where l.id = x.id and l.tenancy_id is not null and (l.invoice_line_id is null or l.invoice_line_id = x.line)
      and not exists (select 1 from meter_query q where q.line_id = l.id and q.status = 'open')`.execute(db);
  if (Number(numAffectedRows ?? 0) !== new Set(pairs.map((one) => one.readingId)).size) throw new Refusal('conflict', m.meter_refusal_billed());
}
/** The invoice came to nothing: what stood on these lines is billed with the next. */
export async function unbilled(db: Db, invoiceLineIds: readonly number[]): Promise<void> {
  if (invoiceLineIds.length === 0) return;
  await everything(db, 'meter_line', why)
    .change()
    .set({ invoice_line_id: null })
    .where('invoice_line_id', 'in', [...invoiceLineIds])
    .execute();
}

/** Why nothing is there to be billed by a meter: there is none, it was not read, the month is not locked, or somebody asks about it. */
export type Waiting = {
  readonly tenancyId: number;
  readonly chargeId: number;
  readonly label: string;
  readonly why: 'no_meter' | 'not_read' | 'not_locked' | 'asked';
};

/** A month and two weeks: so long after a month's last day it should have been billed. */
const dueDays = 46;

/** Tenancies that pay by a meter and have nothing measured of the last weeks: warnings of a run. */
export async function waiting(db: Db, tenancyIds: readonly number[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`/* all: what an invoice run warns of */
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

/** What stands on lines of an invoice by a meter, in words that add up. */
export async function explainedOn(db: Db, invoiceLineIds: readonly number[]): Promise<string[]> {
  if (invoiceLineIds.length === 0) return [];
  const { rows } = await sql<{ kind: MeterKind; meter: string; detail: Part[] }>`/* all: of an invoice its reader may open */
    select c.kind, t.number as meter, l.detail from meter_line l join meter_cycle c on c.id = l.cycle_id join meter t on t.id = l.meter_id
    where l.invoice_line_id = any (${[...invoiceLineIds]}::bigint[]) and not l.corrects order by l.id`.execute(db);
  return rows.map(({ kind, meter, detail }) => `${kindNames[kind]()}, ${meter}: ${explained(kind, detail).join(' + ')}`);
}
