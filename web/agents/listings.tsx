import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { type AgentListing, agentsCalls } from '#contract/agents/calls.ts';
import { type ListingStatus, listingStatuses } from '#contract/agents/kinds.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { getListingTypeLabel, listingStatusNames } from '#web/listing/words.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatCount, formatDate, formatKes } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { AgentPageFrame } from './agent-layout.tsx';

const names = ['title', 'status', 'listing_type', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'updated_at', desc: true };

const StatusOf = ({ status }: { status: ListingStatus }) => (
  <ToneBadge tone={listingStatusNames[status].tone}>{listingStatusNames[status].label()}</ToneBadge>
);

const columns = (): readonly TableColumn<AgentListing>[] => [
  { key: 'title', header: m.agents_column_offer(), sortable: true, cell: (o) => <TwoLineCell top={o.title} bottom={o.code} /> },
  { key: 'property', header: m.agents_column_property(), cell: (o) => <TwoLineCell top={o.property.name} bottom={o.unit ?? ''} /> },
  { key: 'listing_type', header: m.agents_column_type(), cell: (o) => getListingTypeLabel(o.listing_type) },
  { key: 'price_cents', header: m.agents_column_price(), sortable: true, align: 'right', cell: (o) => formatKes(o.price_cents) },
  { key: 'status', header: m.agents_column_status(), cell: (o) => <StatusOf status={o.status} /> },
  { key: 'views', header: m.agents_column_views(), sortable: true, align: 'right', cell: (o) => formatCount(o.views) },
  { key: 'enquiries', header: m.agents_column_enquiries(), sortable: true, align: 'right', cell: (o) => formatCount(o.enquiries) },
  { key: 'updated_at', header: m.agents_column_updated(), sortable: true, cell: (o) => formatDate(o.updated_at) },
];

export default function AgentListingsPage() {
  return <AgentPageFrame>{(agent) => <Offers id={agent.id} />}</AgentPageFrame>;
}

function Offers({ id }: { id: number }) {
  const { layout } = useDashboard();
  const list = useListState(names, newest);
  const { filters, setFilter } = list;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const hands = (platformRoles as readonly string[]).includes(layout);
  const offers = useCall(agentsCalls.listings, {
    id,
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'title',
    z_filter: { ...filters, status: filters.status as ListingStatus | undefined },
  });
  const statuses = listingStatuses.map((value) => ({ value, label: listingStatusNames[value].label() }));
  const types = [0, 1, 2].map((n) => ({ value: String(n), label: getListingTypeLabel(n) }));
  return (
    <>
      <ListPage
        caption={m.agents_tab_offers()}
        list={list}
        answer={offers}
        columns={columns()}
        rowHref={() => undefined}
        search={{
          value: filters.title ?? '',
          set: (text) => setFilter('title', text),
          label: m.agents_offers_search(),
          hint: m.agents_offers_hint(),
        }}
        states={{ field: 'status', label: m.agents_column_status(), options: statuses }}
        filters={[
          makeDateRangeFilter(list, 'day_from', 'day_to', m.agents_column_updated()),
          makeChoiceFilter('listing_type', m.agents_column_type(), m.agents_any_type(), types, filters.listing_type, (v) =>
            setFilter('listing_type', v),
          ),
        ]}
        counted={(count) => m.agents_offers_count({ count })}
        empty={<StateBlock title={m.agents_offers_none()} text={m.agents_offers_none_text()} />}
        filteredText={m.agents_offers_filtered()}
        {...(hands
          ? {
              selection: {
                selected,
                onChange: setSelected,
                allLabel: m.agents_select_all(),
                rowLabel: (row: AgentListing) => m.agents_select({ title: row.title }),
                countLabel: (n: number) => m.agents_selected({ count: n }),
                clearLabel: m.shell_filters_clear(),
                actions: () => <Button onClick={() => setAsking(true)}>{m.agents_reassign()}</Button>,
              },
            }
          : {})}
        mobile={(o) => (
          <MobileRow
            name={o.title}
            amount={formatKes(o.price_cents)}
            meta={o.property.name}
            metaEnd={getListingTypeLabel(o.listing_type)}
            badge={<StatusOf status={o.status} />}
            when={formatDate(o.updated_at)}
          />
        )}
      />
      {hands && (
        <Reassign
          id={id}
          ids={[...selected].map(Number)}
          opened={asking}
          close={() => setAsking(false)}
          done={() => {
            setAsking(false);
            setSelected(new Set());
          }}
        />
      )}
    </>
  );
}

function Reassign({ id, ids, opened, close, done }: { id: number; ids: readonly number[]; opened: boolean; close: () => void; done: () => void }) {
  const [to, setTo] = useState<string | null>(null);
  const others = useCall(agentsCalls.colleagues, { id }, { enabled: opened });
  const act = useAction(agentsCalls.reassign, { touches: [listingCalls], said: ({ moved }) => m.said_reassigned({ count: moved }), done });
  const options = (others.data?.results ?? []).map((one) => ({ value: String(one.id), label: `${one.name} (${one.code})` }));
  return (
    <ConfirmModal
      opened={opened}
      onClose={close}
      title={m.agents_reassign_title({ count: ids.length })}
      confirmLabel={m.agents_reassign()}
      cancelLabel={m.agents_reassign_keep()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      onConfirm={() => to && act.mutate({ id, to: Number(to), listing_ids: [...ids] })}
    >
      <p>{m.agents_reassign_text()}</p>
      {others.data && options.length === 0 ? (
        <p>{m.agents_reassign_alone()}</p>
      ) : (
        <Select mt={12} label={m.agents_reassign_to()} data={options} value={to} onChange={setTo} searchable required />
      )}
    </ConfirmModal>
  );
}
