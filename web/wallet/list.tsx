import { walletCalls } from '#contract/wallet/calls.ts';
import { walletCollectionModeLabels } from '#contract/wallet/labels.ts';
import { walletMachine } from '#contract/wallet/machine.ts';
import type { WalletSummary } from '#contract/wallet/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { formatWalletTotal, WalletStatusBadge, walletStatusNames } from './parts.tsx';
import { WalletTab } from './wallet-tab.tsx';

const names = ['q', 'status', 'mode', 'company_id', 'region', 'waiting'] as const;
const largest: ListSort = { by: 'total_cents', desc: true };
type Status = WalletSummary['status'];

const columns = (layout: string): readonly TableColumn<WalletSummary>[] => [
  { key: 'code', header: m.screens_wallet_detail(), cell: (w) => w.code },
  ...makeCompanyTableColumns<WalletSummary>(layout),
  { key: 'mode', header: m.wallet_column_mode(), cell: formatWalletTotal },
  { key: 'total_cents', header: m.wallet_column_total(), align: 'right', sortable: true, cell: (w) => formatKes(w.total_cents) },
  { key: 'held', header: m.wallet_column_held(), align: 'right', cell: (w) => formatKes(w.held_cents) },
  { key: 'transit', header: m.wallet_column_transit(), align: 'right', cell: (w) => formatKes(w.transit_cents) },
  { key: 'status', header: m.wallet_column_status(), cell: (w) => <WalletStatusBadge of={w.status} /> },
];

/** A dealer's own wallet; all wallets for the platform. */
export default function WalletList() {
  const { layout } = useDashboard();
  if (layout !== 'dealer') return <All />;
  return (
    <>
      <PageHeader title={m.screens_wallet_list()} sub={m.wallet_lead()} />
      <WalletTab />
    </>
  );
}

function All() {
  const { layout, link } = useDashboard();
  const list = useListState(names, largest);
  const { filters } = list;
  const answer = useCall(walletCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'name',
    z_filter: {
      ...filters,
      status: filters.status as Status | undefined,
      mode: filters.mode as WalletSummary['mode'] | undefined,
      waiting: filters.waiting ? 'true' : undefined,
    },
  });
  return (
    <>
      <PageHeader title={m.screens_wallet_list()} sub={m.wallet_all_lead()} />
      <ListPage
        caption={m.screens_wallet_list()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={(w) => link('wallet.detail', { id: w.id, code: w.code })}
        mobile={(w) => (
          <MobileRow
            name={w.company.name}
            amount={formatKes(w.total_cents)}
            meta={formatWalletTotal(w)}
            metaEnd={appendCompanyAndCounty(layout, w, w.code)}
            badge={<WalletStatusBadge of={w.status} />}
          />
        )}
        search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.wallet_search(), hint: m.wallet_search_hint() }}
        states={{
          field: 'status',
          label: m.wallet_column_status(),
          options: (Object.keys(walletMachine.states) as Status[]).map((s) => ({ value: s, label: walletStatusNames[s].label() })),
        }}
        filters={[
          ...makeCompanyAndCountyFilters(layout, list, answer.data?.results[0]?.company.name),
          makeChoiceFilter(
            'mode',
            m.wallet_column_mode(),
            m.wallet_any_mode(),
            (['trust', 'record'] as const).map((value) => ({ value, label: walletCollectionModeLabels[value]() })),
            filters.mode,
            (v) => list.setFilter('mode', v),
          ),
          ...makeLinkedFilter(list, 'waiting', m.shell_waiting_for_you()),
        ]}
        counted={(n) => m.wallet_count({ count: n })}
        empty={<StateBlock title={m.wallet_empty()} text={m.wallet_empty_text()} />}
        filteredText={m.wallet_filtered_text()}
      />
    </>
  );
}
