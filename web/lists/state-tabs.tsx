import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { m } from '#words/messages.js';
import type { useListState } from './list-state.ts';

/** The states of a list's rows; `field` is the filter in the address for them. */
export interface StateTabOptions {
  readonly field: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
type List = Pick<ReturnType<typeof useListState<string>>, 'filters' | 'hrefWith'>;

/** The states as tabs above a list, each with its number of rows under the other filters, so that a tab shows what it opens. */
export function StateTabs({ list, states, counts }: { list: List; states: StateTabOptions; counts: Readonly<Record<string, number>> | undefined }) {
  const { field, label, options } = states;
  const open = (list.filters as Readonly<Record<string, string | undefined>>)[field];
  // Without any row the page explains how to begin, and empty tabs would only distract.
  if (counts?.all === 0 && open === undefined) return null;
  const tab = (value: string | null, name: string) => ({
    label: name,
    href: list.hrefWith({ [field]: value, page: null }),
    current: value === null ? open === undefined : open === value,
    ...(counts ? { count: counts[value ?? 'all'] ?? 0 } : {}),
  });
  return <ViewTabs label={label} items={[tab(null, m.views_tab_all()), ...options.map((one) => tab(one.value, one.label))]} />;
}
