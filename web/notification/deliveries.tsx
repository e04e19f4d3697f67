import { type NotificationDelivery, notificationCalls } from '#contract/notification/calls.ts';
import {
  defaultDeliveryLogDays,
  type EventChannel,
  type EventGroup,
  eventChannels,
  eventGroupLabels,
  eventShapes,
  type NotificationDeliveryState,
  notificationDeliveryStates,
} from '#contract/notification/events.ts';
import { notificationChannelLabels } from '#contract/notification/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDateTime, phone } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { deliveryStateNames } from './words.ts';

const names = ['state', 'channel', 'address', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'created_at', desc: true };

const StateOf = ({ state }: { state: NotificationDeliveryState }) => (
  <ToneBadge tone={deliveryStateNames[state].tone}>{deliveryStateNames[state].label()}</ToneBadge>
);
/** The log stores the event key; the page shows its group. */
const aboutOf = ({ event }: NotificationDelivery): string => {
  const shape = eventShapes[event];
  return shape ? eventGroupLabels[shape.group as EventGroup]() : m.notification_log_other();
};
const noteOf = ({ state, error, due_at }: NotificationDelivery) =>
  [error, state === 'queued' && m.notification_log_next_try({ when: formatDateTime(due_at) })].filter(Boolean).join(' · ');

const columns = (): readonly TableColumn<NotificationDelivery>[] => [
  {
    key: 'person',
    header: m.notification_log_to(),
    cell: (d) => <TwoLineCell top={d.person ?? phone(d.address)} bottom={d.person ? phone(d.address) : ''} />,
  },
  { key: 'event', header: m.notification_log_event(), cell: aboutOf },
  { key: 'channel', header: m.notification_log_channel(), cell: (d) => notificationChannelLabels[d.channel]() },
  { key: 'state', header: m.notification_log_state(), cell: (d) => <StateOf state={d.state} /> },
  { key: 'attempts', header: m.notification_log_attempts(), align: 'right', cell: (d) => d.attempts },
  { key: 'error', header: m.notification_log_error(), wrap: true, cell: noteOf },
  { key: 'created_at', header: m.notification_log_when(), cell: (d) => formatDateTime(d.created_at) },
];

/** Sent messages with their state, newest first. */
export function DeliveryList() {
  const list = useListState(names, newest);
  const { filters } = list;
  const dated = Boolean(filters.day_from || filters.day_to);
  const found = useCall(notificationCalls.deliveries, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter: { ...filters, state: filters.state as NotificationDeliveryState | undefined, channel: filters.channel as EventChannel | undefined },
  });
  const states = notificationDeliveryStates.map((value) => ({ value, label: deliveryStateNames[value].label() }));
  const ways = eventChannels.map((value) => ({ value, label: notificationChannelLabels[value]() }));
  return (
    <ListPage
      caption={m.notification_log_title()}
      list={list}
      answer={found}
      columns={columns()}
      rowHref={() => undefined}
      search={{
        value: filters.address ?? '',
        set: (text) => list.setFilter('address', text),
        label: m.notification_log_search(),
        hint: m.notification_log_search_hint(),
      }}
      states={{ field: 'state', label: m.notification_log_state(), options: states }}
      filters={[
        makeDateRangeFilter(list, 'day_from', 'day_to', m.notification_log_when()),
        makeChoiceFilter('channel', m.notification_log_channel(), m.notification_log_any_channel(), ways, filters.channel, (v) =>
          list.setFilter('channel', v),
        ),
      ]}
      counted={(count) => (dated ? m.notification_log_count({ count }) : m.notification_log_lately({ count, days: defaultDeliveryLogDays }))}
      empty={<StateBlock title={m.notification_log_empty_title()} text={m.notification_log_empty_text({ days: defaultDeliveryLogDays })} />}
      filteredText={m.notification_log_filtered()}
      mobile={(d) => (
        <MobileRow
          name={d.person ?? phone(d.address)}
          amount={<StateOf state={d.state} />}
          meta={aboutOf(d)}
          metaEnd={notificationChannelLabels[d.channel]()}
          badge={noteOf(d)}
          when={formatDateTime(d.created_at)}
        />
      )}
    />
  );
}
