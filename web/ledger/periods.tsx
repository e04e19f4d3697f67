import { Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { type LedgerPeriod, ledgerCalls } from '#contract/ledger/calls.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
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

/** The months, newest first; the oldest open one can be closed after it has ended. */
export function LedgerPeriodList() {
  const { visitor } = useApp();
  const list = useListState([], newest);
  const periods = useCall(ledgerCalls.listPeriods, { page: list.page, page_size: list.pageSize });
  const [closing, setClosing] = useState<LedgerPeriod | null>(null);
  const mayClose = isAllowed(ledgerCalls.close.needs, visitor);
  const closer = (p: LedgerPeriod) =>
    p.may_close && mayClose ? (
      <Button size="compact-sm" variant="default" onClick={() => setClosing(p)}>
        {m.ledger_period_close()}
      </Button>
    ) : null;
  return (
    <>
      <DataTable
        caption={m.ledger_tab_periods()}
        columns={mayClose ? [...columns(), { key: 'close', header: '', align: 'right', cell: closer }] : columns()}
        rows={periods.data?.results ?? []}
        rowKey={(p) => p.month}
        state={periods.isPending ? 'loading' : periods.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={periods.isError && !periods.data ? <LoadingState answer={periods} /> : undefined}
        empty={<StateBlock title={m.ledger_period_empty_title()} text={m.ledger_period_empty_text()} />}
        mobile={(p) => (
          <MobileRow
            name={nameOf(p)}
            amount={formatKes(p.moved_cents)}
            meta={closedText(p)}
            metaEnd={closer(p) ?? ''}
            badge={<State of={p} />}
            when=""
          />
        )}
        footer={<ListFooter list={list} count={periods.data?.count ?? 0} />}
      />
      {closing && <Close of={closing} done={() => setClosing(null)} />}
    </>
  );
}

function Close({ of, done }: { of: LedgerPeriod; done: () => void }) {
  const act = useAction(ledgerCalls.close, { said: () => m.ledger_period_said({ month: nameOf(of) }), done });
  return (
    <ConfirmModal
      opened
      onClose={done}
      title={m.ledger_period_close_title({ month: nameOf(of) })}
      confirmLabel={m.ledger_period_close()}
      cancelLabel={m.ledger_period_keep()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.isError ? getErrorSentence(act.error) : undefined}
      onConfirm={() => act.mutate({ month: of.month })}
    >
      {m.ledger_period_close_text({ month: nameOf(of) })}
    </ConfirmModal>
  );
}
