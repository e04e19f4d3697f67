import { NativeSelect } from '@mantine/core';
import { sumCents } from '#contract/money/cents.ts';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { monthStatementPartLabels } from '#contract/settlement/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthOf, monthStart } from '#contract/time/days.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadPdfButton } from '#web/forms/download-buttons.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes, formatMonth } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './settlement.module.css';
import { UnitStatement } from './unit-statement.tsx';

const names = ['month', 'homes'] as const;
const byHome = { by: 'home', desc: false };
const shownMonths = 24;
/** The monthly statement of a wallet: opening balance, entries by kind, closing balance, the month by unit, and deposits apart; also as a PDF. */
export function MonthlyWalletStatement({ id }: { id: number }) {
  const list = useListState(names, byHome);
  const first = monthStart(clock.today());
  const months = Array.from({ length: shownMonths }, (_, n) => monthOf(addMonths(first, -n)));
  const month = months.find((one) => one === list.filters.month) ?? monthOf(first);
  const found = useCall(settlementCalls.monthStatement, { id, month, page: 1, page_size: list.pageSize });
  const one = found.data;
  if (!one) return <LoadingState answer={found} />;
  const credited = sumCents(one.parts.filter(({ part }) => part === 'gross').map(({ cents }) => cents));
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
          {one.mode === 'record' && (one.count > 0 || one.mixed) && <Note>{one.mixed ? m.settlement_month_mixed() : m.settlement_month_memo()}</Note>}
          <MoneyLines
            exact
            items={[
              { label: m.wallet_opening(), cents: one.opening_cents },
              ...one.parts.map(({ part, cents }) => ({ label: monthStatementPartLabels[part](), cents })),
            ]}
            total={{ label: m.wallet_closing(), cents: one.closing_cents }}
          />
          {one.collected_cents !== 0 && (
            <p className={classes.quiet}>
              {m.settlement_month_collected({ sum: formatKes(one.collected_cents, true), credited: formatKes(credited, true) })}
            </p>
          )}
        </div>
      </Panel>
      <UnitStatement id={id} month={month} />
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
