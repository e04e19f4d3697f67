import { Button, TextInput } from '@mantine/core';
import { listingCalls } from '#contract/listing/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { type UnitFull, unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { Conflict } from '#web/forms/conflict.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { m } from '#words/messages.js';
import { blank, type Draft, draftOf, needs, wireNames, wireOf } from './draft.ts';
import { UnitFields } from './fields.tsx';
import classes from './unit.module.css';
import { changedNames } from './words.ts';

/** Changes a unit. Whoever was slower sees what differs and decides; nothing of theirs is lost. */
export function UnitEditor({ unit, close }: { unit: UnitFull; close: () => void }) {
  const choices = useCall(unitCalls.choices, {});
  const form = useForm(unitCalls.update, {
    id: 'unit',
    saved: unit,
    from: draftOf,
    given: (draft, { revision }) => ({ id: unit.id, name: draft.name.trim(), ...wireOf(draft), revision }),
    says: needs,
    names: wireNames,
    touches: [propertyCalls, listingCalls],
    done: close,
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <FieldErrorsSummary title={m.shell_check_fields()} {...form.summary} />
      <UnitFields
        draft={form.values}
        set={form.set}
        problems={form.problems}
        choices={choices.data}
        blocks={choices.data?.properties.find((one) => one.id === unit.property.id)?.blocks ?? []}
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
      <Conflict form={form} labels={labels()} spoken={spoken} />
    </form>
  );
}

const labels = () =>
  Object.fromEntries(['name', ...Object.keys(wireOf(blank()))].map((name) => [wireNames[name] ?? name, changedNames[name]?.() ?? name])) as Partial<
    Record<keyof Draft, string>
  >;
const spoken = (name: keyof Draft, values: Draft) => {
  const value = values[name];
  return Array.isArray(value) ? m.unit_things({ count: value.length }) : undefined;
};
