import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { CallResult } from '#contract/kernel/call.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { formatDate } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

export type UnitChoice = CallResult<typeof tenancyCalls.findUnits>['results'][number];
const stateOf = (unit: UnitChoice): string =>
  unit.lived_in
    ? m.tenancy_form_unit_lived()
    : unit.free_from === null
      ? m.tenancy_form_unit_taken()
      : unit.free_from <= clock.today()
        ? m.tenancy_form_unit_free()
        : m.tenancy_form_unit_hint({ day: formatDate(unit.free_from) });
const said = (unit: UnitChoice): string =>
  `${unit.name}, ${unit.property.name} (${[stateOf(unit), unit.applicants > 0 && m.tenancy_form_unit_applicants({ count: unit.applicants })].filter(Boolean).join(', ')})`;

/** Chooses a unit by its name or its property's; `fits` leaves out units that are not possible. */
export function UnitPicker(given: {
  id?: string;
  label: string;
  chosen: UnitChoice | null;
  put: (unit: UnitChoice | null) => void;
  error: string | undefined;
  fits?: (unit: UnitChoice) => boolean;
}) {
  const { id, label, chosen, put, error, fits = () => true } = given;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const found = useCall(tenancyCalls.findUnits, q && q !== (chosen && said(chosen)) ? { q } : {});
  const others = (found.data?.results ?? []).filter((unit) => fits(unit) && unit.id !== chosen?.id);
  const choices = chosen ? [chosen, ...others] : others;
  return (
    <>
      <Select
        {...(id ? { id } : {})}
        label={label}
        // The list opens below the field, so its problem is shown above.
        inputWrapperOrder={['label', 'error', 'input']}
        placeholder={m.tenancy_form_unit_search()}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        // An occupied unit is listed but disabled, so that users do not search for it in vain.
        data={choices.map((unit) => ({ value: String(unit.id), label: said(unit), disabled: unit.free_from === null && !unit.lived_in }))}
        value={chosen ? String(chosen.id) : null}
        onChange={(id) => put(choices.find((unit) => String(unit.id) === id) ?? null)}
        nothingFoundMessage={m.tenancy_form_unit_none()}
        error={error}
      />
      {chosen && chosen.applicants > 0 && <Note tone="guard">{m.tenancy_form_unit_waited({ count: chosen.applicants })}</Note>}
    </>
  );
}
