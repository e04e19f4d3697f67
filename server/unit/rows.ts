import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { countWholeDaysBetween } from '#contract/time/days.ts';
import type { UnitSummary } from '#contract/unit/calls.ts';
import { pickByLocale } from '#server/kernel/locale.ts';
import type { RowOf } from '#server/kernel/scoped-row.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';

export type UnitRow = RowOf<'unit'>;

export const unitSummaryColumns = [
  'unit.id',
  'unit.code',
  'unit.name',
  'unit.block',
  'unit.floor',
  'unit.property_id',
  'unit.unit_type_id',
  'unit.bedrooms',
  'unit.bathrooms',
  'unit.rent_cents',
  'unit.status',
  'unit.status_since',
  'unit.status_reason',
  'unit.expected_on',
  'property.name as property_name',
  'property.code as property_code',
  'taxon.name as type_name',
  'taxon.name_sw as type_name_sw',
  'taxon.bedrooms as type_bedrooms',
  ...companyAndCountyColumns('property.company_id'),
] as const;

type SummaryRow = Pick<
  UnitRow,
  | 'id'
  | 'code'
  | 'name'
  | 'block'
  | 'floor'
  | 'property_id'
  | 'unit_type_id'
  | 'bedrooms'
  | 'bathrooms'
  | 'rent_cents'
  | 'status'
  | 'status_since'
  | 'status_reason'
  | 'expected_on'
> & { property_name: string; property_code: string; type_name: string; type_name_sw: string; type_bedrooms: number | null } & CompanyAndCountyRow;

/** Only types with bedrooms show them (`taxon.bedrooms`); a number entered for a unit is kept. */
export const calculateEffectiveBedrooms = (own: number, ofType: number | null): number | null => (ofType === null && own === 0 ? null : own);

export const toUnitSummary = (r: SummaryRow): UnitSummary => ({
  id: r.id,
  code: r.code,
  name: r.name,
  block: r.block,
  floor: r.floor,
  property: { id: r.property_id, name: r.property_name, code: r.property_code },
  unit_type: { id: r.unit_type_id, name: pickByLocale(r.type_name, r.type_name_sw) },
  bedrooms: calculateEffectiveBedrooms(r.bedrooms, r.type_bedrooms),
  bathrooms: r.bathrooms,
  rent_cents: r.rent_cents,
  status: unitStatuses[r.status],
  status_since: r.status_since.toISOString(),
  status_reason: r.status_reason,
  expected_on: r.expected_on,
  days_in_status: countWholeDaysBetween(r.status_since, clock.ms()),
  ...toCompanyAndCounty(r),
});

const kept = [
  'name',
  'block',
  'floor',
  'unit_type_id',
  'bedrooms',
  'bathrooms',
  'area_m2',
  'rent_cents',
  'deposit_cents',
  'service_charge_cents',
  'water_source',
  'power_type',
  'furnished',
  'amenities',
  'meters',
  'keys_count',
  'available_from',
  'notes',
] as const;
export type UnitTraits = Pick<UnitRow, (typeof kept)[number]>;
export const pickUnitTraits = (row: UnitTraits): UnitTraits => Object.fromEntries(kept.map((name) => [name, row[name]])) as UnitTraits;

/** The facts of a unit for the audit log. */
export const toUnitAuditValues = (row: UnitRow) => ({
  ...pickUnitTraits(row),
  property_id: row.property_id,
  status: row.status,
  status_reason: row.status_reason,
  expected_on: row.expected_on,
});
