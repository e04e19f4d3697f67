import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type TenancySummary, tenancyCalls } from '#contract/tenancy/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { m } from '#words/messages.js';

export type ChosenTenancy = Pick<TenancySummary, 'id' | 'code' | 'lead' | 'unit' | 'property'>;
const said = (one: ChosenTenancy): string => `${one.lead?.name ?? one.code} · ${one.unit.name}, ${one.property.name}`;

/** Picks a tenancy by tenant, home or code. */
export function TenancyPicker({
  chosen,
  put,
  error,
}: {
  chosen: ChosenTenancy | null;
  put: (one: ChosenTenancy | null) => void;
  error?: string | undefined;
}) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const z_filter = q && q !== (chosen && said(chosen)) ? { q } : {};
  const found = useCall(tenancyCalls.list, { page: 1, page_size: 10, z_filter }, { quiet: true });
  const others = (found.data?.results ?? []).filter(({ id }) => id !== chosen?.id);
  const choices: readonly ChosenTenancy[] = chosen ? [chosen, ...others] : others;
  return (
    <Select
      label={m.payments_field_tenancy()}
      placeholder={m.payments_field_tenancy_hint()}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': m.shell_filter_remove() }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={choices.map((one) => ({ value: String(one.id), label: said(one) }))}
      value={chosen ? String(chosen.id) : null}
      onChange={(id) => put(choices.find((one) => String(one.id) === id) ?? null)}
      nothingFoundMessage={m.payments_field_tenancy_none()}
      error={error}
    />
  );
}
