import { NativeSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallResult } from '#contract/kernel/call.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import type { unitCalls } from '#contract/unit/calls.ts';
import { unitMismatches } from '#contract/unit/kinds.ts';
import { unitMismatchLabels } from '#contract/unit/labels.ts';
import { makeCountyFilter } from '#web/lists/holder.tsx';
import { makeChoiceFilter } from '#web/lists/list-page.tsx';
import type { useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export const unitFilterNames = [
  'name',
  'property',
  'unit_type',
  'status',
  'bedrooms',
  'rent_from',
  'rent_to',
  'block',
  'mismatch',
  'company_id',
  'region',
  'day_from',
  'day_to',
] as const;
export type UnitFilterName = (typeof unitFilterNames)[number];
type List = ReturnType<typeof useListState<UnitFilterName>>;
export type UnitChoices = CallResult<typeof unitCalls.choices>;

/** The address holds rents in cents, as on the wire; people enter shillings. */
const cents = (shillings: number | string) => (typeof shillings === 'number' && shillings >= 0 ? String(typedAmountToCents(shillings)) : null);
const shillings = (value: string | undefined) => (value && Number.isFinite(Number(value)) ? toShillings(Number(value)) : '');

export function buildUnitFilterChips(
  list: List,
  choices: UnitChoices | undefined,
  ofProperty: boolean,
  layout: string,
  company: string | undefined,
): ActiveFilter[] {
  const { filters, setFilter } = list;
  const removeLabel = m.shell_filter_remove();
  const select = (key: 'property' | 'unit_type', label: string, options: readonly { id: number; name: string }[]): ActiveFilter => {
    const chosen = options.find((one) => String(one.id) === filters[key]);
    return {
      key,
      label,
      on: filters[key] ? `${label}: ${chosen?.name ?? filters[key]}` : undefined,
      onRemove: () => setFilter(key, null),
      removeLabel,
      content: (
        <NativeSelect
          aria-label={label}
          value={filters[key] ?? ''}
          data={[{ value: '', label: m.unit_any() }, ...options.map((one) => ({ value: String(one.id), label: one.name }))]}
          onChange={(event) => setFilter(key, event.currentTarget.value || null)}
        />
      ),
    };
  };
  const rooms = ['0', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));
  return [
    ...makeLinkedFilter(list, 'company_id', company ?? m.views_filter_one_company()),
    ...(ofProperty ? [] : makeCountyFilter(layout, filters.region, (value) => setFilter('region', value))),
    makeDateRangeFilter(list, 'day_from', 'day_to', m.unit_days()),
    ...(ofProperty ? [] : [select('property', m.unit_property(), choices?.properties ?? [])]),
    makeChoiceFilter(
      'mismatch',
      m.unit_mismatch(),
      m.unit_any(),
      unitMismatches.map((kind) => ({ value: kind, label: unitMismatchLabels[kind]() })),
      filters.mismatch,
      (value) => setFilter('mismatch', value),
    ),
    select('unit_type', m.unit_type(), choices?.unit_types ?? []),
    makeChoiceFilter('bedrooms', m.unit_bedrooms(), m.unit_any(), rooms, filters.bedrooms, (value) => setFilter('bedrooms', value)),
    {
      key: 'rent',
      label: m.unit_rent(),
      on: rentText(filters.rent_from, filters.rent_to),
      onRemove: () => list.setFilters({ rent_from: null, rent_to: null }),
      removeLabel,
      content: <Rents list={list} />,
    },
    {
      key: 'block',
      label: m.unit_block(),
      on: filters.block ? `${m.unit_block()}: ${filters.block}` : undefined,
      onRemove: () => setFilter('block', null),
      removeLabel,
      content: (
        <SearchInput value={filters.block ?? ''} onSearch={(text) => setFilter('block', text)} label={m.unit_block()} clearLabel={removeLabel} />
      ),
    },
  ];
}

function rentText(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return m.unit_rent_between({ from: formatKes(Number(from)), to: formatKes(Number(to)) });
  if (from) return m.unit_rent_over({ from: formatKes(Number(from)) });
  return to ? m.unit_rent_under({ to: formatKes(Number(to)) }) : undefined;
}

function Rents({ list }: { list: List }): ReactNode {
  const field = (name: 'rent_from' | 'rent_to', label: string) => (
    <MoneyInput
      label={label}
      defaultValue={shillings(list.filters[name])}
      onLeave={(typed) => list.setFilter(name, cents(typed))}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
  return (
    <Stack gap={10}>
      {field('rent_from', m.unit_rent_from())}
      {field('rent_to', m.unit_rent_to())}
    </Stack>
  );
}
