import { walletCalls } from '#contract/wallet/calls.ts';
import { walletBalanceKinds } from '#contract/wallet/kinds.ts';
import type { HeldDeposit, WalletDetails, WalletEntry } from '#contract/wallet/shapes.ts';
import { getWalletBalanceLabel } from '#contract/wallet/words.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useJournalSourceLink } from '#web/ledger/source.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { getListFilterTexts, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { FilterBar } from '#web/ui/dash/table/filter-bar.tsx';
import { formatKes } from '#web/ui/format.ts';
import { formatDateOmittingCurrentYear } from '#web/ui/format-date-omitting-current-year.ts';
import { m } from '#words/messages.js';
import classes from './wallet.module.css';

const names = ['pocket', 'day_from', 'day_to'] as const;
const newest = { by: 'day', desc: true };
const either = (cents: number): string => (cents === 0 ? '' : formatKes(cents, true));
/** The balance of a row is shown only if there is more than one. */
const columns = (many: boolean): readonly TableColumn<WalletEntry>[] => [
  { key: 'day', header: m.wallet_column_day(), cell: (e) => formatDateOmittingCurrentYear(e.day) },
  { key: 'what', header: m.wallet_column_what(), wrap: true, cell: (e) => e.says },
  ...(many ? [{ key: 'pocket', header: m.wallet_column_pocket(), wrap: true, cell: (e: WalletEntry) => getWalletBalanceLabel(e.pocket) }] : []),
  { key: 'in', header: m.wallet_column_in(), align: 'right', cell: (e) => either(e.in_cents) },
  { key: 'out', header: m.wallet_column_out(), align: 'right', cell: (e) => either(e.out_cents) },
  { key: 'balance', header: m.wallet_column_balance(), align: 'right', cell: (e) => formatKes(e.balance_cents, true) },
];

/** Every movement with its text, its link and the balance after it; for a period as a statement. */
export function WalletEntries({ wallet: { id } }: { wallet: WalletDetails }) {
  const { layout, link } = useDashboard();
  const sourceOf = useJournalSourceLink();
  const list = useListState(names, newest);
  const { pocket, ...days } = list.filters;
  const z_filter = { ...days, ...(pocket ? { pocket: Number(pocket) } : {}) };
  const found = useCall(walletCalls.listEntries, { id, page: list.page, page_size: list.pageSize, z_filter });
  const many = new Set(found.data?.results.map((e) => e.pocket)).size > 1;
  const reads = layout === 'superadmin' || layout === 'admin';
  return (
    <Panel
      title={m.wallet_entries()}
      right={<DownloadCsvButton label={m.wallet_export()} fetch={(part) => send(walletCalls.entriesCsv, { id, z_filter, part })} />}
      pad={false}
    >
      <div className={classes.over}>
        <FilterBar
          filters={[
            makeDateRangeFilter(list, 'day_from', 'day_to', m.wallet_column_day()),
            makeChoiceFilter(
              'pocket',
              m.wallet_column_pocket(),
              m.wallet_any_pocket(),
              walletBalanceKinds.map(({ code }) => ({ value: String(code), label: getWalletBalanceLabel(code) })),
              pocket,
              (value) => list.setFilter('pocket', value),
            ),
          ]}
          phone={getListFilterTexts(list, m.wallet_entries_count({ count: found.data?.count ?? 0 }))}
        />
        {found.data && (
          <MoneyLines
            exact
            items={[
              { label: m.wallet_opening(), cents: found.data.opening_cents },
              { label: m.wallet_column_in(), cents: found.data.in_cents },
              { label: m.wallet_column_out(), cents: -found.data.out_cents },
            ]}
            total={{ label: m.wallet_closing(), cents: found.data.closing_cents }}
          />
        )}
      </div>
      <DataTable
        caption={m.wallet_entries()}
        columns={columns(many)}
        rows={found.data?.results ?? []}
        rowKey={(e) => `${e.id}-${e.line}-${e.pocket}`}
        rowHref={(e) => (reads ? link('ledger.detail', { id: e.id, code: e.code }) : sourceOf(e.page)?.href)}
        state={found.isPending ? 'loading' : found.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock level={3} title={m.wallet_entries_empty()} text={m.wallet_entries_empty_text()} />}
        mobile={(e) => (
          <MobileRow
            name={e.says}
            amount={formatKes(e.in_cents - e.out_cents, true)}
            meta={getWalletBalanceLabel(e.pocket)}
            metaEnd={formatKes(e.balance_cents, true)}
            when={formatDateOmittingCurrentYear(e.day)}
          />
        )}
        footer={<ListFooter list={list} count={found.data?.count ?? 0} />}
      />
    </Panel>
  );
}

const depositColumns = (): readonly TableColumn<HeldDeposit>[] => [
  { key: 'home', header: m.wallet_column_home(), cell: (d) => d.home },
  { key: 'tenant', header: m.wallet_column_tenant(), cell: (d) => d.tenant ?? '' },
  { key: 'cents', header: m.wallet_column_deposit(), align: 'right', cell: (d) => formatKes(d.cents, true) },
];
/** The address keeps its page apart from the page of the other list. */
const depositNames = ['deposits'] as const;
/** Deposits by tenancy with their total: a separate liability, never part of the company's money. */
export function WalletDeposits({ id }: { id: number }) {
  const sourceOf = useJournalSourceLink();
  const list = useListState(depositNames, newest);
  const page = Math.max(1, Number(list.filters.deposits) || 1);
  const found = useCall(walletCalls.listDeposits, { id, page, page_size: list.pageSize });
  const count = found.data?.count ?? 0;
  return (
    <Panel
      title={m.wallet_deposits()}
      right={<DownloadCsvButton label={m.wallet_export()} fetch={(part) => send(walletCalls.depositsCsv, { id, part })} />}
      pad={false}
    >
      {found.data && count > 0 && (
        <p className={classes.total}>
          {m.wallet_deposits_total({ count })} <b className="num">{formatKes(found.data.total_cents, true)}</b>
        </p>
      )}
      <DataTable
        caption={m.wallet_deposits()}
        columns={depositColumns()}
        rows={found.data?.results ?? []}
        rowKey={(d) => d.page?.code ?? d.home}
        rowHref={(d) => sourceOf(d.page)?.href}
        state={found.isPending ? 'loading' : found.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock level={3} title={m.wallet_deposits_empty()} text={m.wallet_deposits_text()} />}
        mobile={(d) => <MobileRow name={d.home} amount={formatKes(d.cents, true)} meta={d.tenant ?? ''} />}
        footer={<ListFooter list={{ ...list, page, pageHref: (n) => list.hrefWith({ deposits: n === 1 ? null : n }) }} count={count} />}
      />
    </Panel>
  );
}
