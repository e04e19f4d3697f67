import { Group } from '@mantine/core';
import { balanceCalls, type TrialBalanceRow, type TrialBalanceTotal } from '#contract/ledger/balance-calls.ts';
import { areTotalsEven } from '#contract/ledger/balance-totals.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import { getLedgerAccountLabel } from '#contract/ledger/words.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton, DownloadPdfButton } from '#web/forms/download-buttons.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './ledger.module.css';
import { LedgerPeriodFields, useLedgerPeriod } from './period-fields.tsx';

/** An account, or the totals of a fund as the last row. */
type Row = TrialBalanceTotal & { readonly of: TrialBalanceRow | null };
const balanceOf = ({ balance_debit_cents, balance_credit_cents }: Row): number => Math.max(balance_debit_cents, balance_credit_cents);
const money = (row: Row, cents: number) => {
  const text = cents === 0 && row.of ? '' : formatKes(cents, true);
  return row.of ? text : <b>{text}</b>;
};
const amount = (key: 'debit_cents' | 'credit_cents' | 'balance_debit_cents' | 'balance_credit_cents', header: string): TableColumn<Row> => ({
  key,
  header,
  align: 'right',
  cell: (row) => money(row, row[key]),
});
const columns = (): readonly TableColumn<Row>[] => [
  {
    key: 'account',
    header: m.ledger_trial_account(),
    cell: ({ of }) => <TwoLineCell top={of ? getLedgerAccountLabel(of.code) : m.ledger_trial_total()} bottom={of ? String(of.code) : ''} />,
  },
  { key: 'opening', header: m.ledger_trial_opening(), align: 'right', cell: ({ of }) => (of ? formatKes(of.opening_cents, true) : '') },
  amount('debit_cents', m.ledger_column_debit()),
  amount('credit_cents', m.ledger_column_credit()),
  amount('balance_debit_cents', m.ledger_trial_debit_balance()),
  amount('balance_credit_cents', m.ledger_trial_credit_balance()),
];

/** The balances at the end of a day by kind of account, one table per fund, with totals. Each account opens its entries. */
export function TrialBalance() {
  const { link } = useDashboard();
  const period = useLedgerPeriod();
  const answer = useCall(balanceCalls.trialBalance, period);
  const { rows = [], totals = [] } = answer.data ?? {};
  const entriesOf = ({ fund, code }: TrialBalanceRow) =>
    `${link('ledger.list')}?${new URLSearchParams({ tab: 'account', fund, account: String(code), ...period })}`;
  return (
    <div className={classes.stack}>
      <Group justify="space-between" align="end" gap={12}>
        <LedgerPeriodFields {...period} />
        <Group gap={8}>
          <DownloadCsvButton label={m.ledger_csv()} fetch={() => send(balanceCalls.trialBalanceCsv, period)} />
          <DownloadPdfButton
            label={m.ledger_pdf()}
            name={`balances-${period.to}.pdf`}
            address={async () => (await send(balanceCalls.trialBalancePdf, period)).address}
          />
        </Group>
      </Group>
      {!answer.data && <LoadingState answer={answer} />}
      {answer.data && totals.length === 0 && <StateBlock title={m.ledger_trial_empty_title()} text={m.ledger_trial_empty_text()} />}
      {totals.length > 0 &&
        (areTotalsEven(totals) ? <Note tone="info">{m.ledger_trial_even()}</Note> : <Note tone="bad">{m.ledger_trial_uneven()}</Note>)}
      {totals.map((total) => (
        <Panel key={total.fund} title={ledgerFundLabels[total.fund]()} pad={false}>
          <DataTable<Row>
            caption={m.ledger_trial_caption()}
            columns={columns()}
            rows={[...rows.filter(({ fund }) => fund === total.fund).map((of) => ({ ...of, of })), { ...total, of: null }]}
            rowKey={({ of }) => (of ? String(of.code) : 'total')}
            rowHref={({ of }) => (of ? entriesOf(of) : undefined)}
            state={answer.isPlaceholderData ? 'refetching' : 'ready'}
            loadingLabel={m.shell_loading()}
            empty={null}
            mobile={(row) => (
              <MobileRow
                name={row.of ? getLedgerAccountLabel(row.of.code) : m.ledger_trial_total()}
                amount={formatKes(balanceOf(row), true)}
                meta={row.balance_credit_cents > 0 ? m.ledger_trial_credit_balance() : m.ledger_trial_debit_balance()}
                metaEnd={row.of ? String(row.of.code) : ''}
                when=""
              />
            )}
          />
        </Panel>
      ))}
    </div>
  );
}
