import type { electricityTypes, FurnishingKind, waterSources } from '#contract/catalogue/kinds.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import type { UnitDetails } from '#contract/unit/calls.ts';
import type { UnitMeterKind } from '#contract/unit/kinds.ts';
import { m } from '#words/messages.js';

type WaterSource = (typeof waterSources)[number];
type PowerType = (typeof electricityTypes)[number];

/** A unit as a form holds it: amounts in shillings, empty fields as empty texts. */
export type UnitNumberInput = number | '';
export type UnitDraft = {
  name: string;
  block: string;
  floor: UnitNumberInput;
  unit_type_id: string;
  bedrooms: UnitNumberInput;
  bathrooms: UnitNumberInput;
  area_m2: UnitNumberInput;
  rent: UnitNumberInput;
  deposit: UnitNumberInput;
  service_charge: UnitNumberInput;
  /** An empty selection inherits. */
  water_source: string[];
  power_type: string;
  furnished: FurnishingKind;
  amenities: string[];
  meters: { kind: UnitMeterKind; number: string }[];
  keys_count: UnitNumberInput;
  available_from: string;
  notes: string;
};

export const makeBlankUnitDraft = (): UnitDraft => ({
  name: '',
  block: '',
  floor: '',
  unit_type_id: '',
  bedrooms: '',
  bathrooms: 1,
  area_m2: '',
  rent: '',
  deposit: '',
  service_charge: '',
  water_source: [],
  power_type: '',
  furnished: 'unfurnished',
  amenities: [],
  meters: [],
  keys_count: '',
  available_from: '',
  notes: '',
});

const shillings = (cents: number | null): UnitNumberInput => (cents === null ? '' : toShillings(cents));

export const toUnitDraft = (u: UnitDetails): UnitDraft => ({
  name: u.name,
  block: u.block,
  floor: u.floor ?? '',
  unit_type_id: String(u.unit_type.id),
  bedrooms: u.bedrooms ?? '',
  bathrooms: u.bathrooms,
  area_m2: u.area_m2 ?? '',
  rent: shillings(u.rent_cents),
  deposit: shillings(u.deposit_cents),
  service_charge: shillings(u.service_charge_cents),
  water_source: u.water_source ?? [],
  power_type: u.power_type ?? '',
  furnished: u.furnished,
  amenities: u.amenities.map((one) => String(one.id)),
  meters: u.meters,
  keys_count: u.keys_count,
  available_from: u.available_from ?? '',
  notes: u.notes,
});

/** A copy of a unit without what belongs to one unit only: name, meters and notes. */
export const copyUnitDraft = (u: UnitDetails): UnitDraft => ({
  ...toUnitDraft(u),
  ...inheritedBy(u),
  name: '',
  meters: [],
  notes: '',
  available_from: '',
});
/** Terms the original inherits are inherited by the copy too. */
const inheritedBy = ({ sources }: UnitDetails): Partial<UnitDraft> => ({
  ...(sources.rent === 'unit' ? {} : { rent: '' }),
  ...(sources.deposit === 'unit' ? {} : { deposit: '' }),
  ...(sources.service_charge === 'unit' ? {} : { service_charge: '' }),
  ...(sources.water === 'unit' ? {} : { water_source: [] }),
  ...(sources.power === 'unit' ? {} : { power_type: '' }),
});

const orNull = (n: UnitNumberInput) => (n === '' ? null : n);
const cents = (n: UnitNumberInput) => (n === '' ? null : typedAmountToCents(n));

export const toUnitInput = (d: UnitDraft) => ({
  block: d.block.trim(),
  floor: orNull(d.floor),
  unit_type_id: Number(d.unit_type_id),
  bedrooms: orNull(d.bedrooms),
  bathrooms: d.bathrooms === '' ? 0 : d.bathrooms,
  area_m2: orNull(d.area_m2),
  rent_cents: cents(d.rent),
  deposit_cents: cents(d.deposit),
  service_charge_cents: cents(d.service_charge),
  water_source: d.water_source.length === 0 ? null : (d.water_source as WaterSource[]),
  power_type: d.power_type === '' ? null : (d.power_type as PowerType),
  furnished: d.furnished,
  amenities: d.amenities.map(Number),
  meters: d.meters.filter((meter) => meter.number.trim() !== '').map((meter) => ({ ...meter, number: meter.number.trim() })),
  keys_count: d.keys_count === '' ? 0 : d.keys_count,
  available_from: d.available_from || null,
  notes: d.notes.trim(),
});

/** The name of a form field by the field of the call. */
export const unitInputFieldNames: Readonly<Record<string, string>> = {
  rent_cents: 'rent',
  deposit_cents: 'deposit',
  service_charge_cents: 'service_charge',
};

/** Messages for required fields, by field of the call. */
export const requiredUnitFieldMessages = { name: m.unit_need_name, unit_type_id: m.unit_need_type };
