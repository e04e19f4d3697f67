import { Button } from '@mantine/core';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { StateOf } from '#contract/kernel/machine.ts';
import { type Broadcast, broadcastCalls } from '#contract/notification/broadcasts.ts';
import { broadcastMachine } from '#contract/notification/machine.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatCount, formatDateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { BroadcastView } from './broadcast.tsx';
import { BroadcastStatusBadge, formatBroadcastAudience, formatBroadcastChannels } from './broadcast-parts.tsx';
import { ComposeBroadcastForm } from './compose.tsx';
import { broadcastStateNames } from './words.ts';

type Status = StateOf<typeof broadcastMachine>;
const names = ['status', 'heading', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'id', desc: true };

const columns = (): readonly TableColumn<Broadcast>[] => [
  { key: 'heading', header: m.notification_broadcast_heading(), cell: (b) => <TwoLineCell top={b.heading} bottom={b.by ?? ''} /> },
  { key: 'whom', header: m.notification_send_audience(), cell: formatBroadcastAudience },
  { key: 'channels', header: m.notification_log_channel(), cell: formatBroadcastChannels },
  { key: 'people', header: m.notification_broadcast_people(), align: 'right', cell: (b) => formatCount(b.status === 'sent' ? b.told : b.people) },
  { key: 'status', header: m.notification_log_state(), cell: (b) => <BroadcastStatusBadge status={b.status} /> },
  { key: 'starts_at', header: m.notification_log_when(), cell: (b) => formatDateTime(b.starts_at) },
];

/** Sent and scheduled broadcasts. An open or new broadcast replaces the list. */
export function BroadcastList() {
  const [params] = useSearchParams();
  const shown = params.get('broadcast');
  if (shown === 'new') return <ComposeBroadcastForm />;
  return shown ? <BroadcastView id={parseAddressId(shown)} /> : <Sent />;
}

function Sent() {
  const { pathname } = useLocation();
  const list = useListState(names, newest);
  const { filters } = list;
  const found = useCall(broadcastCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter: { ...filters, status: filters.status as Status | undefined },
  });
  const at = (id: number | 'new') => `${pathname}?tab=broadcasts&broadcast=${id}`;
  const states = (Object.keys(broadcastMachine.states) as Status[]).map((value) => ({ value, label: broadcastStateNames[value].label() }));
  return (
    <ListPage
      caption={m.notification_tab_broadcasts()}
      list={list}
      answer={found}
      columns={columns()}
      rowHref={(b) => at(b.id)}
      mobile={(b) => (
        <MobileRow
          name={b.heading}
          amount={<BroadcastStatusBadge status={b.status} />}
          meta={formatBroadcastAudience(b)}
          metaEnd={formatBroadcastChannels(b)}
          badge={formatCount(b.status === 'sent' ? b.told : b.people)}
          when={formatDateTime(b.starts_at)}
        />
      )}
      search={{
        value: filters.heading ?? '',
        set: (text) => list.setFilter('heading', text),
        label: m.notification_broadcast_search(),
        hint: m.notification_broadcast_heading(),
      }}
      states={{ field: 'status', label: m.notification_log_state(), options: states }}
      filters={[makeDateRangeFilter(list, 'day_from', 'day_to', m.notification_log_when())]}
      counted={(count) => m.notification_broadcast_count({ count })}
      empty={
        <StateBlock
          title={m.notification_broadcast_empty_title()}
          text={m.notification_broadcast_empty_text()}
          action={
            <Button component={Link} to={at('new')}>
              {m.notification_send()}
            </Button>
          }
        />
      }
      filteredText={m.notification_broadcast_filtered()}
    />
  );
}
