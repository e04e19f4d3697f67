import { useLocation, useSearchParams } from 'react-router';
import { type JournalSummary, ledgerCalls } from '#contract/ledger/calls.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { AccountEntries } from './account.tsx';
import { LedgerChecks } from './ledger-checks.tsx';
import { CollectionModes } from './money-modes.tsx';
import { LedgerPeriodList } from './periods.tsx';
import { TrialBalance } from './trial-balance.tsx';

/** `account` has no tab: an account of the balances opens it. */
const views = { trial: TrialBalance, account: AccountEntries, periods: LedgerPeriodList, proofs: LedgerChecks, books: CollectionModes } as const;
type View = keyof typeof views;
const viewNames = [
  ['trial', m.ledger_tab_trial],
  ['periods', m.ledger_tab_periods],
  ['proofs', m.ledger_tab_proofs],
  ['books', m.ledger_tab_books],
] as const satisfies readonly (readonly [View, () => string])[];

/** The ledger: journals, trial balance, closed months and ledger checks. */
export default function LedgerPage() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const wanted = params.get('tab') as View | null;
  const Shown = wanted && Object.hasOwn(views, wanted) ? views[wanted] : null;
  return (
    <>
      <PageHeader title={m.ledger_title()} sub={m.ledger_sub()} actions={Shown ? undefined : <Export />} />
      <ViewTabs
        label={m.ledger_views()}
        items={[
          { label: m.ledger_tab_journals(), href: pathname, current: !Shown },
          ...viewNames.map(([view, label]) => ({
            label: label(),
            href: `${pathname}?tab=${view}`,
            current: (Shown === AccountEntries ? TrialBalance : Shown) === views[view],
          })),
        ]}
      />
      {Shown ? <Shown /> : <Journals />}
    </>
  );
}

const names = ['search', 'kind', 'company_id', 'source', 'source_id', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'day', desc: true };
const useFound = () => {
  const list = useListState(names, newest);
  const { company_id, source_id, kind, ...rest } = list.filters;
  return {
    list,
    z_filter: {
      ...rest,
      kind: kind as JournalSummary['kind'] as 'adjustment' | undefined,
      ...(company_id ? { company_id: Number(company_id) } : {}),
      ...(source_id ? { source_id: Number(source_id) } : {}),
    },
  };
};
function Export() {
  const { z_filter } = useFound();
  return <DownloadCsvButton label={m.ledger_export()} fetch={(part) => send(ledgerCalls.journalsCsv, { z_filter, part })} />;
}

const columns = (): readonly TableColumn<JournalSummary>[] => [
  {
    key: 'says',
    header: m.ledger_column_says(),
    wrap: true,
    cell: (j) => <TwoLineCell top={j.sentence} bottom={j.code} />,
  },
  { key: 'company', header: m.ledger_column_company(), cell: (j) => j.company?.name ?? '' },
  { key: 'day', header: m.ledger_column_day(), sortable: true, cell: (j) => formatDate(j.day) },
  {
    key: 'amount',
    header: m.ledger_column_amount(),
    align: 'right',
    cell: (j) => (j.reversed ? <ToneBadge tone="done">{m.ledger_reversed()}</ToneBadge> : formatKes(j.cents, true)),
  },
];

function Journals() {
  const { link } = useDashboard();
  const { list, z_filter } = useFound();
  const journals = useCall(ledgerCalls.listJournals, { page: list.page, page_size: list.pageSize, sort: list.wireSort as 'day', z_filter });
  return (
    <ListPage
      caption={m.ledger_title()}
      list={list}
      answer={journals}
      columns={columns()}
      rowHref={(j) => link('ledger.detail', { id: j.id, code: j.code })}
      mobile={(j) => (
        <MobileRow name={j.sentence} amount={formatKes(j.cents, true)} meta={j.company?.name ?? ''} metaEnd={j.code} when={formatDate(j.day)} />
      )}
      search={{
        value: list.filters.search ?? '',
        set: (text) => list.setFilter('search', text),
        label: m.ledger_search(),
        hint: m.ledger_search_hint(),
      }}
      filters={[
        makeDateRangeFilter(list, 'day_from', 'day_to', m.ledger_filter_days()),
        ...makeLinkedFilter(list, 'company_id', m.ledger_column_company()),
        ...makeLinkedFilter(list, 'source_id', m.ledger_panel_source()),
      ]}
      counted={(count) => m.ledger_count({ count })}
      empty={<StateBlock title={m.ledger_empty_title()} text={m.ledger_empty_text()} />}
      filteredText={m.ledger_filtered_text()}
    />
  );
}
