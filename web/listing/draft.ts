import { type FurnishingKind, listingTypes, paymentFrequencies } from '#contract/catalogue/kinds.ts';
import type { TermName } from '#contract/catalogue/terms.ts';
import type { ListingCostTerms } from '#contract/listing/cost-breakdown.ts';
import type { ListingDetails } from '#contract/listing/shapes.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { m } from '#words/messages.js';

/** Terms while they are edited: amounts in shillings as typed; an empty field is an empty text. */
export type NumberInputValue = number | string;
/** A row of a list needs a key before it has content. */
export type ListingChargeDraft = { key: number; label: string; amount: NumberInputValue; often: 'once' | 'monthly' };
export type ListingDraft = {
  listing_type: number;
  title: string;
  description: string;
  description_sw: string;
  price: NumberInputValue;
  price_period: number;
  negotiable: boolean;
  deposit: NumberInputValue;
  service_charge: NumberInputValue;
  other_charges: readonly ListingChargeDraft[];
  agent_fee: NumberInputValue;
  available_from: string;
  min_term_months: NumberInputValue;
  furnished: FurnishingKind;
  pets: boolean | null;
  smoking: boolean | null;
  parking_slots: NumberInputValue;
  water_source: readonly string[];
  power_type: string;
  backup_power: boolean;
  internet: string;
  gate_security: boolean;
  contact_id: number | null;
  /** Terms inherited from the unit. */
  inherits: readonly TermName[];
};
export type ListingProblems = Readonly<Record<string, string>>;
export type SetListingField = <K extends keyof ListingDraft>(name: K, value: ListingDraft[K]) => void;

const shillings = (cents: number): NumberInputValue => (cents === 0 ? '' : toShillings(cents));
export const typedShillingsToCents = (typed: NumberInputValue): number => typedAmountToCents(Number(typed) || 0);

export const toListingDraft = (l: ListingDetails): ListingDraft => ({
  listing_type: l.listing_type,
  title: l.title,
  description: l.description,
  description_sw: l.description_sw,
  price: shillings(l.price_cents),
  price_period: l.price_period,
  negotiable: l.negotiable,
  deposit: shillings(l.deposit_cents),
  service_charge: shillings(l.service_charge_cents),
  other_charges: l.other_charges.map((c, key) => ({ key, label: c.label, amount: shillings(c.cents), often: c.often })),
  agent_fee: shillings(l.agent_fee_cents),
  available_from: l.available_from ?? '',
  min_term_months: l.min_term_months || '',
  furnished: l.furnished,
  pets: l.pets,
  smoking: l.smoking,
  parking_slots: l.parking_slots || '',
  water_source: l.water_source,
  power_type: l.power_type,
  backup_power: l.backup_power,
  internet: l.internet,
  gate_security: l.gate_security,
  contact_id: l.contact?.id ?? null,
  inherits: l.inherits,
});

/** For the cost breakdown beside the form; a row without a label still counts. */
export const toListingCostTerms = (d: ListingDraft): Omit<ListingCostTerms, 'discounts'> => ({
  listing_type: d.listing_type,
  price_cents: typedShillingsToCents(d.price),
  price_period: d.listing_type === listingTypes.buy ? paymentFrequencies.once : d.price_period,
  deposit_cents: typedShillingsToCents(d.deposit),
  service_charge_cents: typedShillingsToCents(d.service_charge),
  agent_fee_cents: typedShillingsToCents(d.agent_fee),
  other_charges: d.other_charges.map((c) => ({ label: c.label, cents: typedShillingsToCents(c.amount), often: c.often })),
});

export const toListingInput = (d: ListingDraft) => {
  const terms = toListingCostTerms(d);
  return {
    ...terms,
    other_charges: terms.other_charges.filter((c) => c.label.trim() !== '' && c.cents > 0),
    title: d.title,
    description: d.description,
    description_sw: d.description_sw,
    negotiable: d.negotiable,
    available_from: d.available_from || null,
    min_term_months: Number(d.min_term_months) || 0,
    furnished: d.furnished,
    pets: d.pets,
    smoking: d.smoking,
    parking_slots: Number(d.parking_slots) || 0,
    water_source: [...d.water_source],
    power_type: d.power_type,
    backup_power: d.backup_power,
    internet: d.internet,
    gate_security: d.gate_security,
    contact_id: d.contact_id,
    inherit: [...d.inherits],
  };
};

/** Form field by field of the call. */
export const listingInputFieldNames = {
  price_cents: 'price',
  deposit_cents: 'deposit',
  service_charge_cents: 'service_charge',
  agent_fee_cents: 'agent_fee',
};

/** Checks beyond the call's schema: a past date is refused only if it is new, and a listing needs a price. */
export function findListingProblems(d: ListingDraft, before: ListingDraft): ListingProblems {
  const problems: Record<string, string> = {};
  if (typedShillingsToCents(d.price) < 1) problems.price = m.listing_need_price();
  if (d.available_from && d.available_from !== before.available_from && d.available_from < clock.today())
    problems.available_from = m.listing_need_available();
  return problems;
}
