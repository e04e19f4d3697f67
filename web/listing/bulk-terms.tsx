import { Checkbox, NativeSelect, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { listingCalls } from '#contract/listing/calls.ts';
import type { BulkListingTerms } from '#contract/listing/shapes.ts';
import { typedAmountToCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './listing.module.css';

type Field = keyof BulkListingTerms;
const labels: Readonly<Record<Field, () => string>> = {
  available_from: m.listing_field_available,
  deposit: m.listing_field_deposit,
  min_term_months: m.listing_field_term,
  negotiable: m.listing_field_negotiable,
  contact_id: m.listing_field_contact,
};
/** Initial values of a field when it is ticked. */
const starts: Partial<BulkListingTerms> = { negotiable: true, contact_id: null };

type Part = { terms: BulkListingTerms; set: (terms: BulkListingTerms) => void };

/** Terms for many listings: ticked fields are set, empty ones do not change. */
export function BulkTermFields({ terms, set, propertyId }: Part & { propertyId: number | undefined }) {
  const [ticked, setTicked] = useState<ReadonlySet<Field>>(new Set());
  const choices = useCall(listingCalls.choices, { property_id: propertyId }, { enabled: ticked.has('contact_id') && propertyId !== undefined }).data;
  const tell = (changes: BulkListingTerms) => set({ ...terms, ...changes });
  const tick = (field: Field, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(field);
    else next.delete(field);
    setTicked(next);
    const { [field]: _, ...others } = terms;
    set(on && field in starts ? { ...others, [field]: starts[field] } : others);
  };
  const inputs: Readonly<Record<Field, () => ReactNode>> = {
    available_from: () => (
      <TextInput
        type="date"
        min={clock.today()}
        label={labels.available_from()}
        onChange={(event) => tell({ available_from: event.currentTarget.value || undefined })}
      />
    ),
    deposit: () => <Deposit terms={terms} set={set} />,
    min_term_months: () => (
      <NumberInput
        label={labels.min_term_months()}
        min={0}
        max={1200}
        allowDecimal={false}
        onChange={(typed) => tell({ min_term_months: typeof typed === 'number' ? typed : undefined })}
      />
    ),
    negotiable: () => (
      <Switch
        label={labels.negotiable()}
        checked={terms.negotiable ?? true}
        onChange={(event) => tell({ negotiable: event.currentTarget.checked })}
      />
    ),
    contact_id: () => (
      <NativeSelect
        label={labels.contact_id()}
        data={[
          { value: '', label: m.listing_contact_holder() },
          ...(choices?.contacts ?? []).map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        value={terms.contact_id ? String(terms.contact_id) : ''}
        onChange={(event) => tell({ contact_id: Number(event.currentTarget.value) || null })}
      />
    ),
  };
  return (
    <>
      <Note tone="info">{m.listing_bulk_terms_help()}</Note>
      {(Object.keys(labels) as Field[]).map((field) => (
        <div key={field} className={classes.ticked}>
          <Checkbox
            label={m.listing_bulk_set({ what: labels[field]() })}
            checked={ticked.has(field)}
            onChange={(event) => tick(field, event.currentTarget.checked)}
          />
          {ticked.has(field) && inputs[field]()}
        </div>
      ))}
    </>
  );
}

function Deposit({ terms, set }: Part) {
  const [how, setHow] = useState<'months' | 'set'>('months');
  const tell = (typed: number | string) => {
    const { deposit: _, ...others } = terms;
    if (typeof typed !== 'number' || !Number.isFinite(typed)) return set(others);
    set({ ...others, deposit: how === 'months' ? { how, months: typed } : { how, cents: typedAmountToCents(typed) } });
  };
  return (
    <>
      <SegmentedControl
        aria-label={m.listing_field_deposit()}
        fullWidth
        value={how}
        onChange={(next) => {
          const { deposit: _, ...others } = terms;
          setHow(next as 'months' | 'set');
          set(others);
        }}
        data={[
          { value: 'months', label: m.listing_bulk_deposit_months() },
          { value: 'set', label: m.listing_bulk_deposit_same() },
        ]}
      />
      {how === 'months' ? (
        <NumberInput key="months" label={m.listing_bulk_deposit_months()} min={0} max={24} step={0.5} decimalScale={1} onChange={tell} />
      ) : (
        <MoneyInput key="set" label={m.listing_bulk_deposit_same()} onChange={tell} />
      )}
    </>
  );
}
