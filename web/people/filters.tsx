import { NativeSelect, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { userTypes } from '#contract/kernel/roles.ts';
import { getPeopleTabField } from '#contract/people/kinds.ts';
import { personMachine } from '#contract/people/machine.ts';
import type { ListedKind } from '#contract/people/screens.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { getRoleName } from '#web/layout/role-names.ts';
import type { useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { accountStatusNames } from './words.ts';

/** The specification's filters for dealers, used for all kinds. */
export const peopleFilterNames = [
  'name',
  'user_random_code',
  'email',
  'email_verified',
  'is_active',
  'verified_status',
  'created_at',
  'location_name',
  'user_type',
  'joined_from',
  'joined_to',
  'company_id',
] as const;
export type PeopleFilterName = (typeof peopleFilterNames)[number];
type List = ReturnType<typeof useListState<PeopleFilterName>>;
type Choice = { readonly value: string; readonly label: string };

const choicesOf = {
  is_active: (): Choice[] => [
    { value: 'true', label: m.people_active() },
    { value: 'false', label: m.people_disabled() },
  ],
  email_verified: (): Choice[] => [
    { value: 'true', label: m.people_yes() },
    { value: 'false', label: m.people_no() },
  ],
  verified_status: (): Choice[] =>
    (Object.keys(personMachine.states) as (keyof typeof accountStatusNames)[]).map((value) => ({ value, label: accountStatusNames[value].label() })),
  user_type: (): Choice[] =>
    Object.values(userTypes)
      .filter((n) => n !== userTypes.tenancy)
      .map((n) => ({ value: String(n), label: getRoleName(n) })),
};

/** The tabs of a list of people. */
export function getAccountStateOptions(kind: ListedKind) {
  const field = getPeopleTabField(kind);
  return { field, label: field === 'is_active' ? m.people_column_account() : m.people_column_status(), options: choicesOf[field]() };
}

export function buildPeopleFilterChips(list: List, kind: ListedKind, company: string | null | undefined): ActiveFilter[] {
  const chip = (name: PeopleFilterName, label: string, shown: string | undefined, content: ReactNode): ActiveFilter => ({
    key: name,
    label,
    on: shown === undefined ? undefined : m.people_filter_chosen({ label, value: shown }),
    onRemove: () => list.setFilter(name, null),
    removeLabel: m.shell_filter_remove(),
    content,
  });
  const choice = (name: keyof typeof choicesOf, label: string): ActiveFilter => {
    const options = choicesOf[name]();
    const value = list.filters[name] ?? '';
    return chip(
      name,
      label,
      options.find((o) => o.value === value)?.label,
      <Choices label={label} options={options} value={value} onChange={(next) => list.setFilter(name, next || null)} />,
    );
  };
  const text = (name: 'email' | 'user_random_code', label: string): ActiveFilter =>
    chip(
      name,
      label,
      list.filters[name],
      <SearchInput
        value={list.filters[name] ?? ''}
        onSearch={(next) => list.setFilter(name, next)}
        label={label}
        clearLabel={m.shell_filter_remove()}
      />,
    );
  const county = list.filters.location_name;
  const joined = list.filters.created_at;
  return [
    ...makeLinkedFilter(list, 'company_id', company ?? m.views_filter_one_company()),
    ...(kind === 'user' ? [choice('user_type', m.people_column_type())] : []),
    ...(getPeopleTabField(kind) === 'is_active' ? [] : [choice('is_active', m.people_column_account())]),
    chip(
      'location_name',
      m.people_column_region(),
      county,
      <NativeSelect
        aria-label={m.people_column_region()}
        value={county ?? ''}
        data={[{ value: '', label: m.people_filter_any() }, ...kenyanCounties.map((c) => ({ value: c.name, label: c.name }))]}
        onChange={(event) => list.setFilter('location_name', event.currentTarget.value || null)}
      />,
    ),
    choice('email_verified', m.people_filter_email_verified()),
    text('email', m.people_filter_email()),
    text('user_random_code', m.people_filter_code()),
    // Older addresses hold a single date instead of a range; their filter still shows.
    ...makeLinkedFilter(list, 'created_at', m.people_filter_chosen({ label: m.people_filter_created(), value: joined ? formatDate(joined) : '' })),
    makeDateRangeFilter(list, 'joined_from', 'joined_to', m.people_filter_created()),
  ];
}

const Choices = ({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}) => (
  <Radio.Group label={label} labelProps={{ className: 'sr-only' }} value={value} onChange={onChange}>
    <Stack gap={10}>
      {[{ value: '', label: m.people_filter_any() }, ...options].map((option) => (
        <Radio key={option.value} value={option.value} label={option.label} />
      ))}
    </Stack>
  </Radio.Group>
);
