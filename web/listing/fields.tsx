import { Checkbox, Group, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import {
  electricityTypes,
  type FurnishingKind,
  furnishingKinds,
  listingTypes,
  type PaymentFrequency,
  paymentFrequencies,
  waterSources,
} from '#contract/catalogue/kinds.ts';
import { paymentFrequencyLabels } from '#contract/catalogue/labels.ts';
import { electricityTypeLabels, furnishingKindLabels, waterSourceLabels } from '#contract/listing/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import { ListingCharges, ListingMoneyInput } from './charges.tsx';
import type { ListingDraft, ListingProblems, SetListingField } from './draft.ts';
import { type InheritedTerms, InheritedTermValue } from './inherited-value.tsx';
import classes from './listing.module.css';
import { getListingTypeLabel } from './words.ts';

export type ListingFieldsProps = {
  draft: ListingDraft;
  set: SetListingField;
  problems: ListingProblems;
  from: InheritedTerms;
  put: (changes: Partial<ListingDraft>) => void;
};

export const getListingTypeChoices = () => Object.values(listingTypes).map((n) => ({ value: String(n), label: getListingTypeLabel(n) }));
export const getPricePeriodChoices = () =>
  (Object.keys(paymentFrequencies) as PaymentFrequency[])
    .filter((name) => name !== 'once')
    .map((name) => ({ value: String(paymentFrequencies[name]), label: paymentFrequencyLabels[name]() }));

export const ListingBasicFields = ({ draft, set, problems, typeOpen }: ListingFieldsProps & { typeOpen: boolean }) => (
  <Panel title={m.listing_section_offer()}>
    <div className={classes.fields}>
      {typeOpen && (
        <NativeSelect
          id="listing-listing_type"
          label={m.listing_field_type()}
          data={getListingTypeChoices()}
          value={String(draft.listing_type)}
          onChange={(e) => set('listing_type', Number(e.currentTarget.value))}
          error={problems.listing_type}
        />
      )}
      <TextInput
        id="listing-title"
        label={m.listing_field_title()}
        value={draft.title}
        onChange={(e) => set('title', e.currentTarget.value)}
        error={problems.title}
        maxLength={140}
      />
      <Textarea
        id="listing-description"
        label={`${m.listing_field_description()} ${m.shell_optional()}`}
        value={draft.description}
        onChange={(e) => set('description', e.currentTarget.value)}
        error={problems.description}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={8000}
      />
      <Textarea
        id="listing-description_sw"
        lang="sw"
        label={`${m.listing_field_description_sw()} ${m.shell_optional()}`}
        value={draft.description_sw}
        onChange={(e) => set('description_sw', e.currentTarget.value)}
        error={problems.description_sw}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={8000}
      />
    </div>
  </Panel>
);

export function ListingMoneyFields({ draft, set, problems, from, put }: ListingFieldsProps) {
  const below = { draft, from, put };
  const buy = draft.listing_type === listingTypes.buy;
  return (
    <Panel title={m.listing_section_money()}>
      <div className={classes.fields}>
        <div className={classes.pair}>
          <div>
            <ListingMoneyInput
              id="listing-price"
              label={m.listing_field_price()}
              value={draft.price}
              onChange={(v) => set('price', v)}
              error={problems.price}
            />
            {!buy && <InheritedTermValue {...below} name="rent" />}
          </div>
          {!buy && (
            <NativeSelect
              id="listing-price_period"
              label={m.listing_field_period()}
              data={getPricePeriodChoices()}
              value={String(draft.price_period)}
              onChange={(e) => set('price_period', Number(e.currentTarget.value))}
              error={problems.price_period}
            />
          )}
          {!buy && (
            <div>
              <ListingMoneyInput
                id="listing-deposit"
                label={m.listing_field_deposit()}
                value={draft.deposit}
                onChange={(v) => set('deposit', v)}
                error={problems.deposit}
              />
              <InheritedTermValue {...below} name="deposit" />
            </div>
          )}
          <div>
            <ListingMoneyInput
              id="listing-service_charge"
              label={m.listing_field_service()}
              value={draft.service_charge}
              onChange={(v) => set('service_charge', v)}
              error={problems.service_charge}
            />
            <InheritedTermValue {...below} name="service_charge" />
          </div>
          <ListingMoneyInput
            id="listing-agent_fee"
            label={m.listing_field_fee()}
            value={draft.agent_fee}
            onChange={(v) => set('agent_fee', v)}
            error={problems.agent_fee}
          />
        </div>
        <Switch label={m.listing_field_negotiable()} checked={draft.negotiable} onChange={(e) => set('negotiable', e.currentTarget.checked)} />
        <ListingCharges charges={draft.other_charges} set={(rows) => set('other_charges', rows)} />
      </div>
    </Panel>
  );
}

const said = () => [
  { value: '', label: m.listing_unsaid() },
  { value: 'yes', label: m.listing_yes() },
  { value: 'no', label: m.listing_no() },
];
const toSaid = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no');
const fromSaid = (text: string): boolean | null => (text === '' ? null : text === 'yes');

export const ListingHomeFields = ({ draft, set, problems, from, put }: ListingFieldsProps) => (
  <Panel title={m.listing_section_home()}>
    <div className={classes.fields}>
      <div className={classes.pair}>
        <TextInput
          id="listing-available_from"
          type="date"
          min={clock.today()}
          label={m.listing_field_available()}
          value={draft.available_from}
          onChange={(e) => set('available_from', e.currentTarget.value)}
          error={problems.available_from}
        />
        <NumberInput
          id="listing-min_term_months"
          label={m.listing_field_term()}
          value={draft.min_term_months}
          onChange={(v) => set('min_term_months', v)}
          min={0}
          max={1200}
          allowDecimal={false}
        />
        <NativeSelect
          label={m.listing_field_furnished()}
          data={furnishingKinds.map((f) => ({ value: f, label: furnishingKindLabels[f]() }))}
          value={draft.furnished}
          onChange={(e) => set('furnished', e.currentTarget.value as FurnishingKind)}
        />
        <NumberInput
          id="listing-parking_slots"
          label={m.listing_field_parking()}
          value={draft.parking_slots}
          onChange={(v) => set('parking_slots', v)}
          min={0}
          max={100}
          allowDecimal={false}
        />
        <NativeSelect
          label={m.listing_field_pets()}
          data={said()}
          value={toSaid(draft.pets)}
          onChange={(e) => set('pets', fromSaid(e.currentTarget.value))}
        />
        <NativeSelect
          label={m.listing_field_smoking()}
          data={said()}
          value={toSaid(draft.smoking)}
          onChange={(e) => set('smoking', fromSaid(e.currentTarget.value))}
        />
        <div>
          <NativeSelect
            label={m.listing_field_power()}
            data={[{ value: '', label: m.listing_unsaid() }, ...electricityTypes.map((p) => ({ value: p, label: electricityTypeLabels[p]() }))]}
            value={draft.power_type}
            onChange={(e) => set('power_type', e.currentTarget.value)}
          />
          <InheritedTermValue {...{ draft, from, put }} name="power" />
        </div>
        <TextInput
          label={`${m.listing_field_internet()} ${m.shell_optional()}`}
          value={draft.internet}
          onChange={(e) => set('internet', e.currentTarget.value)}
          maxLength={80}
        />
      </div>
      <Checkbox.Group label={m.listing_field_water()} value={[...draft.water_source]} onChange={(v) => set('water_source', v)}>
        <Group gap={18} mt={8}>
          {waterSources.map((w) => (
            <Checkbox key={w} value={w} label={waterSourceLabels[w]()} />
          ))}
        </Group>
      </Checkbox.Group>
      <InheritedTermValue {...{ draft, from, put }} name="water" />
    </div>
  </Panel>
);

export const ListingContactFields = ({
  draft,
  set,
  problems,
  contacts,
}: ListingFieldsProps & { contacts: readonly { id: number; name: string }[] }) => (
  <Panel title={m.listing_section_contact()}>
    <NativeSelect
      id="listing-contact_id"
      label={m.listing_field_contact()}
      data={[{ value: '', label: m.listing_contact_holder() }, ...contacts.map((c) => ({ value: String(c.id), label: c.name }))]}
      value={draft.contact_id === null ? '' : String(draft.contact_id)}
      onChange={(e) => set('contact_id', Number(e.currentTarget.value) || null)}
      error={problems.contact_id}
    />
  </Panel>
);
