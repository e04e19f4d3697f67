import { Button } from '@mantine/core';
import { termLabels, termLevelLabels } from '#contract/catalogue/labels.ts';
import { resolveInheritedListingTerms, type TermName } from '#contract/catalogue/terms.ts';
import type { ListingDetails } from '#contract/listing/shapes.ts';
import { toShillings } from '#contract/money/cents.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { type ListingDraft, typedShillingsToCents } from './draft.ts';
import classes from './listing.module.css';
import { formatPowerTypes, formatWaterSources } from './utility-words.ts';

export type InheritedTerms = Pick<ListingDetails, 'held' | 'deposit_months'>;
const fieldOf = { rent: 'price', deposit: 'deposit', service_charge: 'service_charge', water: 'water_source', power: 'power_type' } as const;

/** The inherited value of a draft's field in form format; undefined if it is not set anywhere. */
function given(
  { held, deposit_months }: InheritedTerms,
  draft: ListingDraft,
  name: TermName,
): { value: ListingDraft[(typeof fieldOf)[TermName]]; said: string } | undefined {
  const own = draft.inherits.includes('rent') ? null : typedShillingsToCents(draft.price);
  const terms = resolveInheritedListingTerms(held, { listing_type: draft.listing_type, price_period: draft.price_period, deposit_months }, own);
  if (name === 'rent') return terms.price_cents === null ? undefined : { value: toShillings(terms.price_cents), said: formatKes(terms.price_cents) };
  if (name === 'deposit') return { value: toShillings(terms.deposit_cents), said: formatKes(terms.deposit_cents) };
  if (name === 'service_charge') return { value: toShillings(terms.service_charge_cents), said: formatKes(terms.service_charge_cents) };
  if (name === 'water') return held.water_source ? { value: terms.water_source, said: formatWaterSources(terms.water_source) } : undefined;
  return held.power_type ? { value: terms.power_type, said: formatPowerTypes(terms.power_type) } : undefined;
}

const sourceOf = ({ held }: InheritedTerms, name: TermName): string => {
  const from = held.sources[name];
  if (from) return termLevelLabels[from]();
  return name === 'deposit' ? m.listing_from_months() : '';
};

type Props = { from: InheritedTerms; draft: ListingDraft; put: (changes: Partial<ListingDraft>) => void; name: TermName };
/** Below a field: the source of its value, or a button to inherit again. */
export function InheritedTermValue({ from, draft, put, name }: Props) {
  const source = sourceOf(from, name);
  if (draft.inherits.includes(name)) return source ? <p className={classes.from}>{source}</p> : null;
  const unit = given(from, draft, name);
  if (!unit || source === '' || JSON.stringify(unit.value) === JSON.stringify(draft[fieldOf[name]])) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.from ?? ''}
      aria-label={`${termLabels[name]()}: ${m.listing_inherit_again({ value: unit.said })}`}
      onClick={() => put({ [fieldOf[name]]: unit.value, inherits: [...draft.inherits, name] })}
    >
      {m.listing_inherit_again({ value: unit.said })}
    </Button>
  );
}

/** An edited field becomes the listing's own value. */
export const overrideInheritedTerm = (draft: ListingDraft, field: string): Partial<ListingDraft> => {
  const name = (Object.keys(fieldOf) as TermName[]).find((one) => fieldOf[one] === field);
  return name && draft.inherits.includes(name) ? { inherits: draft.inherits.filter((one) => one !== name) } : {};
};
