import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { ledgerCalls, type TrialBalanceRow } from '#contract/ledger/calls.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import { getLedgerAccountLabel } from '#contract/ledger/words.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthOf, monthStart } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatKes, formatMonth } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './ledger.module.css';

const shownMonths = 24;
const columns = () => [
  {
    key: 'account',
    header: m.ledger_trial_account(),
    cell: (row: TrialBalanceRow) => <TwoLineCell top={getLedgerAccountLabel(row.code)} bottom={String(row.code)} />,
  },
  { key: 'opening', header: m.ledger_trial_opening(), align: 'right' as const, cell: (row: TrialBalanceRow) => formatKes(row.opening_cents, true) },
  { key: 'debit', header: m.ledger_column_debit(), align: 'right' as const, cell: (row: TrialBalanceRow) => formatKes(row.debit_cents, true) },
  { key: 'credit', header: m.ledger_column_credit(), align: 'right' as const, cell: (row: TrialBalanceRow) => formatKes(row.credit_cents, true) },
  { key: 'closing', header: m.ledger_trial_closing(), align: 'right' as const, cell: (row: TrialBalanceRow) => formatKes(row.closing_cents, true) },
];

/** The trial balance of a month by kind of account: opening balance, movements and closing balance, one table per fund. */
export function TrialBalance() {
  const [params, setParams] = useSearchParams();
  const today = clock.today();
  const month = params.get('month') ?? monthOf(today);
  const answer = useCall(ledgerCalls.trialBalance, { month });
  const months = Array.from({ length: shownMonths }, (_, n) => monthOf(addMonths(monthStart(today), -n)));
  const funds = Map.groupBy(answer.data?.rows ?? [], (row) => row.fund);
  return (
    <div className={classes.stack}>
      <NativeSelect
        label={m.ledger_month()}
        className={classes.month ?? ''}
        value={month}
        onChange={(event) => setParams({ tab: 'trial', month: event.currentTarget.value }, { preventScrollReset: true })}
        data={months.map((value) => ({ value, label: formatMonth(`${value}-01`) }))}
      />
      {!answer.data && <LoadingState answer={answer} />}
      {answer.data && funds.size === 0 && <StateBlock title={m.ledger_trial_empty_title()} text={m.ledger_trial_empty_text()} />}
      {funds.size > 0 && <Note tone="info">{m.ledger_trial_even()}</Note>}
      {[...funds].map(([fund, rows]) => (
        <Panel key={fund} title={ledgerFundLabels[fund]()} pad={false}>
          <DataTable
            caption={m.ledger_trial_caption()}
            columns={columns()}
            rows={rows}
            rowKey={(row) => String(row.code)}
            state={answer.isPlaceholderData ? 'refetching' : 'ready'}
            loadingLabel={m.shell_loading()}
            empty={null}
            mobile={(row) => (
              <MobileRow
                name={getLedgerAccountLabel(row.code)}
                amount={formatKes(row.closing_cents, true)}
                meta={`${m.ledger_trial_opening()} ${formatKes(row.opening_cents, true)}`}
                metaEnd={String(row.code)}
                when=""
              />
            )}
          />
        </Panel>
      ))}
    </div>
  );
}
