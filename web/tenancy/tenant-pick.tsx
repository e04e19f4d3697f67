import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export type PickedTenant = { readonly id: number; readonly name: string; readonly phone: string | null };
const said = (one: PickedTenant) => [one.name, one.phone && phone(one.phone)].filter(Boolean).join(' · ');

/** A person known to the company, by name or number, so that none is entered twice. */
export function KnownTenantPicker({
  chosen,
  put,
  not,
}: {
  chosen: PickedTenant | null;
  put: (one: PickedTenant | null) => void;
  not: readonly number[];
}) {
  const { visitor } = useApp();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const may = isAllowed(tenancyCalls.findPeople.needs, visitor);
  const found = useCall(tenancyCalls.findPeople, q && q !== (chosen && said(chosen)) ? { q } : {}, { enabled: may, quiet: true });
  if (!may) return null;
  const others = (found.data?.results ?? []).filter(({ id }) => !not.includes(id) && id !== chosen?.id);
  const choices: readonly PickedTenant[] = chosen ? [chosen, ...others] : others;
  return (
    <Select
      label={`${m.tenancy_form_known()} ${m.shell_optional()}`}
      placeholder={m.tenancy_form_known_hint()}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': m.tenancy_form_known_clear() }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={choices.map((one) => ({ value: String(one.id), label: said(one) }))}
      value={chosen ? String(chosen.id) : null}
      onChange={(id) => put(choices.find((one) => String(one.id) === id) ?? null)}
      nothingFoundMessage={m.tenancy_form_known_none()}
    />
  );
}
