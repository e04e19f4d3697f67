import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Answer } from '#contract/kernel/call.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { date } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

export type UnitChoice = Answer<typeof tenancyCalls.units>['results'][number];
const stateOf = (unit: UnitChoice): string =>
  unit.lived_in
    ? m.tenancy_form_unit_lived()
    : unit.free_from === null
      ? m.tenancy_form_unit_taken()
      : unit.free_from <= clock.today()
        ? m.tenancy_form_unit_free()
        : m.tenancy_form_unit_hint({ day: date(unit.free_from) });
const said = (unit: UnitChoice): string =>
  `${unit.name}, ${unit.property.name} (${[stateOf(unit), unit.applicants > 0 && m.tenancy_form_unit_applicants({ count: unit.applicants })].filter(Boolean).join(', ')})`;

/** A unit by its name or its property's; `fits` leaves out those that cannot be meant. */
export function UnitPick(given: {
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
  const found = useCall(tenancyCalls.units, q && q !== (chosen && said(chosen)) ? { q } : {});
  const others = (found.data?.results ?? []).filter((unit) => fits(unit) && unit.id !== chosen?.id);
  const choices = chosen ? [chosen, ...others] : others;
  return (
    <>
      <Select
        {...(id ? { id } : {})}
        label={label}
        // The list opens below: what is wrong stands above it.
        inputWrapperOrder={['label', 'error', 'input']}
        placeholder={m.tenancy_form_unit_search()}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        // One that is taken is shown, so that nobody looks for it in vain.
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
