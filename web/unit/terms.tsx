import { Button, MultiSelect, NativeSelect, NumberInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { electricityTypes, waterSources } from '#contract/catalogue/kinds.ts';
import { termLabels, termLevelLabels } from '#contract/catalogue/labels.ts';
import { type TermName, termNames } from '#contract/catalogue/terms.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { electricityTypeLabels, waterSourceLabels } from '#contract/listing/labels.ts';
import { amountLimits, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { type UnitTermsLevel, unitTermsCalls } from '#contract/unit/terms-calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ApplyToSimilarDialog } from '#web/listing/apply-to-others.tsx';
import { formatPowerTypes, formatWaterSources } from '#web/listing/utility-words.ts';
import { PropertyFrame } from '#web/property/property-layout.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './unit.module.css';

/** Rent, deposit, charges, water and electricity, set once for a property and for each of its unit types. */
export default function PropertyTerms() {
  const id = parseAddressId(useParams().id);
  return (
    <PropertyFrame id={id}>
      <Inside id={id} />
    </PropertyFrame>
  );
}

const nameOf = (level: UnitTermsLevel) => level.unit_type?.name ?? m.unit_terms_whole();
const money = { rent: 'rent_cents', deposit: 'deposit_cents', service_charge: 'service_charge_cents' } as const;

function spoken(terms: UnitTermsLevel['said'], name: TermName): string {
  if (name === 'water') return formatWaterSources(terms.water_source ?? []);
  if (name === 'power') return terms.power_type ? formatPowerTypes(terms.power_type) : '';
  const cents = terms[money[name]];
  return cents === null ? '' : formatKes(cents);
}

/** The values of units that set their own: one amount, or a range. */
const range = (level: UnitTermsLevel, name: TermName): string => {
  const found = name === 'water' || name === 'power' ? null : level.ranges[name];
  if (!found) return '';
  return found.from === found.to ? formatKes(found.from) : `${formatKes(found.from)} – ${formatKes(found.to)}`;
};

function Cell({ level, name, months }: { level: UnitTermsLevel; name: TermName; months: number }) {
  const own = spoken(level.said, name);
  const above = spoken(level.above, name);
  const from = level.from[name];
  const units = range(level, name);
  const held = own || above || (name === 'deposit' && level.own.deposit < level.units ? m.unit_terms_deposit({ months }) : '');
  const count = level.own[name];
  return (
    <td data-label={termLabels[name]()}>
      <span>{held || units || m.unit_terms_none()}</span>
      {!own && above && from && <span className={classes.subtle}>{termLevelLabels[from]()}</span>}
      {count > 0 && (
        <span className={classes.subtle}>{held && units ? m.unit_terms_own_range({ count, range: units }) : m.unit_terms_own({ count })}</span>
      )}
    </td>
  );
}

function Inside({ id }: { id: number }) {
  const terms = useCall(unitTermsCalls.terms, { property_id: id });
  const [asked, setAsked] = useState<number | null>(null);
  if (!terms.data) return <LoadingState answer={terms} />;
  const { levels, may_edit, deposit_months } = terms.data;
  const open = asked === null ? undefined : levels[asked];
  return (
    <>
      <p className={`${classes.quiet} ${classes.note}`}>{m.unit_terms_help()}</p>
      <Panel pad={false}>
        <div className={classes.scroll}>
          <table className={`${classes.table} ${classes.terms}`}>
            <thead>
              <tr>
                <th scope="col">{m.unit_type()}</th>
                {termNames.map((name) => (
                  <th key={name} scope="col">
                    {termLabels[name]()}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">{m.shell_edit()}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {levels.map((level, at) => (
                <tr key={level.unit_type?.id ?? 'whole'}>
                  <th scope="row">
                    {nameOf(level)}
                    <span className={classes.subtle}>{m.unit_terms_units({ count: level.units })}</span>
                  </th>
                  {termNames.map((name) => (
                    <Cell key={name} level={level} name={name} months={deposit_months} />
                  ))}
                  <td>
                    {may_edit && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={m.unit_terms_edit({ level: nameOf(level) })}
                        onClick={() => setAsked(at)}
                      >
                        {m.shell_edit()}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      {open && <LevelForm key={asked} propertyId={id} level={open} close={() => setAsked(null)} />}
    </>
  );
}

type Num = number | string;
const typed = (cents: number | null): Num => (cents === null ? '' : toShillings(cents));
const draftOf = ({ said }: UnitTermsLevel) => ({
  rent: typed(said.rent_cents),
  deposit: typed(said.deposit_cents),
  service_charge: typed(said.service_charge_cents),
  water: said.water_source ?? [],
  power: said.power_type ?? '',
});
type Draft = ReturnType<typeof draftOf>;
const centsOf = (value: Num) => (value === '' ? null : typedAmountToCents(Number(value)));

/** The changed fields for the call; an emptied field is inherited. */
function changesOf(touched: Partial<Draft>) {
  const { rent, deposit, service_charge, water, power } = touched;
  return {
    ...(rent === undefined ? {} : { rent_cents: centsOf(rent) }),
    ...(deposit === undefined ? {} : { deposit_cents: centsOf(deposit) }),
    ...(service_charge === undefined ? {} : { service_charge_cents: centsOf(service_charge) }),
    ...(water === undefined ? {} : { water_source: water.length === 0 ? null : (water as (typeof waterSources)[number][]) }),
    ...(power === undefined ? {} : { power_type: power === '' ? null : (power as (typeof electricityTypes)[number]) }),
  };
}

function LevelForm({ propertyId, level, close }: { propertyId: number; level: UnitTermsLevel; close: () => void }) {
  const [asking, setAsking] = useState(false);
  const everybody = useRef(false);
  const form = useForm(unitTermsCalls.setTerms, {
    id: 'terms',
    blank: () => draftOf(level),
    given: (_, { touched }) => ({
      property_id: propertyId,
      unit_type_id: level.unit_type?.id ?? null,
      everybody: everybody.current,
      ...changesOf(touched),
    }),
    names: { rent_cents: 'rent', deposit_cents: 'deposit', service_charge_cents: 'service_charge', water_source: 'water', power_type: 'power' },
    inPlace: true,
    touches: [unitCalls, listingCalls],
    said: ({ changed }) => m.said_terms({ count: changed }),
    done: close,
  });
  const touched = termNames.filter((name) => name in form.touched);
  // A cleared term is inherited again, so there is nothing to apply to units that set their own.
  const said = touched.filter((name) => String(form.values[name]) !== '');
  const differing = Math.max(0, ...said.map((name) => level.own[name]));
  const amount = (name: keyof typeof money) => (
    <NumberInput
      {...form.field(name)}
      label={`${termLabels[name]()} ${m.shell_optional()}`}
      placeholder={spoken(level.above, name)}
      description={level.from[name] ? termLevelLabels[level.from[name]]() : undefined}
      prefix="KES "
      thousandSeparator=","
      min={0}
      max={toShillings(amountLimits.rent)}
      clampBehavior="strict"
      decimalScale={2}
      hideControls
    />
  );
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.unit_terms_edit({ level: nameOf(level) })}
      closeLabel={m.shell_close()}
      onSubmit={(event) => {
        everybody.current = false;
        if (differing > 0) setAsking(true);
        else form.submit(event);
      }}
      actions={<DrawerActions close={close} busy={form.busy} label={m.unit_terms_save()} disabled={touched.length === 0} />}
    >
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      {amount('rent')}
      {amount('deposit')}
      {amount('service_charge')}
      {level.unit_type ? (
        <>
          <MultiSelect
            {...form.field('water')}
            label={`${m.unit_water()} ${m.shell_optional()}`}
            placeholder={form.values.water.length === 0 ? spoken(level.above, 'water') : ''}
            data={waterSources.map((kind) => ({ value: kind, label: waterSourceLabels[kind]() }))}
          />
          <NativeSelect
            {...form.text('power')}
            label={`${m.unit_power()} ${m.shell_optional()}`}
            data={[
              { value: '', label: spoken(level.above, 'power') || m.unit_terms_none() },
              ...electricityTypes.map((kind) => ({ value: kind, label: electricityTypeLabels[kind]() })),
            ]}
          />
        </>
      ) : (
        <p className={classes.quiet}>{m.unit_terms_utilities()}</p>
      )}
      <ApplyToSimilarDialog
        opened={asking}
        close={() => setAsking(false)}
        title={m.unit_terms_also({ count: differing })}
        text={m.unit_terms_also_text({ what: said.map((name) => termLabels[name]().toLocaleLowerCase()).join(', ') })}
        all={m.unit_terms_also_all()}
        one={m.unit_terms_also_none()}
        busy={form.busy}
        answer={(all) => {
          everybody.current = all;
          setAsking(false);
          form.submit();
        }}
      />
    </FormDrawer>
  );
}
