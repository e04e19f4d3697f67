import { Checkbox, NativeSelect, NumberInput, Select, type SelectProps, TextInput } from '@mantine/core';
import { formatMilliUnits, parseMilliUnits } from '#contract/meter/amount.ts';
import { meterCalls } from '#contract/meter/calls.ts';
import type { MeterKind } from '#contract/meter/kinds.ts';
import type { Meter } from '#contract/meter/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './meter.module.css';

const optional = (label: string) => `${label} ${m.shell_optional()}`;
const digitChoices = [3, 4, 5, 6, 7, 8, 9].map(String);
const says = { number: m.meter_need_number, initial: m.meter_problem_value, installed_on: m.meter_problem_day };

/** The form of a new or existing meter. */
export function MeterForm({ property, kind, saved, close }: { property: number; kind: MeterKind; saved?: Meter; close: () => void }) {
  const blank = {
    number: saved?.number ?? '',
    unit_id: saved?.unit ? String(saved.unit.id) : '',
    place: saved?.place ?? '',
    digits: String(saved?.digits ?? 5),
    multiplier: saved?.multiplier ?? 1,
    initial: '0',
    installed_on: clock.today(),
    prepaid: saved?.prepaid ?? false,
  };
  const shared = (v: typeof blank) => ({
    number: v.number,
    unit_id: Number(v.unit_id) || null,
    place: v.place,
    digits: Number(v.digits),
    multiplier: v.multiplier,
    prepaid: v.prepaid,
  });
  const adds = useForm(meterCalls.create, {
    blank,
    says,
    inPlace: true as const,
    given: (v) => ({ property_id: property, kind, ...shared(v), initial: parseMilliUnits(v.initial) ?? -1, installed_on: v.installed_on }),
    said: (one) => m.meter_said_added({ number: one.number }),
    done: close,
  });
  const edits = useForm(meterCalls.update, {
    blank,
    says,
    inPlace: true as const,
    given: (v) => ({ id: saved?.id ?? noRecordId, ...shared(v), revision: saved?.revision }),
    said: (one) => m.meter_said_saved({ number: one.number }),
    done: close,
  });
  const form = saved ? edits : adds;
  const unit = form.field('unit_id');
  return (
    <FormDrawer
      opened
      onClose={close}
      title={saved ? m.meter_edit() : m.meter_add()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={saved ? m.meter_save() : m.meter_add()} />}
    >
      <TextInput {...form.text('number')} label={m.meter_field_number()} maxLength={40} autoComplete="off" data-autofocus />
      <UnitField of={unit} property={property} />
      <TextInput {...form.text('place')} label={optional(m.meter_field_place())} maxLength={120} />
      {!saved && <TextInput {...form.text('initial')} label={m.meter_field_initial()} inputMode="decimal" />}
      {!saved && <TextInput {...form.text('installed_on')} type="date" max={clock.today()} label={m.meter_field_installed()} />}
      <NativeSelect {...form.text('digits')} label={m.meter_field_digits()} data={digitChoices} />
      <NumberInput
        value={form.values.multiplier}
        onChange={(value) => form.set('multiplier', Number(value) || 1)}
        error={form.problems.multiplier}
        label={m.meter_field_multiplier()}
        min={1}
        max={10_000}
        allowDecimal={false}
        hideControls
      />
      <Checkbox {...form.tick('prepaid')} label={m.meter_field_prepaid()} />
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}

/** Replaces a meter: the final value of the old one and the first value of the new one. */
export function ReplaceMeterForm({ property, old, close }: { property: number; old: Meter; close: () => void }) {
  const was = old.unit ? String(old.unit.id) : '';
  const form = useForm(meterCalls.replace, {
    blank: { on_day: clock.today(), final: '', unit_id: was, number: '', initial: '0', digits: String(old.digits) },
    given: (v) => ({
      id: old.id,
      on_day: v.on_day,
      final: parseMilliUnits(v.final) ?? -1,
      unit_id: Number(v.unit_id) || null,
      // A moved meter is the same device and continues from its value.
      ...(v.unit_id === was
        ? { number: v.number, initial: parseMilliUnits(v.initial) ?? -1, digits: Number(v.digits) }
        : { number: old.number, initial: parseMilliUnits(v.final) ?? -1, digits: old.digits }),
      multiplier: old.multiplier,
      place: v.unit_id === was ? old.place : '',
    }),
    says: { ...says, final: m.meter_problem_value, on_day: m.meter_problem_day },
    inPlace: true,
    said: (one) => m.meter_said_replaced({ number: one.number }),
    done: close,
  });
  const unit = form.field('unit_id');
  const moved = form.values.unit_id !== was;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.meter_replace()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.meter_replace()} />}
    >
      <p className={classes.note}>{m.meter_replace_help()}</p>
      <p className={classes.quiet}>{m.meter_last({ value: formatMilliUnits(old.last.value), day: formatDate(old.last.covers) })}</p>
      <TextInput {...form.text('on_day')} type="date" max={clock.today()} label={m.meter_field_replaced_on()} />
      <TextInput {...form.text('final')} label={m.meter_field_final()} inputMode="decimal" autoComplete="off" />
      <UnitField of={unit} property={property} />
      {!moved && (
        <>
          <TextInput {...form.text('number')} label={m.meter_field_number()} maxLength={40} autoComplete="off" />
          <TextInput {...form.text('initial')} label={m.meter_field_new_initial()} inputMode="decimal" autoComplete="off" />
          <NativeSelect {...form.text('digits')} label={m.meter_field_digits()} data={digitChoices} />
        </>
      )}
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}

type Picked = Pick<SelectProps, 'value' | 'error' | 'name'> & { readonly onChange: (value: string) => void };
/** The unit of a meter; none for a shared meter. */
function UnitField({ of, property }: { of: Picked; property: number }) {
  const doors = useCall(unitCalls.listForBuildingView, { property }, { quiet: true }).data?.results ?? [];
  return (
    <Select
      {...of}
      onChange={(value) => of.onChange(value ?? '')}
      label={m.meter_field_unit()}
      placeholder={m.meter_field_unit_common()}
      searchable
      clearable
      data={doors.map((one) => ({ value: String(one.id), label: one.name }))}
    />
  );
}
