import { NativeSelect } from '@mantine/core';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { monthStatementPartLabels } from '#contract/settlement/labels.ts';
import type { MonthStatementHome } from '#contract/settlement/month-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthOf, monthStart } from '#contract/time/days.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadPdfButton } from '#web/forms/download-buttons.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { formatKes, formatMonth } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './settlement.module.css';

/** The address keeps its page apart from the pages of other lists. */
const names = ['month', 'homes'] as const;
const byHome = { by: 'home', desc: false };
const shownMonths = 24;
const columns = (): readonly TableColumn<MonthStatementHome>[] => [
  { key: 'home', header: m.wallet_column_home(), wrap: true, cell: (row) => row.home },
  { key: 'cents', header: m.settlement_column_amount(), align: 'right', cell: (row) => formatKes(row.cents, true) },
];

/** The monthly statement of a wallet: opening balance, entries by kind, closing balance, receipts by unit, and deposits apart; also as a PDF. */
export function MonthlyWalletStatement({ id }: { id: number }) {
  const list = useListState(names, byHome);
  const first = monthStart(clock.today());
  const months = Array.from({ length: shownMonths }, (_, n) => monthOf(addMonths(first, -n)));
  const month = months.find((one) => one === list.filters.month) ?? monthOf(first);
  const page = Math.max(1, Number(list.filters.homes) || 1);
  const found = useCall(settlementCalls.monthStatement, { id, month, page, page_size: list.pageSize });
  const one = found.data;
  if (!one) return <LoadingState answer={found} />;
  return (
    <div className={classes.stack}>
      <Panel
        title={m.settlement_month()}
        right={
          <DownloadPdfButton
            label={m.settlement_month_take()}
            name={`${one.code}-${month}.pdf`}
            address={async () => (await send(settlementCalls.monthStatementPdf, { id, month })).address}
          />
        }
      >
        <div className={classes.stack}>
          <NativeSelect
            className={classes.month}
            label={m.ledger_month()}
            value={month}
            onChange={(event) => list.setFilters({ month: event.currentTarget.value, homes: null })}
            data={months.map((value) => ({ value, label: formatMonth(`${value}-01`) }))}
          />
          {one.mode === 'record' && one.count > 0 && <Note>{m.settlement_month_memo()}</Note>}
          <MoneyLines
            exact
            items={[
              { label: m.wallet_opening(), cents: one.opening_cents },
              ...one.parts.map(({ part, cents }) => ({ label: monthStatementPartLabels[part](), cents })),
            ]}
            total={{ label: m.wallet_closing(), cents: one.closing_cents }}
          />
        </div>
      </Panel>
      <Panel title={m.settlement_month_homes()} pad={false}>
        <DataTable
          caption={m.settlement_month_homes()}
          columns={columns()}
          rows={one.results}
          rowKey={(row) => String(row.unit_id)}
          state={found.isPlaceholderData ? 'refetching' : 'ready'}
          loadingLabel={m.shell_loading()}
          empty={<StateBlock level={3} title={m.settlement_month_homes_empty()} text="" />}
          mobile={(row) => <MobileRow name={row.home} amount={formatKes(row.cents, true)} meta="" />}
          footer={<ListFooter list={{ ...list, page, pageHref: (n) => list.hrefWith({ homes: n === 1 ? null : n }) }} count={one.count} />}
        />
      </Panel>
      <Panel title={m.wallet_deposits()}>
        <MoneyLines
          exact
          items={[
            { label: m.wallet_opening(), cents: one.deposits.opening_cents },
            { label: m.wallet_column_in(), cents: one.deposits.in_cents },
            { label: m.wallet_column_out(), cents: -one.deposits.out_cents },
          ]}
          total={{ label: m.wallet_column_deposit(), cents: one.deposits.closing_cents }}
        />
      </Panel>
    </div>
  );
}
