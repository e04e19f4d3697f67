import { Button, Radio, Stack } from '@mantine/core';
import { pageSizes } from '#contract/kernel/page-sizes.ts';
import { type Delivery, notificationCalls } from '#contract/notification/calls.ts';
import { type Channel, channels, type DeliveryState, deliveryStates } from '#contract/notification/events.ts';
import { footerWords, type Sort, useListState } from '#web/kernel/list-state.ts';
import { useCall } from '#web/kernel/use-call.ts';
import { type Column, DataTable, MobileRow, TwoLines } from '#web/ui/dash/data-table.tsx';
import { type Filter, FilterBar } from '#web/ui/dash/filter-bar.tsx';
import { SearchInput } from '#web/ui/dash/search-input.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { TableFooter } from '#web/ui/dash/table-footer.tsx';
import { dateTime } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { channelNames, stateNames } from './words.ts';

const names = ['state', 'channel', 'address'] as const;
const newest: Sort = { by: 'created_at', desc: true };

const StateOf = ({ state }: { state: DeliveryState }) => <ToneBadge tone={stateNames[state].tone}>{stateNames[state].label()}</ToneBadge>;
/** "Security · new device": the log keeps the event's own name, people read it in words. */
const aboutOf = ({ event }: Delivery) =>
  event
    .replace(/^./, (first) => first.toUpperCase())
    .replace('.', ' · ')
    .replaceAll('_', ' ');
const noteOf = ({ state, error, due_at }: Delivery) =>
  [error, state === 'queued' && m.notification_log_next_try({ when: dateTime(due_at) })].filter(Boolean).join(' · ');

const columns = (): readonly Column<Delivery>[] => [
  { key: 'person', header: m.notification_log_to(), cell: (d) => <TwoLines top={d.person ?? d.address} bottom={d.person ? d.address : ''} /> },
  { key: 'event', header: m.notification_log_event(), cell: aboutOf },
  { key: 'channel', header: m.notification_log_channel(), cell: (d) => channelNames[d.channel]() },
  { key: 'state', header: m.notification_log_state(), cell: (d) => <StateOf state={d.state} /> },
  { key: 'attempts', header: m.notification_log_attempts(), align: 'right', cell: (d) => d.attempts },
  { key: 'error', header: m.notification_log_error(), wrap: true, cell: noteOf },
  { key: 'created_at', header: m.notification_log_when(), cell: (d) => dateTime(d.created_at) },
];

/** What went out and how it fared, newest first. */
export function Deliveries() {
  const list = useListState(names, newest);
  const { filters } = list;
  const found = useCall(notificationCalls.deliveries, {
    page: list.page,
    page_size: list.pageSize,
    z_filter: { ...filters, state: filters.state as DeliveryState | undefined, channel: filters.channel as Channel | undefined },
  });
  const count = found.data?.count ?? 0;
  const tried = <Button onClick={() => void found.refetch()}>{m.shell_try_again()}</Button>;
  const clear = (
    <Button variant="default" onClick={list.clear}>
      {m.shell_filters_clear()}
    </Button>
  );
  return (
    <>
      <FilterBar
        search={(className) => (
          <SearchInput
            className={className}
            value={filters.address ?? ''}
            onSearch={(text) => list.setFilter('address', text)}
            label={m.notification_log_search()}
            placeholder={m.notification_log_search_hint()}
            clearLabel={m.shell_filter_remove()}
          />
        )}
        filters={chips(list)}
        phone={{
          label: m.shell_filters_on({ count: Object.keys(filters).length }),
          title: m.shell_filters(),
          closeLabel: m.shell_close(),
          applyLabel: m.notification_log_count({ count }),
        }}
      />
      <DataTable
        caption={m.notification_log_title()}
        columns={columns()}
        rows={found.data?.results ?? []}
        rowKey={(d) => String(d.id)}
        state={found.isPending ? 'loading' : found.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={
          found.isError && !found.data ? (
            <StateBlock kind="error" title={m.shell_not_loaded()} text={m.shell_filters_kept()} action={tried} />
          ) : undefined
        }
        empty={
          list.filtered ? (
            <StateBlock kind="filtered" title={m.shell_nothing_matches()} text={m.notification_log_filtered()} action={clear} />
          ) : (
            <StateBlock title={m.notification_log_empty_title()} text={m.notification_log_empty_text()} />
          )
        }
        mobile={(d) => (
          <MobileRow
            name={d.person ?? d.address}
            amount={<StateOf state={d.state} />}
            meta={aboutOf(d)}
            metaEnd={channelNames[d.channel]()}
            badge={noteOf(d)}
            when={dateTime(d.created_at)}
          />
        )}
        footer={
          <TableFooter
            page={list.page}
            pageHref={list.pageHref}
            pageSize={list.pageSize}
            pageSizes={pageSizes}
            onPageSize={list.setPageSize}
            {...footerWords(list.page, list.pageSize, count)}
          />
        }
      />
    </>
  );
}

function chips(list: ReturnType<typeof useListState<(typeof names)[number]>>): Filter[] {
  const all = [
    {
      name: 'state',
      label: m.notification_log_state(),
      either: m.notification_log_any_state(),
      options: deliveryStates.map((value) => ({ value: value as string, label: stateNames[value].label() })),
    },
    {
      name: 'channel',
      label: m.notification_log_channel(),
      either: m.notification_log_any_channel(),
      options: channels.map((value) => ({ value: value as string, label: channelNames[value]() })),
    },
  ] as const;
  return all.map(({ name, label, either, options }) => {
    const chosen = options.find((option) => option.value === list.filters[name]);
    return {
      key: name,
      label,
      on: chosen ? `${label}: ${chosen.label}` : undefined,
      onRemove: () => list.setFilter(name, null),
      removeLabel: m.shell_filter_remove(),
      content: (
        <Radio.Group aria-label={label} value={list.filters[name] ?? ''} onChange={(value) => list.setFilter(name, value || null)}>
          <Stack gap={10}>
            {[{ value: '', label: either }, ...options].map((option) => (
              <Radio key={option.value} value={option.value} label={option.label} />
            ))}
          </Stack>
        </Radio.Group>
      ),
    };
  });
}
