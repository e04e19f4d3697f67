import { Button, NativeSelect, Switch } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { termLabels, termLevelLabels } from '#contract/catalogue/labels.ts';
import { resolveInheritedListingTerms, type TermName } from '#contract/catalogue/terms.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import type { ListingChoices } from '#contract/listing/shapes.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { type FormHandle, useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { ListingMoneyInput } from './charges.tsx';
import { CostBreakdownPanel } from './cost.tsx';
import { type CreatedListings, ListingCreateResults, ListingUnitPicker, wholePropertyOption } from './create-parts.tsx';
import { listingInputFieldNames, type NumberInputValue, typedShillingsToCents } from './draft.ts';
import { getListingTypeChoices, getPricePeriodChoices } from './fields.tsx';
import classes from './listing.module.css';
import { formatPowerTypes, formatWaterSources } from './utility-words.ts';

const blank = {
  property_id: '',
  unit_ids: [] as readonly string[],
  listing_type: listingTypes.rent as number,
  price: '' as NumberInputValue,
  price_period: 2,
  deposit: '' as NumberInputValue,
  service_charge: '' as NumberInputValue,
  publish: true,
};
const isWhole = ({ unit_ids }: typeof blank) => unit_ids.includes(wholePropertyOption);

const givenOf = ({ unit_ids, property_id, listing_type, price, price_period, deposit, service_charge, publish }: typeof blank) => {
  const isBuy = listing_type === listingTypes.buy;
  const asked = {
    property_id: Number(property_id),
    listing_type,
    ...(price === '' ? {} : { price_cents: typedShillingsToCents(price) }),
    ...(service_charge === '' ? {} : { service_charge_cents: typedShillingsToCents(service_charge) }),
    ...(isBuy ? {} : { price_period }),
    ...(deposit === '' || isBuy ? {} : { deposit_cents: typedShillingsToCents(deposit) }),
  };
  return unit_ids.includes(wholePropertyOption) ? { ...asked, unit_id: null } : { ...asked, unit_ids: unit_ids.map(Number), publish };
};

const useChoices = (property: string) => useCall(listingCalls.choices, { creating: 'true', ...(property ? { property_id: Number(property) } : {}) });

/** Creates listings for one unit, for several, or for a whole property. */
export function CreateListingForm() {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [kind, setKind] = useState('');
  const [made, setMade] = useState<CreatedListings | null>(null);
  const hasRent = useRef(false);
  const form = useForm((values: typeof blank) => (isWhole(values) ? listingCalls.create : listingCalls.createMany), {
    id: 'listing',
    blank: (): typeof blank => ({ ...blank, property_id: params.get('property') ?? '', unit_ids: params.getAll('unit').slice(0, 1) }),
    given: givenOf,
    says: { property_id: m.listing_need_property, unit_ids: m.listing_need_units, price_cents: m.listing_need_price },
    // Empty fields are inherited from the units; a sale, or a unit without a rent, needs a price.
    check: ({ price }): Record<string, string> =>
      (price === '' ? !hasRent.current : typedShillingsToCents(price) < 1) ? { price: m.listing_need_price() } : {},
    names: listingInputFieldNames,
    touches: [unitCalls, propertyCalls],
    said: (answer) => ('made' in answer ? m.said_listings({ count: answer.made.length }) : m.said_added({ name: answer.title })),
    done: (answer) => ('made' in answer ? setMade(answer.made) : void navigate(link('listing.detail', { id: answer.id, code: answer.code }))),
  });
  const { property_id: property, unit_ids: chosen, listing_type: type, price, price_period: period, deposit, service_charge: service } = form.values;
  const choices = useChoices(property);
  const units = useMemo(
    () => (choices.data?.units ?? []).filter((u) => u.status === 'vacant' && (!kind || String(u.type_id) === kind)),
    [choices.data, kind],
  );
  const buy = type === listingTypes.buy;
  const months = choices.data?.deposit_months ?? 1;
  const of = heldOf(choices.data, chosen);
  const offered = of.map((one) =>
    resolveInheritedListingTerms(
      one,
      { listing_type: type, price_period: period, deposit_months: months },
      price === '' ? null : typedShillingsToCents(price),
    ),
  );
  hasRent.current = !buy && offered.length > 0 && offered.every((one) => one.price_cents !== null);
  if (made) return <ListingCreateResults made={made} />;
  if (!choices.data) return <LoadingState answer={choices} />;
  if (choices.data.properties.length === 0)
    return <StateBlock title={m.listing_create_nowhere_title()} text={m.listing_create_nowhere_text()} level={2} />;
  const terms = {
    listing_type: type,
    price_cents: price === '' ? (offered[0]?.price_cents ?? 0) : typedShillingsToCents(price),
    price_period: buy ? 3 : period,
    deposit_cents: deposit === '' ? (offered[0]?.deposit_cents ?? 0) : typedShillingsToCents(deposit),
    service_charge_cents: service === '' ? (offered[0]?.service_charge_cents ?? 0) : typedShillingsToCents(service),
    agent_fee_cents: 0,
    other_charges: [],
  };
  return (
    <form noValidate onSubmit={form.submit}>
      <PageHeader
        title={m.listing_create_title()}
        crumbs={[{ label: m.listing_title(), href: link('listing.list') }, { label: m.listing_new() }]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <FieldErrorsSummary title={m.shell_check_fields()} {...form.summary} />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <WhatPanel {...{ form, choices, units, kind, setKind }} />
          <PricePanel form={form} of={of} offered={offered} />
        </div>
        <div className={classes.aside}>
          <CostBreakdownPanel terms={{ ...terms, discounts: [] }} property={Number(property) || undefined} />
        </div>
      </div>
      <div className={classes.foot}>
        <Button variant="default" component={Link} to={link('listing.list')}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={form.busy}>
          {m.listing_create_save({ count: Math.max(1, chosen.length) })}
        </Button>
      </div>
    </form>
  );
}

type WhatProps = {
  form: FormHandle<typeof blank>;
  choices: ReturnType<typeof useChoices>;
  units: ListingChoices['units'];
  kind: string;
  setKind: (kind: string) => void;
};
function WhatPanel({ form, choices, units, kind, setKind }: WhatProps) {
  const { property_id: property, unit_ids: chosen, listing_type: type } = form.values;
  const { problems } = form;
  return (
    <Panel title={m.listing_create_what()}>
      <div className={classes.fields}>
        <div className={classes.pair}>
          <NativeSelect
            id="listing-property_id"
            label={m.listing_filter_property()}
            data={[{ value: '', label: '' }, ...(choices.data?.properties ?? []).map((p) => ({ value: String(p.id), label: p.name }))]}
            value={property}
            onChange={(e) => {
              form.put({ property_id: e.currentTarget.value, unit_ids: [] });
              setKind('');
            }}
            error={problems.property_id}
          />
          <NativeSelect {...form.number('listing_type')} label={m.listing_field_type()} data={getListingTypeChoices()} />
        </div>
        {property &&
          (choices.isPlaceholderData ? (
            <RowsLoading rows={3} label={m.shell_loading()} />
          ) : (
            <ListingUnitPicker
              all={choices.data?.units ?? []}
              units={units}
              type={type}
              kind={kind}
              setKind={setKind}
              chosen={chosen}
              setChosen={(ids) => form.set('unit_ids', ids)}
              error={problems.unit_ids}
            />
          ))}
      </div>
    </Panel>
  );
}

type PriceProps = { form: FormHandle<typeof blank>; of: readonly Held[]; offered: readonly ReturnType<typeof resolveInheritedListingTerms>[] };
function PricePanel({ form, of, offered }: PriceProps) {
  const buy = form.values.listing_type === listingTypes.buy;
  return (
    <Panel title={m.listing_section_money()}>
      <div className={classes.fields}>
        <div className={classes.pair}>
          <ListingMoneyInput
            {...form.field('price')}
            id="listing-price"
            label={m.listing_field_price()}
            {...(buy
              ? {}
              : shown(
                  of,
                  'rent',
                  offered.map((one) => one.price_cents),
                ))}
          />
          {!buy && <NativeSelect {...form.number('price_period')} label={m.listing_field_period()} data={getPricePeriodChoices()} />}
          {!buy && (
            <ListingMoneyInput
              {...form.field('deposit')}
              id="listing-deposit"
              label={`${m.listing_field_deposit()} ${m.shell_optional()}`}
              {...shown(
                of,
                'deposit',
                offered.map((one) => one.deposit_cents),
              )}
            />
          )}
          <ListingMoneyInput
            {...form.field('service_charge')}
            id="listing-service_charge"
            label={`${m.listing_field_service()} ${m.shell_optional()}`}
            {...shown(
              of,
              'service_charge',
              offered.map((one) => one.service_charge_cents),
            )}
          />
        </div>
        {of.length > 0 && (
          <p className={classes.quiet}>
            {m.listing_inherited_help()} {homeSaid(of)}
          </p>
        )}
        {!isWhole(form.values) && (
          <Switch {...form.tick('publish')} label={m.listing_create_publish()} description={m.listing_create_publish_help()} />
        )}
      </div>
    </Panel>
  );
}

type Held = NonNullable<ListingChoices['whole']>;
/** The terms of the chosen units or of the whole property. */
const heldOf = (choices: ListingChoices | undefined, chosen: readonly string[]): Held[] =>
  chosen.includes(wholePropertyOption) ? [choices?.whole ?? []].flat() : (choices?.units ?? []).filter((unit) => chosen.includes(String(unit.id)));

/** The inherited amount in the field, with its source below. */
function shown(of: readonly Held[], name: TermName, amounts: readonly (number | null)[]) {
  const known = amounts.filter((one) => one !== null);
  if (of.length === 0 || known.length < of.length) return {};
  const [least, top] = [Math.min(...known), Math.max(...known)];
  const levels = new Set(of.map((one) => one.sources[name]));
  const [level] = levels;
  const one = level ? termLevelLabels[level]() : name === 'deposit' ? m.listing_from_months() : '';
  return {
    placeholder: least === top ? formatKes(least) : `${formatKes(least)} – ${formatKes(top)}`,
    description: levels.size > 1 ? m.listing_from_each() : one,
  };
}

/** Water and electricity, where all chosen units have the same. */
function homeSaid(of: readonly Held[]): string {
  const water = new Set(of.map((one) => formatWaterSources(one.water_source ?? [])));
  const power = new Set(of.map((one) => (one.power_type ? formatPowerTypes(one.power_type) : '')));
  const alike = (name: TermName, said: ReadonlySet<string>) =>
    [...said].filter(Boolean).length === 1 && said.size === 1 ? `${termLabels[name]()}: ${[...said].join()}.` : '';
  return [alike('water', water), alike('power', power)].filter(Boolean).join(' ');
}
