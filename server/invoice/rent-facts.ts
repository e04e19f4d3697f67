import { type RawBuilder, sql } from 'kysely';
import type { InvoiceTaxCode } from '#contract/invoice/kinds.ts';
import { buildMonthChargeKey, type CurrentCharge, type RentMonthInput } from '#contract/invoice/month.ts';
import { splitBookingPayment } from '#contract/tenancy/booking-payment.ts';
import type { OpeningBalance, TenancyChargeFrequency, TenancyChargeKind } from '#contract/tenancy/kinds.ts';
import type { RentTerm } from '#contract/tenancy/schedule.ts';
import { addDays, addMonths, type Day, monthEnd } from '#contract/time/days.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { findMissingMeterCharges, readUnbilledCharges } from '#server/meter/service.ts';

/** The data of a tenancy that an invoice run reads, with the names for the preview. */
export type RentFacts = {
  readonly id: number;
  readonly code: string;
  readonly company_id: number;
  readonly agent_company_id: number | null;
  readonly property_id: number;
  readonly property_name: string;
  readonly unit_id: number;
  readonly unit_name: string;
  readonly home: string;
  readonly tenant_id: number;
  readonly tenant_name: string;
  readonly booking_id: number | null;
  readonly starts_on: Day;
  readonly due_day: number;
  readonly holdover: 'roll' | 'stop';
  readonly leaving_on: Day | null;
  readonly opening: OpeningBalance | null;
  readonly taxed: boolean;
  readonly bills_from: Day | null;
  /** The existing rent invoice of the month. */
  readonly invoice_id: number | null;
  readonly invoice_code: string | null;
};
export const buildRentInvoiceKey = (tenancyId: number, month: Day): string => `rent:${tenancyId}:${month}`;

/** Occupied tenancies that match `which`, ordered by id, with names, company settings and the existing invoice of the month. */
export async function readRentFactsOfTenancies(
  db: Db,
  month: Day,
  which: RawBuilder<boolean>,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<RentFacts[]> {
  const { rows } = await sql<RentFacts>`/* unscoped: tenancies that the caller may invoice, or all tenancies in the scheduled job */
    select t.id, t.code, t.company_id, t.agent_company_id, t.property_id, p.name as property_name, t.unit_id,
      case when t.whole then app.whole_name(t.property_id) else u.name end as unit_name, case when t.whole then p.name else u.name || ', ' || p.name end as home,
      n.id as tenant_id, n.name as tenant_name, t.booking_id, t.starts_on::text as starts_on, t.due_day, t.holdover, t.leaving_on::text as leaving_on, t.opening,
      p.tax_profile = 'commercial' and coalesce(s.vat_registered, false) as taxed, s.bills_from::text as bills_from, i.id as invoice_id, i.code as invoice_code
    from tenancy t join property p on p.id = t.property_id join unit u on u.id = t.unit_id
      join lateral (select tp.tenant_id from tenancy_person tp where tp.tenancy_id = t.id and tp.role = 'lead' order by tp.until nulls first, tp.id desc limit 1) l on true
      join tenant n on n.id = l.tenant_id
      left join invoice_setting s on s.company_id = t.company_id
      left join invoice i on i.once_key = 'rent:' || t.id || ':' || ${month}::text and i.status <> 'expired'
    where t.id > ${after} and t.status in ('active', 'expired') and ${which} order by t.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** The data for the monthly lines of these tenancies, with one query per table for any number of tenancies. */
export async function readRentFactsForMonth(
  db: Db,
  of: readonly RentFacts[],
  month: Day,
): Promise<{ facts: Map<number, RentMonthInput>; waits: ReadonlySet<number> }> {
  if (of.length === 0) return { facts: new Map(), waits: new Set() };
  const ids = of.map((one) => one.id);
  const terms = Map.groupBy(await termsOf(db, ids), (one) => one.tenancy_id);
  const charges = Map.groupBy(await chargesOf(db, ids), (one) => one.tenancy_id);
  const before = await billedIn(db, ids, addMonths(month, -1));
  const toward = await towardOf(
    db,
    of.flatMap((one) => one.booking_id ?? []),
  );
  const meters = Map.groupBy(await readUnbilledCharges(db, { tenancyIds: ids, last: monthEnd(month) }), (one) => one.tenancyId);
  const facts = new Map(
    of.map((one): [number, RentMonthInput] => [
      one.id,
      {
        terms: terms.get(one.id) ?? [],
        charges: charges.get(one.id) ?? [],
        starts_on: one.starts_on,
        due_day: one.due_day,
        holdover: one.holdover,
        leaving_on: one.leaving_on,
        toward_cents: one.booking_id === null ? 0 : (toward.get(one.booking_id) ?? 0),
        floor: floorOf(one),
        rent_tax: (one.taxed ? 'B' : 'A') satisfies InvoiceTaxCode,
        metered: (meters.get(one.id) ?? []).map((line) => ({ ...line, label: `${line.label}, ${line.meter}`.slice(0, 120) })),
        billed: before.get(one.id) ?? null,
      },
    ]),
  );
  return { facts, waits: new Set((await findMissingMeterCharges(db, ids)).map((one) => one.tenancyId)) };
}

/** The opening balance already includes everything due until its day. */
const floorOf = ({ opening, bills_from }: Pick<RentFacts, 'opening' | 'bills_from'>): Day => {
  const brought = opening === null ? '1950-01-01' : addDays(opening.as_of, 1);
  return bills_from !== null && bills_from > brought ? bills_from : brought;
};

type OfTenancy = { readonly tenancy_id: number };
async function termsOf(db: Db, ids: readonly number[]): Promise<(RentTerm & OfTenancy)[]> {
  const { rows } = await sql<RentTerm & OfTenancy>`/* unscoped: data of tenancies that are invoiced */
    select tenancy_id, lower(during)::text as from, (upper(during) - 1)::text as last, rent_cents, period from tenancy_term
    where tenancy_id = any (${ids}::bigint[]) order by tenancy_id, lower(during)`.execute(db);
  return rows;
}
type ChargeRow = {
  id: number;
  from: Day;
  last: Day | null;
  label: string;
  kind: TenancyChargeKind;
  cents: number | null;
  often: TenancyChargeFrequency;
} & OfTenancy;
async function chargesOf(db: Db, ids: readonly number[]): Promise<(CurrentCharge & OfTenancy)[]> {
  const { rows } = await sql<ChargeRow>`/* unscoped: data of tenancies that are invoiced */
    select id, tenancy_id, lower(during)::text as from, (upper(during) - 1)::text as last, label, kind, cents, often from tenancy_charge
    where tenancy_id = any (${ids}::bigint[]) order by tenancy_id, id`.execute(db);
  return rows;
}

/** The charges that were billed with the rent of that month. */
async function billedIn(db: Db, ids: readonly number[], month: Day): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ tenancy_id: number; charge_id: number | null; from_day: Day | null }>`/* unscoped: charges that were already billed */
    select i.tenancy_id, l.charge_id, l.from_day::text as from_day from unnest(${ids.map((id) => buildRentInvoiceKey(id, month))}::text[]) k
      join invoice i on i.once_key = k and i.status <> 'expired' left join lateral (select x.charge_id, x.from_day from invoice o
        join invoice_line x on x.invoice_id = o.id and x.charge_id is not null
        where o.tenancy_id = i.tenancy_id and o.status <> 'expired' and o.due_on >= ${month}::date - 40) l on true`.execute(db);
  const found = new Map<number, Set<string>>();
  for (const { tenancy_id, charge_id, from_day } of rows) {
    const known = found.get(tenancy_id) ?? new Set();
    if (charge_id !== null && from_day !== null) known.add(buildMonthChargeKey(charge_id, from_day));
    found.set(tenancy_id, known);
  }
  return found;
}

/** The amount that was invoiced before moving in and counts towards rent and charges. For bookings made before invoices existed, the amount paid. */
async function towardOf(db: Db, bookingIds: readonly number[]): Promise<Map<number, number>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: number;
    asked: number | null;
    bill: { due?: { kind: string; cents: number }[] } | null;
    paid: { cents: number } | null;
  }>`/* unscoped: charges that were billed before move-in */
    select b.id, b.bill, b.paid, (select sum(l.cents - l.credited_cents - l.returned_cents)::bigint from invoice i join invoice_line l on l.invoice_id = i.id
      where i.booking_id = b.id and i.kind = 'move_in' and i.status <> 'expired' and l.kind not in ('deposit', 'agent_fee', 'rounding')) as asked
    from booking b where b.id = any (${bookingIds}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, asked, bill, paid }) => [
      Number(id),
      asked !== null ? Number(asked) : bill && paid ? splitBookingPayment({ due: bill.due ?? [] }, paid.cents).toward_cents : 0,
    ]),
  );
}
