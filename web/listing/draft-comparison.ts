import { toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import { paymentFrequencyLabels } from '#contract/catalogue/labels.ts';
import { electricityTypeLabels, furnishingKindLabels, waterSourceLabels } from '#contract/listing/labels.ts';
import type { ConflictLabels } from '#web/forms/conflict-rows.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { type ListingDraft, typedShillingsToCents } from './draft.ts';
import { getListingTypeLabel } from './words.ts';

/** Labels and formats of listing fields where two versions are compared. */
export const getListingDraftFieldLabels = (): ConflictLabels<ListingDraft> => ({
  listing_type: m.listing_field_type(),
  title: m.listing_field_title(),
  description: m.listing_field_description(),
  description_sw: m.listing_field_description_sw(),
  price: m.listing_field_price(),
  price_period: m.listing_field_period(),
  negotiable: m.listing_field_negotiable(),
  deposit: m.listing_field_deposit(),
  service_charge: m.listing_field_service(),
  other_charges: m.listing_field_charges(),
  agent_fee: m.listing_field_fee(),
  available_from: m.listing_field_available(),
  min_term_months: m.listing_field_term(),
  furnished: m.listing_field_furnished(),
  pets: m.listing_field_pets(),
  smoking: m.listing_field_smoking(),
  parking_slots: m.listing_field_parking(),
  water_source: m.listing_field_water(),
  power_type: m.listing_field_power(),
  backup_power: m.listing_field_backup(),
  internet: m.listing_field_internet(),
  gate_security: m.listing_field_gate(),
  contact_id: m.listing_field_contact(),
  inherits: null,
});

type Named = { readonly id: number; readonly name: string };
type Reads = { readonly [N in keyof ListingDraft]?: (value: ListingDraft[N]) => string | undefined };

const amount = (typed: ListingDraft['price']) => (typed === '' ? undefined : formatKes(typedShillingsToCents(typed)));
const tri = (value: boolean | null) => (value === null ? m.listing_unsaid() : undefined);
const nameIn = (names: Readonly<Record<string, () => string>>) => (key: string) => names[key]?.() ?? key;

const readsBy = (contacts: readonly Named[]): Reads => ({
  listing_type: getListingTypeLabel,
  price: amount,
  deposit: amount,
  service_charge: amount,
  agent_fee: amount,
  price_period: (value) => paymentFrequencyLabels[toPaymentFrequency(value)](),
  other_charges: (rows) => rows.map((one) => `${one.label} ${formatKes(typedShillingsToCents(one.amount))}`).join(', '),
  furnished: (value) => furnishingKindLabels[value](),
  pets: tri,
  smoking: tri,
  water_source: (kinds) => kinds.map(nameIn(waterSourceLabels)).join(', '),
  power_type: (value) => (value === '' ? m.listing_unsaid() : nameIn(electricityTypeLabels)(value)),
  contact_id: (id) => contacts.find((one) => one.id === id)?.name ?? m.listing_contact_holder(),
});

export const makeListingFieldFormatter =
  (contacts: readonly Named[]) =>
  <N extends keyof ListingDraft>(name: N, draft: ListingDraft): string | undefined =>
    readsBy(contacts)[name]?.(draft[name]);
