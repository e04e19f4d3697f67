import type { CallResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { monthEnd } from '#contract/time/days.ts';
import { remittedTaxLabels } from '#contract/treasury/labels.ts';
import { taxCalls } from '#contract/treasury/tax-calls.ts';
import { taxAccounts } from '#contract/treasury/taxes.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { DataTable, MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes, formatMonth } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

type OfTax = CallResult<typeof taxCalls.listTaxMonths>['taxes'][number];
type Month = OfTax['months'][number];

const money = (key: string, header: () => string, of: (month: Month) => number): TableColumn<Month> => ({
  key,
  header: header(),
  align: 'right',
  cell: (month) => <span className="num">{formatKes(of(month), true)}</span>,
});
const columns = (): readonly TableColumn<Month>[] => [
  { key: 'month', header: m.payments_tax_month(), cell: ({ month }) => formatMonth(`${month}-01`) },
  money('opening', m.payments_tax_opening, (one) => one.opening_cents),
  money('added', m.payments_tax_added, (one) => one.added_cents),
  money('remitted', m.payments_tax_remitted, (one) => one.remitted_cents),
  money('balance', m.payments_tax_balance, (one) => one.balance_cents),
  { key: 'due', header: m.payments_tax_due_on(), cell: ({ due_on }) => formatDate(due_on) },
  { key: 'state', header: m.payments_tax_state(), cell: (month) => <State of={month} /> },
];

/** The added tax of a month: paid, or the part that is not. */
function State({ of: { added_cents, unpaid_cents, due_on } }: { readonly of: Month }) {
  if (added_cents <= 0) return <ToneBadge tone="neutral">{m.payments_tax_state_none()}</ToneBadge>;
  if (unpaid_cents === 0) return <ToneBadge tone="good">{m.payments_tax_state_paid()}</ToneBadge>;
  const sum = formatKes(unpaid_cents, true);
  return due_on < clock.today() ? (
    <ToneBadge tone="bad">{m.payments_tax_state_overdue({ sum })}</ToneBadge>
  ) : (
    <ToneBadge tone="wait">{m.payments_tax_state_due({ sum })}</ToneBadge>
  );
}

/** The figures of each tax by month, the newest first. A month opens the entries of its account. */
export function TaxMonths() {
  const answer = useCall(taxCalls.listTaxMonths, {});
  if (!answer.data) return <LoadingState answer={answer} rows={6} />;
  return answer.data.taxes.map((one) => <OneTax key={one.tax} of={one} />);
}

function OneTax({ of: { tax, months } }: { readonly of: OfTax }) {
  const { link } = useDashboard();
  const { fund, code } = taxAccounts[tax];
  const entriesOf = ({ month }: Month) => {
    const first = `${month}-01`;
    return `${link('ledger.list')}?${new URLSearchParams({ tab: 'account', fund, account: String(code), from: first, to: monthEnd(first) })}`;
  };
  const title = m.payments_tax_months({ tax: remittedTaxLabels[tax]() });
  return (
    <Panel title={title} pad={false}>
      <DataTable
        caption={title}
        columns={columns()}
        rows={months.toReversed()}
        rowKey={({ month }) => month}
        rowHref={entriesOf}
        loadingLabel={m.shell_loading()}
        empty={null}
        mobile={(one) => (
          <MobileRow
            name={formatMonth(`${one.month}-01`)}
            amount={formatKes(one.balance_cents, true)}
            meta={`${m.payments_tax_added()} ${formatKes(one.added_cents, true)} · ${m.payments_tax_remitted()} ${formatKes(one.remitted_cents, true)}`}
            badge={<State of={one} />}
            when={formatDate(one.due_on)}
          />
        )}
      />
    </Panel>
  );
}
