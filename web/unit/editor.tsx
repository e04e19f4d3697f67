import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { termLabels } from '#contract/catalogue/labels.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { typedAmountToCents } from '#contract/money/cents.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { type UnitDetails, unitCalls } from '#contract/unit/calls.ts';
import { unitFurnishingLabels, unitMeterLabels } from '#contract/unit/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import type { ConflictLabels } from '#web/forms/conflict-rows.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ApplyToSimilarDialog } from '#web/listing/apply-to-others.tsx';
import { formatPowerTypes, formatWaterSources } from '#web/listing/utility-words.ts';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { requiredUnitFieldMessages, toUnitDraft, toUnitInput, type UnitDraft, unitInputFieldNames } from './draft.ts';
import { UnitFields } from './fields.tsx';
import classes from './unit.module.css';

type Choices = CallResult<typeof unitCalls.choices>;

/** Edits a unit. In a conflict the slower editor sees the differences and decides; no input is lost. */
const termFields = ['rent', 'deposit', 'service_charge', 'water_source', 'power_type'] as const;
const termOf = { rent: 'rent', deposit: 'deposit', service_charge: 'service_charge', water_source: 'water', power_type: 'power' } as const;

export function UnitEditor({ unit, close }: { unit: UnitDetails; close: () => void }) {
  const [asking, setAsking] = useState(false);
  const others = useRef(false);
  const choices = useCall(unitCalls.choices, {});
  const form = useForm(unitCalls.update, {
    id: 'unit',
    saved: unit,
    from: toUnitDraft,
    given: (draft, { revision }) => ({
      id: unit.id,
      name: draft.name.trim(),
      ...toUnitInput(draft),
      revision,
      ...(others.current ? { others: true } : {}),
    }),
    says: requiredUnitFieldMessages,
    names: unitInputFieldNames,
    touches: [propertyCalls, listingCalls],
    said: ({ name }) => m.said_saved({ name }),
    done: close,
  });
  // A cleared term is inherited again, so there is nothing to apply to other units.
  const changed = termFields.filter((name) => name in form.touched && String(form.values[name]) !== '');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    others.current = false;
    if (unit.alike > 0 && changed.length > 0 && form.values.unit_type_id === String(unit.unit_type.id)) setAsking(true);
    else form.submit(event);
  };
  return (
    <form noValidate onSubmit={submit}>
      <FieldErrorsSummary title={m.shell_check_fields()} {...form.summary} />
      <UnitFields
        draft={form.values}
        set={form.set}
        problems={form.problems}
        choices={choices.data}
        blocks={choices.data?.properties.find((one) => one.id === unit.property.id)?.blocks ?? []}
        sources={unit.sources}
        naming={<TextInput {...form.text('name')} label={m.unit_name()} maxLength={60} />}
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={close}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={form.busy}>
          {m.unit_save()}
        </Button>
      </div>
      <ApplyToSimilarDialog
        opened={asking}
        close={() => setAsking(false)}
        title={m.unit_others_title({ count: unit.alike })}
        text={m.unit_others_text({
          property: unit.property.name,
          type: unit.unit_type.name,
          what: changed.map((name) => termLabels[termOf[name]]().toLocaleLowerCase()).join(', '),
        })}
        all={m.unit_others_all({ count: unit.alike + 1 })}
        one={m.unit_others_one()}
        busy={form.busy}
        answer={(all) => {
          others.current = all;
          setAsking(false);
          form.submit();
        }}
      />
      <EditConflictDialog form={form} labels={labels()} spoken={spokenBy(choices.data)} />
    </form>
  );
}

const labels = (): ConflictLabels<UnitDraft> => ({
  name: m.unit_name(),
  block: m.unit_block(),
  floor: m.unit_floor(),
  unit_type_id: m.unit_type(),
  bedrooms: m.unit_bedrooms(),
  bathrooms: m.unit_bathrooms(),
  area_m2: m.unit_area(),
  rent: m.unit_rent(),
  deposit: m.unit_deposit(),
  service_charge: m.unit_service_charge(),
  water_source: m.unit_water(),
  power_type: m.unit_power(),
  furnished: m.unit_furnishing(),
  amenities: m.unit_amenities(),
  meters: m.unit_meters(),
  keys_count: m.unit_keys(),
  available_from: m.unit_available_from(),
  notes: m.unit_notes(),
});
const spokenBy = (choices: Choices | undefined) => (name: keyof UnitDraft, draft: UnitDraft) => {
  const named = (from: readonly { id: number; name: string }[] = [], id: string) => from.find((one) => String(one.id) === id)?.name ?? id;
  if (name === 'unit_type_id') return named(choices?.unit_types, draft.unit_type_id);
  if (name === 'amenities') return draft.amenities.map((id) => named(choices?.amenities, id)).join(', ') || undefined;
  if (name === 'water_source') return formatWaterSources(draft.water_source) || undefined;
  if (name === 'power_type') return draft.power_type === '' ? undefined : formatPowerTypes(draft.power_type);
  if (name === 'furnished') return unitFurnishingLabels[draft.furnished]();
  if (name === 'meters') return draft.meters.map(({ kind, number }) => `${unitMeterLabels[kind]()} ${number}`).join(', ') || undefined;
  if (name !== 'rent' && name !== 'deposit' && name !== 'service_charge') return undefined;
  return draft[name] === '' ? undefined : formatKes(typedAmountToCents(draft[name]));
};
