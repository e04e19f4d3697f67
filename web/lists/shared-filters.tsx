import { Stack, TextInput } from '@mantine/core';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type List<F extends string> = {
  readonly filters: Partial<Record<F, string>>;
  readonly setFilter: (name: F, value: string | null) => void;
  readonly setFilters: (values: Partial<Record<F, string | null>>) => void;
};

/** A filter that another page set in its link: it is shown, and can be removed. */
export const makeLinkedFilter = <F extends string>(list: List<F>, key: F, label: string): ActiveFilter[] =>
  list.filters[key]
    ? [{ key, label, on: label, onRemove: () => list.setFilter(key, null), removeLabel: m.shell_filter_remove(), content: null }]
    : [];

/** A filter by a period, from one day to another, both included and each optional. */
export function makeDateRangeFilter<F extends string>(list: List<F>, from: F, to: F, label: string): ActiveFilter {
  const [first, last] = [list.filters[from], list.filters[to]];
  const said =
    first && last
      ? m.views_days_between({ from: formatDate(first), to: formatDate(last) })
      : first
        ? m.views_days_from({ from: formatDate(first) })
        : m.views_days_to({ to: formatDate(last ?? '') });
  const day = (name: F, title: string, most?: string) => (
    <TextInput
      type="date"
      label={title}
      value={list.filters[name] ?? ''}
      {...(most ? { max: most } : {})}
      onChange={(event) => list.setFilter(name, event.currentTarget.value || null)}
    />
  );
  return {
    key: from,
    label,
    on: first || last ? `${label}: ${said}` : undefined,
    onRemove: () => list.setFilters({ [from]: null, [to]: null } as Partial<Record<F, string | null>>),
    removeLabel: m.shell_filter_remove(),
    content: (
      <Stack gap={12}>
        {day(from, m.views_days_first(), last)}
        {day(to, m.views_days_last())}
      </Stack>
    ),
  };
}
