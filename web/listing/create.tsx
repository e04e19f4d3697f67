import { Button, Checkbox, NativeSelect, Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import type { ReadinessKey } from '#contract/listing/kinds.ts';
import type { ListingChoices } from '#contract/listing/shapes.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDash } from '#web/layout/screen.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { IconChevronRight } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { ListingStatus } from './badges.tsx';
import { TrueCost } from './cost.tsx';
import { type Num, toCents, wireNames } from './draft.ts';
import { Money, periodChoices, typeChoices } from './fields.tsx';
import classes from './listing.module.css';
import { readinessWord } from './words.ts';

type Made = Answer<typeof listingCalls.createMany>['made'];
type Unit = ListingChoices['units'][number];
const whole = 'whole';
const blank = {
  property_id: '',
  unit_ids: [] as readonly string[],
  listing_type: listingTypes.rent as number,
  price: '' as Num,
  price_period: 2,
  deposit: '' as Num,
  publish: true,
};
const isWhole = ({ unit_ids }: typeof blank) => unit_ids.includes(whole);

/** Offers for one unit, for many at once, or for a whole property: what, for how much, and whether to publish at once. */
export function ListingCreate() {
  const { link } = useDash();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [kind, setKind] = useState('');
  const [made, setMade] = useState<Made | null>(null);
  const form = useForm((values: typeof blank) => (isWhole(values) ? listingCalls.create : listingCalls.createMany), {
    id: 'listing',
    blank: (): typeof blank => ({ ...blank, property_id: params.get('property') ?? '', unit_ids: params.getAll('unit').slice(0, 1) }),
    given: ({ unit_ids, property_id, listing_type, price, price_period, deposit, publish }) => {
      const isBuy = listing_type === listingTypes.buy;
      const asked = {
        property_id: Number(property_id),
        listing_type,
        price_cents: toCents(price),
        ...(isBuy ? {} : { price_period }),
        ...(deposit === '' || isBuy ? {} : { deposit_cents: toCents(deposit) }),
      };
      return unit_ids.includes(whole) ? { ...asked, unit_id: null } : { ...asked, unit_ids: unit_ids.map(Number), publish };
    },
    says: { property_id: m.listing_need_property, unit_ids: m.listing_need_units, price_cents: m.listing_need_price },
    check: ({ price }): Record<string, string> => (toCents(price) < 1 ? { price: m.listing_need_price() } : {}),
    names: wireNames,
    touches: [unitCalls, propertyCalls],
    done: (answer) => ('made' in answer ? setMade(answer.made) : void navigate(link('listing.detail', { id: answer.id, code: answer.code }))),
  });
  const { property_id: property, unit_ids: chosen, listing_type: type, price, price_period: period, deposit } = form.values;
  const { problems } = form;
  const choices = useCall(listingCalls.choices, { creating: 'true', ...(property ? { property_id: Number(property) } : {}) });
  const units = useMemo(
    () => (choices.data?.units ?? []).filter((u) => u.status === 'vacant' && (!kind || String(u.type_id) === kind)),
    [choices.data, kind],
  );
  const buy = type === listingTypes.buy;
  if (made) return <Results made={made} />;
  if (!choices.data) return <Waiting answer={choices} />;
  if (choices.data.properties.length === 0)
    return <StateBlock title={m.listing_create_nowhere_title()} text={m.listing_create_nowhere_text()} level={2} />;
  const terms = {
    listing_type: type,
    price_cents: toCents(price),
    price_period: buy ? 3 : period,
    deposit_cents: deposit === '' && !buy ? toCents(price) : toCents(deposit),
    service_charge_cents: 0,
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
                <NativeSelect {...form.number('listing_type')} label={m.listing_field_type()} data={typeChoices()} />
              </div>
              {property &&
                (choices.isPlaceholderData ? (
                  <RowsLoading rows={3} label={m.shell_loading()} />
                ) : (
                  <Units
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
          <Panel title={m.listing_section_money()}>
            <div className={classes.fields}>
              <div className={classes.pair}>
                <Money {...form.field('price')} id="listing-price" label={m.listing_field_price()} />
                {!buy && <NativeSelect {...form.number('price_period')} label={m.listing_field_period()} data={periodChoices()} />}
                {!buy && <Money {...form.field('deposit')} id="listing-deposit" label={`${m.listing_field_deposit()} ${m.shell_optional()}`} />}
              </div>
              {!isWhole(form.values) && (
                <Switch {...form.tick('publish')} label={m.listing_create_publish()} description={m.listing_create_publish_help()} />
              )}
            </div>
          </Panel>
        </div>
        <div className={classes.aside}>
          <TrueCost terms={{ ...terms, discounts: [] }} />
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

type UnitsProps = {
  all: readonly Unit[];
  units: readonly Unit[];
  type: number;
  kind: string;
  setKind: (kind: string) => void;
  chosen: readonly string[];
  setChosen: (ids: readonly string[]) => void;
  error: string | undefined;
};
function Units({ all, units, type, kind, setKind, chosen, setChosen, error }: UnitsProps) {
  const kinds = [...new Map(all.filter((u) => u.status === 'vacant').map((u) => [String(u.type_id), u.type]))];
  const free = units.filter((u) => !u.live.includes(type));
  const entire = chosen.includes(whole);
  return (
    <>
      <Checkbox label={m.listing_whole_property()} checked={entire} onChange={(e) => setChosen(e.currentTarget.checked ? [whole] : [])} />
      {!entire && (
        <>
          <div className={classes.between}>
            <NativeSelect
              label={m.listing_create_kind()}
              data={[{ value: '', label: m.listing_create_kind_all() }, ...kinds.map(([value, label]) => ({ value, label }))]}
              value={kind}
              onChange={(e) => {
                setKind(e.currentTarget.value);
                setChosen([]);
              }}
            />
            {free.length > 1 && (
              <Button variant="default" onClick={() => setChosen(free.map((u) => String(u.id)))}>
                {m.listing_create_all({ count: free.length })}
              </Button>
            )}
          </div>
          {units.length === 0 ? (
            <p className={classes.quiet}>{m.listing_create_none()}</p>
          ) : (
            <Checkbox.Group
              id="listing-unit_ids"
              label={m.listing_create_units()}
              description={m.listing_create_chosen({ count: chosen.length })}
              value={[...chosen]}
              onChange={setChosen}
              error={error}
            >
              <div className={classes.units}>
                {units.map((u) => (
                  <Checkbox
                    key={u.id}
                    value={String(u.id)}
                    label={u.name}
                    description={u.live.includes(type) ? `${u.type}, ${m.listing_create_live()}` : u.type}
                    disabled={u.live.includes(type)}
                  />
                ))}
              </div>
            </Checkbox.Group>
          )}
        </>
      )}
    </>
  );
}

/** Of each offer: where it stands now, and what keeps it from going live. */
function Results({ made }: { made: Made }) {
  const { link } = useDash();
  return (
    <>
      <PageHeader
        title={m.listing_create_result()}
        crumbs={[{ label: m.listing_title(), href: link('listing.list') }, { label: m.listing_new() }]}
        crumbsLabel={m.shell_nav_sections()}
        actions={
          <Button component={Link} to={link('listing.list')}>
            {m.listing_title()}
          </Button>
        }
      />
      <Panel pad={false}>
        <PanelRows>
          {made.map((l) => (
            <Link key={l.id} className={classes.line} to={link('listing.detail', { id: l.id, code: l.code })}>
              <span className={classes.step}>
                <span>
                  <b>{l.unit}</b> <span className={classes.quiet}>{l.code}</span>
                </span>
                <ListingStatus of={{ status: l.status, closed_as: null, over_plan: false }} />
                <IconChevronRight size={16} aria-hidden />
              </span>
              {l.missing.length > 0 && (
                <span className={classes.quiet}>
                  {m.listing_create_missing({ what: l.missing.map((key) => readinessWord(key as ReadinessKey, 0, 3)).join(', ') })}
                </span>
              )}
            </Link>
          ))}
        </PanelRows>
      </Panel>
    </>
  );
}
