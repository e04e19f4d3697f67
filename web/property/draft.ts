import type { CallInput } from '#contract/kernel/call.ts';
import { type PinText, parsePinCoordinate } from '#contract/map/geo.ts';
import { BillingSettings } from '#contract/property/billing.ts';
import type { PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import type { TaxProfile } from '#contract/property/kinds.ts';
import type { UnitNamingScheme } from '#contract/property/unit-naming.ts';
import { UtilitySettings } from '#contract/property/utilities.ts';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { m } from '#words/messages.js';

/** A property as a form: the data that the wizard saves in the browser and that the editor starts with. */
export type UnitGroupDraft = {
  key: string;
  blocks: string;
  floor_from: number | null;
  floor_to: number | null;
  /** The naming scheme; an older draft has only a pattern. */
  naming?: UnitNamingScheme;
  count?: number | null;
  pattern: string;
  unit_type_id: number | null;
  bathrooms: number;
  rent_cents: number | null;
  service_charge_cents: number;
  occupied: boolean;
};
export type PropertyDraft = {
  client_key: string;
  step: number;
  company_id: number | null;
  name: string;
  category_id: number | null;
  property_type_id: number | null;
  description: string;
  description_sw: string;
  location_id: number | null;
  /** The initial centre of the map: the chosen place. */
  near: { lat: number; lng: number } | null;
  address: string;
  landmark: string;
  lat: number | null;
  lng: number | null;
  /** The pin as typed while it is not valid; null once it is placed on the map. */
  pin_text: PinText | null;
  show_pin: boolean;
  plot_ref: string;
  year_built: number | null;
  floors: number | null;
  lifts: number;
  parking_slots: number;
  amenities: number[];
  structure: UnitGroupDraft[];
  billing: BillingSettings;
  notice_days: number;
  deposit_months: number;
  tax_profile: TaxProfile;
  utilities: UtilitySettings;
};
export type PropertyProblems = Readonly<Record<string, string>>;
export type SetPropertyDraftField = <K extends keyof PropertyDraft>(name: K, value: PropertyDraft[K]) => void;
export type PropertyStepProps = { draft: PropertyDraft; set: SetPropertyDraftField; problems: PropertyProblems };

/** Messages for required fields, by field of the call. */
export const requiredPropertyFieldMessages = {
  name: m.property_need_name,
  category_id: m.property_need_category,
  property_type_id: m.property_need_type,
  location_id: m.property_need_place,
};

type Pin = Pick<PropertyDraft, 'lat' | 'lng' | 'pin_text'>;
const textOf = (value: number | null) => (value === null ? '' : String(value));
const isBlank = (pin: PinText) => pin.lat.trim() === '' && pin.lng.trim() === '';

/** A pin is in Kenya or absent: half a pin is an error too. */
export function findPinProblems({ lat, lng, pin_text }: Pin): PropertyProblems {
  const pin = pin_text ?? { lat: textOf(lat), lng: textOf(lng) };
  if (isBlank(pin)) return {};
  return {
    ...(parsePinCoordinate('lat', pin.lat) === null ? { lat: m.map_latitude_wrong() } : {}),
    ...(parsePinCoordinate('lng', pin.lng) === null ? { lng: m.map_longitude_wrong() } : {}),
  };
}

/** Applies typed numbers: the pin is removed when both are empty, and stays while they are invalid. */
export function applyTypedPin({ lat, lng }: Pick<PropertyDraft, 'lat' | 'lng'>, typed: PinText, spot: { lat: number; lng: number } | null): Pin {
  if (isBlank(typed)) return { pin_text: null, lat: null, lng: null };
  if (!spot) return { pin_text: typed, lat, lng };
  const asShown = textOf(spot.lat) === typed.lat && textOf(spot.lng) === typed.lng;
  return { ...spot, pin_text: asShown ? null : typed };
}

export const makeBlankPatternRow = (): UnitGroupDraft => ({
  key: crypto.randomUUID(),
  blocks: '',
  floor_from: null,
  floor_to: null,
  naming: 'block_floor',
  count: null,
  pattern: '',
  unit_type_id: null,
  bathrooms: 1,
  rent_cents: null,
  service_charge_cents: 0,
  occupied: false,
});

export const makeBlankPropertyDraft = (): PropertyDraft => ({
  client_key: crypto.randomUUID(),
  step: 0,
  company_id: null,
  name: '',
  category_id: null,
  property_type_id: null,
  description: '',
  description_sw: '',
  location_id: null,
  near: null,
  address: '',
  landmark: '',
  lat: null,
  lng: null,
  pin_text: null,
  show_pin: false,
  plot_ref: '',
  year_built: null,
  floors: null,
  lifts: 0,
  parking_slots: 0,
  amenities: [],
  structure: [makeBlankPatternRow()],
  billing: BillingSettings.parse({}),
  notice_days: 30,
  deposit_months: 1,
  tax_profile: 'residential',
  utilities: UtilitySettings.parse({}),
});

export const toPropertyDraft = (p: PropertyDetails): PropertyDraft => ({
  ...makeBlankPropertyDraft(),
  client_key: '',
  company_id: p.company.id,
  name: p.name,
  category_id: p.category.id,
  property_type_id: p.type.id,
  description: p.description,
  description_sw: p.description_sw,
  location_id: p.place.id,
  address: p.address,
  landmark: p.landmark,
  lat: p.lat,
  lng: p.lng,
  show_pin: p.show_pin,
  plot_ref: p.plot_ref,
  year_built: p.year_built,
  floors: p.floors,
  lifts: p.lifts,
  parking_slots: p.parking_slots,
  amenities: p.amenities.map((one) => one.id),
  structure: [],
  billing: p.billing,
  notice_days: p.notice_days,
  deposit_months: p.deposit_months,
  tax_profile: p.tax_profile,
  utilities: p.utilities,
});

const blocksOf = (text: string): string[] => [...new Set(text.split(/[,;\n]/).map((one) => one.trim()))].filter(Boolean);

/** A line of the structure for the pattern; a single floor is both start and end. */
export const toUnitPattern = (row: UnitGroupDraft) => ({
  blocks: blocksOf(row.blocks),
  floors: row.floor_from === null ? null : { from: row.floor_from, to: row.floor_to ?? row.floor_from },
  pattern: row.pattern,
});

/** Lines without any input are left out. */
export const listFilledUnitGroups = (draft: PropertyDraft): UnitGroupDraft[] =>
  draft.structure.filter((row) => row.pattern.trim() !== '' || row.blocks.trim() !== '');

/** The basic fields for both calls that save them; complete only when the form has no problems. */
export const toPropertyBasicsInput = (draft: PropertyDraft) => ({
  name: draft.name,
  property_type_id: draft.property_type_id ?? noRecordId,
  category_id: draft.category_id ?? noRecordId,
  description: draft.description,
  description_sw: draft.description_sw,
  location_id: draft.location_id ?? noRecordId,
  address: draft.address,
  landmark: draft.landmark,
  lat: draft.lat,
  lng: draft.lng,
  plot_ref: draft.plot_ref,
  year_built: draft.year_built,
  floors: draft.floors,
  lifts: draft.lifts,
  parking_slots: draft.parking_slots,
  amenities: draft.amenities,
});

export const toPropertyInput = (draft: PropertyDraft): CallInput<(typeof propertyCalls)['create']> => ({
  ...toPropertyBasicsInput(draft),
  client_key: draft.client_key,
  ...(draft.company_id === null ? {} : { company_id: draft.company_id }),
  structure: listFilledUnitGroups(draft).map((row) => ({
    ...toUnitPattern(row),
    unit_type_id: row.unit_type_id ?? noRecordId,
    bathrooms: row.bathrooms,
    rent_cents: row.rent_cents,
    service_charge_cents: row.service_charge_cents,
    occupied: row.occupied ?? false,
  })),
  show_pin: draft.show_pin,
  billing: draft.billing,
  notice_days: draft.notice_days,
  deposit_months: draft.deposit_months,
  tax_profile: draft.tax_profile,
  utilities: draft.utilities,
});
