import { Stack, TextInput } from '@mantine/core';
import type { Filter } from '#web/ui/dash/table/filter-bar.tsx';
import { date } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type List<F extends string> = {
  readonly filters: Partial<Record<F, string>>;
  readonly setFilter: (name: F, value: string | null) => void;
  readonly setFilters: (values: Partial<Record<F, string | null>>) => void;
};

/** What another page filtered by when it led here: it is said, and can be taken off. */
export const givenFilter = <F extends string>(list: List<F>, key: F, label: string): Filter[] =>
  list.filters[key]
    ? [{ key, label, on: label, onRemove: () => list.setFilter(key, null), removeLabel: m.shell_filter_remove(), content: null }]
    : [];

/** From a day to a day, both counted; either may be left open. */
export function daysFilter<F extends string>(list: List<F>, from: F, to: F, label: string): Filter {
  const [first, last] = [list.filters[from], list.filters[to]];
  const said =
    first && last
      ? m.views_days_between({ from: date(first), to: date(last) })
      : first
        ? m.views_days_from({ from: date(first) })
        : m.views_days_to({ to: date(last ?? '') });
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
