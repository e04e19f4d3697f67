import { Button, Radio, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CallRejectedError } from '#web/client/send.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, type RowSelection, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { type ActiveFilter, FilterBar } from '#web/ui/dash/table/filter-bar.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { m } from '#words/messages.js';
import { ListFooter } from './list-footer.tsx';
import type { useListState } from './list-state.ts';
import { SavedViews } from './saved-views.tsx';
import { type StateTabOptions, StateTabs } from './state-tabs.tsx';

type List = Pick<
  ReturnType<typeof useListState<string>>,
  'page' | 'pageSize' | 'pageHref' | 'setPageSize' | 'sort' | 'setSort' | 'filtered' | 'clear' | 'filters' | 'hrefWith'
>;

export interface ListPageProps<Row extends { id: number }> {
  caption: string;
  list: List;
  answer: UseQueryResult<{ results: Row[]; count: number; tabs?: Record<string, number> | undefined }>;
  columns: readonly TableColumn<Row>[];
  rowHref: (row: Row) => string | undefined;
  mobile: (row: Row) => ReactNode;
  search: { value: string; set: (text: string) => void; label: string; hint: string };
  filters?: readonly ActiveFilter[];
  counted: (count: number) => string;
  empty: ReactNode;
  filteredText: string;
  /** The states of the rows, as tabs. The call has `tabs`, so that the answer counts the rows of each state. */
  states?: StateTabOptions;
  /** Selectable rows, and the bulk actions for all of them. */
  selection?: RowSelection<Row>;
}

/** A list as every module shows it: search and filters, rows, pages, and the empty state. */
export function ListPage<Row extends { id: number }>({
  caption,
  list,
  answer,
  columns,
  rowHref,
  mobile,
  search,
  filters = [],
  counted,
  empty,
  filteredText,
  states,
  selection,
}: ListPageProps<Row>) {
  const count = answer.data?.count ?? 0;
  const clear = (
    <Button variant="default" onClick={list.clear}>
      {m.shell_filters_clear()}
    </Button>
  );
  return (
    <>
      {states && <StateTabs list={list} states={states} counts={answer.data?.tabs} />}
      <FilterBar
        search={(className) => (
          <SearchInput
            className={className}
            value={search.value}
            onSearch={search.set}
            label={search.label}
            placeholder={search.hint}
            clearLabel={m.shell_filter_remove()}
          />
        )}
        filters={filters}
        right={<SavedViews />}
        phone={{ sort: <SavedViews wide />, ...getListFilterTexts(list, counted(count), states?.field) }}
      />
      <DataTable
        caption={caption}
        columns={columns}
        rows={answer.data?.results ?? []}
        rowKey={(row) => String(row.id)}
        rowHref={rowHref}
        sort={list.sort}
        onSort={list.setSort}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={answer.isError && !answer.data ? <NotLoaded list={list} answer={answer} /> : undefined}
        empty={list.filtered ? <StateBlock kind="filtered" title={m.shell_nothing_matches()} text={filteredText} action={clear} /> : empty}
        mobile={mobile}
        {...(selection ? { selection } : {})}
        footer={<ListFooter list={list} count={count} />}
      />
    </>
  );
}

/**
 * An old link may contain a filter that this list does not have. Another request would get the same answer, so the link leads to the list without it.
 */
function NotLoaded({
  list,
  answer,
}: {
  list: List;
  answer: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => unknown };
}) {
  if (!(answer.error instanceof CallRejectedError && answer.error.status === 400))
    return <LoadingState answer={answer} text={m.shell_filters_kept()} />;
  const plain = Object.fromEntries([...Object.keys(list.filters), 'sort', 'page', 'page_size'].map((name) => [name, null]));
  const without = (
    <Button component={Link} to={list.hrefWith(plain)} variant="default" replace>
      {m.shell_filters_clear()}
    </Button>
  );
  return <StateBlock kind="filtered" title={m.shell_filter_unknown()} text={m.shell_filter_unknown_text()} action={without} />;
}

/** The names of a list's filters on a phone, where they are in a sheet of their own. */
export const getListFilterTexts = (list: Pick<List, 'filters'>, found: string, state?: string) => ({
  label: m.shell_filters_on({ count: Object.keys(list.filters).filter((name) => name !== state).length }),
  title: m.shell_filters(),
  more: m.views_more_filters(),
  closeLabel: m.shell_close(),
  applyLabel: m.shell_show({ what: found }),
});

type Choice = { value: string; label: string };

/** A filter with a few options, one of which is "any". */
export function makeChoiceFilter(
  key: string,
  label: string,
  none: string,
  options: readonly Choice[],
  value: string | undefined,
  set: (value: string | null) => void,
): ActiveFilter {
  const chosen = options.find((one) => one.value === value);
  return {
    key,
    label,
    on: chosen ? `${label}: ${chosen.label}` : undefined,
    onRemove: () => set(null),
    removeLabel: m.shell_filter_remove(),
    content: (
      <Radio.Group label={label} labelProps={{ className: 'sr-only' }} value={value ?? ''} onChange={(next) => set(next || null)}>
        <Stack gap={10}>
          {[{ value: '', label: none }, ...options].map((option) => (
            <Radio key={option.value} value={option.value} label={option.label} />
          ))}
        </Stack>
      </Radio.Group>
    ),
  };
}
