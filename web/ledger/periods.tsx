import { type LedgerPeriod, ledgerCalls } from '#contract/ledger/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatCount, formatDate, formatKes, formatMonth } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

const newest: ListSort = { by: 'month', desc: true };
const nameOf = ({ month }: LedgerPeriod) => formatMonth(`${month}-01`);
const State = ({ of }: { of: LedgerPeriod }) =>
  of.closed_at ? <ToneBadge tone="done">{m.ledger_period_closed()}</ToneBadge> : <ToneBadge tone="good">{m.ledger_period_open()}</ToneBadge>;
const closedText = ({ closed_at, closed_by }: LedgerPeriod) => (closed_at ? [formatDate(closed_at), closed_by].filter(Boolean).join(', ') : '');

const columns = (): readonly TableColumn<LedgerPeriod>[] => [
  { key: 'month', header: m.ledger_month(), cell: (p) => <TwoLineCell top={nameOf(p)} bottom={closedText(p)} /> },
  { key: 'journals', header: m.ledger_period_journals(), align: 'right', cell: (p) => formatCount(p.journals) },
  { key: 'moved', header: m.ledger_period_moved(), align: 'right', cell: (p) => formatKes(p.moved_cents) },
  { key: 'state', header: m.ledger_period_state(), cell: (p) => <State of={p} /> },
];

/** The months, newest first. They are closed under Accounting, by two people. */
export function LedgerPeriodList() {
  const { link } = useDashboard();
  const list = useListState([], newest);
  const periods = useCall(ledgerCalls.listPeriods, { page: list.page, page_size: list.pageSize });
  const close = (p: LedgerPeriod) => `${link('accounting.list')}?tab=months&month=${p.month}`;
  return (
    <DataTable
      caption={m.ledger_tab_periods()}
      columns={columns()}
      rows={periods.data?.results ?? []}
      rowKey={(p) => p.month}
      rowHref={close}
      state={periods.isPending ? 'loading' : periods.isPlaceholderData ? 'refetching' : 'ready'}
      loadingLabel={m.shell_loading()}
      error={periods.isError && !periods.data ? <LoadingState answer={periods} /> : undefined}
      empty={<StateBlock title={m.ledger_period_empty_title()} text={m.ledger_period_empty_text()} />}
      mobile={(p) => <MobileRow name={nameOf(p)} amount={formatKes(p.moved_cents)} meta={closedText(p)} badge={<State of={p} />} when="" />}
      footer={<ListFooter list={list} count={periods.data?.count ?? 0} />}
    />
  );
}
