import { ActionIcon, Autocomplete, Button, MultiSelect, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { electricityTypes, type FurnishingKind, furnishingKinds, waterSources } from '#contract/catalogue/kinds.ts';
import { termLevelLabels } from '#contract/catalogue/labels.ts';
import type { TermName, TermSources } from '#contract/catalogue/terms.ts';
import { electricityTypeLabels, waterSourceLabels } from '#contract/listing/labels.ts';
import { amountLimits, toShillings } from '#contract/money/cents.ts';
import { type UnitMeterKind, unitMeterKinds } from '#contract/unit/kinds.ts';
import { unitFurnishingLabels, unitMeterLabels } from '#contract/unit/labels.ts';
import type { FormProblems } from '#web/forms/form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { SignedNumberInput } from '#web/ui/dash/signed-number.tsx';
import { IconPlus, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import type { UnitDraft, UnitNumberInput } from './draft.ts';
import type { UnitChoices } from './filters.tsx';
import classes from './unit.module.css';

export type UnitFieldsProps = {
  draft: UnitDraft;
  set: <K extends keyof UnitDraft>(name: K, value: UnitDraft[K]) => void;
  problems: FormProblems;
  choices: UnitChoices | undefined;
  blocks: readonly string[];
  /** For an existing unit: the level that sets each of its terms. */
  sources?: TermSources;
  /** The name, or the pattern of several names. */
  naming: ReactNode;
};

const optional = (label: string) => `${label} ${m.shell_optional()}`;
const numeric = (value: number | string): UnitNumberInput => (typeof value === 'number' ? value : '');

/** All fields of a unit in the order people expect. */
export function UnitFields(props: UnitFieldsProps) {
  return (
    <div className={classes.page}>
      <What {...props} />
      <Money {...props} />
      <Rest {...props} />
    </div>
  );
}

type Kind = 'floor' | 'bedrooms' | 'bathrooms' | 'area_m2' | 'rent' | 'deposit' | 'service_charge' | 'keys_count';
const limits: Readonly<Record<Kind, { min: number; max: number; money?: true }>> = {
  floor: { min: -5, max: 120 },
  bedrooms: { min: 0, max: 20 },
  bathrooms: { min: 0, max: 20 },
  area_m2: { min: 1, max: 10_000_000 },
  rent: { min: 0, max: toShillings(amountLimits.rent), money: true },
  deposit: { min: 0, max: toShillings(amountLimits.rent), money: true },
  service_charge: { min: 0, max: toShillings(amountLimits.rent), money: true },
  keys_count: { min: 0, max: 100 },
};

const Amount = ({ name, label, help, draft, set, problems }: UnitFieldsProps & { name: Kind; label: string; help?: string }) => {
  const { min, max, money } = limits[name];
  const shared = { id: `unit-${name}`, label, description: help, error: problems[name], min };
  const value = draft[name];
  if (min < 0)
    return (
      <SignedNumberInput {...shared} max={max} allowDecimal={false} value={value === '' ? null : value} onChange={(next) => set(name, next ?? '')} />
    );
  const typed = { value, onChange: (next: number | string) => set(name, numeric(next)) };
  return money ? <MoneyInput {...shared} {...typed} /> : <NumberInput {...shared} max={max} {...typed} allowDecimal={false} />;
};

const What = (props: UnitFieldsProps) => {
  const { draft, set, problems, choices, blocks, naming } = props;
  return (
    <Panel title={m.unit_panel_facts()}>
      <div className={classes.form}>
        {naming}
        <div className={classes.two}>
          <NativeSelect
            id="unit-unit_type_id"
            label={m.unit_type()}
            data={[{ value: '', label: m.unit_choose() }, ...(choices?.unit_types ?? []).map((one) => ({ value: String(one.id), label: one.name }))]}
            value={draft.unit_type_id}
            onChange={(event) => {
              const type = choices?.unit_types.find((one) => String(one.id) === event.currentTarget.value);
              set('unit_type_id', event.currentTarget.value);
              if (type?.bedrooms !== null && type?.bedrooms !== undefined) set('bedrooms', type.bedrooms);
            }}
            error={problems.unit_type_id}
          />
          <Autocomplete
            id="unit-block"
            label={optional(m.unit_block())}
            data={[...blocks]}
            value={draft.block}
            onChange={(value) => set('block', value)}
            error={problems.block}
            maxLength={40}
          />
        </div>
        <div className={classes.two}>
          <Amount {...props} name="bedrooms" label={m.unit_bedrooms()} />
          <Amount {...props} name="bathrooms" label={m.unit_bathrooms()} />
          <Amount {...props} name="floor" label={optional(m.unit_floor())} help={m.unit_floor_help()} />
          <Amount {...props} name="area_m2" label={optional(m.unit_area_m2())} help={m.unit_area_help()} />
        </div>
        <NativeSelect
          id="unit-furnished"
          label={m.unit_furnishing()}
          data={furnishingKinds.map((one) => ({ value: one, label: unitFurnishingLabels[one]() }))}
          value={draft.furnished}
          onChange={(event) => set('furnished', event.currentTarget.value as FurnishingKind)}
        />
      </div>
    </Panel>
  );
};

/** The level from which a term is inherited. */
const hintOf = ({ sources }: UnitFieldsProps, name: TermName): string => {
  const from = sources?.[name];
  return from && from !== 'unit' ? termLevelLabels[from]() : m.unit_from_empty();
};
const hint = (props: UnitFieldsProps, name: 'rent' | 'deposit' | 'service_charge') => ({ help: hintOf(props, name) });

const Money = (props: UnitFieldsProps) => (
  <Panel title={m.unit_panel_money()}>
    <div className={classes.form}>
      <div className={classes.three}>
        <Amount {...props} name="rent" label={m.unit_rent_month()} {...hint(props, 'rent')} />
        <Amount {...props} name="deposit" label={optional(m.unit_deposit())} {...hint(props, 'deposit')} />
        <Amount {...props} name="service_charge" label={optional(m.unit_service_charge())} {...hint(props, 'service_charge')} />
      </div>
      <div className={classes.two}>
        <MultiSelect
          id="unit-water_source"
          label={optional(m.unit_water())}
          description={hintOf(props, 'water')}
          placeholder={props.draft.water_source.length === 0 ? m.unit_inherits_choice() : ''}
          data={waterSources.map((kind) => ({ value: kind, label: waterSourceLabels[kind]() }))}
          value={props.draft.water_source}
          onChange={(value) => props.set('water_source', value)}
          error={props.problems.water_source}
        />
        <NativeSelect
          id="unit-power_type"
          label={optional(m.unit_power())}
          description={hintOf(props, 'power')}
          data={[
            { value: '', label: m.unit_inherits_choice() },
            ...electricityTypes.map((kind) => ({ value: kind, label: electricityTypeLabels[kind]() })),
          ]}
          value={props.draft.power_type}
          onChange={(event) => props.set('power_type', event.currentTarget.value)}
          error={props.problems.power_type}
        />
      </div>
    </div>
  </Panel>
);

const Rest = (props: UnitFieldsProps) => {
  const { draft, set, problems, choices } = props;
  return (
    <Panel title={m.unit_panel_more()}>
      <div className={classes.form}>
        <MultiSelect
          id="unit-amenities"
          label={optional(m.unit_amenities())}
          data={(choices?.amenities ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
          value={draft.amenities}
          onChange={(value) => set('amenities', value)}
          error={problems.amenities}
          searchable
        />
        <div className={classes.two}>
          <TextInput
            id="unit-available_from"
            type="date"
            label={optional(m.unit_available_from())}
            value={draft.available_from}
            onChange={(event) => set('available_from', event.currentTarget.value)}
            error={problems.available_from}
          />
          <Amount {...props} name="keys_count" label={optional(m.unit_keys())} />
        </div>
        <Meters {...props} />
        <Textarea
          id="unit-notes"
          label={optional(m.unit_notes())}
          description={m.unit_notes_help()}
          value={draft.notes}
          onChange={(event) => set('notes', event.currentTarget.value)}
          error={problems.notes}
          maxLength={4000}
          autosize
          minRows={3}
        />
      </div>
    </Panel>
  );
};

const Meters = ({ draft, set, problems }: UnitFieldsProps) => {
  const change = (at: number, part: Partial<UnitDraft['meters'][number]>) =>
    set(
      'meters',
      draft.meters.map((meter, n) => (n === at ? { ...meter, ...part } : meter)),
    );
  return (
    <fieldset className={classes.fieldset} id="unit-meters">
      <legend className={classes.legend}>{optional(m.unit_meters())}</legend>
      {draft.meters.map((meter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a meter has no name of its own until it is saved
        <div key={at} className={classes.meter}>
          <NativeSelect
            aria-label={m.unit_meter_kind()}
            data={unitMeterKinds.map((kind) => ({ value: kind, label: unitMeterLabels[kind]() }))}
            value={meter.kind}
            onChange={(event) => change(at, { kind: event.currentTarget.value as UnitMeterKind })}
          />
          <TextInput
            aria-label={m.unit_meter_number()}
            placeholder={m.unit_meter_number()}
            value={meter.number}
            onChange={(event) => change(at, { number: event.currentTarget.value })}
            maxLength={40}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={m.unit_meter_remove({ number: meter.number })}
            onClick={() =>
              set(
                'meters',
                draft.meters.filter((_, n) => n !== at),
              )
            }
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {problems.meters && <p className={classes.bad}>{problems.meters}</p>}
      {draft.meters.length < 10 && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set('meters', [...draft.meters, { kind: 'water', number: '' }])}
        >
          {m.unit_meter_add()}
        </Button>
      )}
    </fieldset>
  );
};
