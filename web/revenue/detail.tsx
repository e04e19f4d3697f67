import { useParams } from 'react-router';
import { getLedgerAccountLabel } from '#contract/ledger/words.ts';
import { revenueCalls } from '#contract/revenue/calls.ts';
import { revenueSourceLabels } from '#contract/revenue/labels.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { CompanyName } from '#web/lists/holder.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { DataTable, MobileRow } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './revenue.module.css';

const accountName = (code: number): string => `${code} ${getLedgerAccountLabel(code)}`;

/** One journal with revenue: its text, its lines, and a link to its source. */
export default function RevenueDetail() {
  const { id } = useParams();
  const { link } = useDashboard();
  const found = useCall(revenueCalls.revenueDetails, { id: parseAddressId(id) });
  useScreenTitle(found.data?.code);
  if (!found.data) return <LoadingState answer={found} />;
  const one = found.data;
  return (
    <>
      <PageHeader
        title={formatKes(one.net_cents, true)}
        crumbs={[{ label: m.screens_revenue_list(), href: link('revenue.list') }, { label: one.code }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={`${revenueSourceLabels[one.source]()} · ${one.says}`}
      />
      <div className={classes.stack}>
        <Panel title={m.revenue_behind()}>
          <DefinitionList
            items={[
              { label: m.revenue_column_day(), value: formatDate(one.day) },
              { label: m.revenue_column_tax(), value: formatKes(one.tax_cents, true) },
              { label: m.revenue_column_gross(), value: formatKes(one.gross_cents, true) },
              ...(one.company ? [{ label: m.wallet_column_company(), value: <CompanyName company={one.company} /> }] : []),
              ...(one.property
                ? [
                    {
                      label: m.revenue_property(),
                      value: <AppLink href={link('property.detail', { id: one.property.id, code: one.property.code })}>{one.property.name}</AppLink>,
                    },
                  ]
                : []),
              ...(one.payment
                ? [{ label: m.revenue_payment(), value: <AppLink href={link('payment.financeOne', one.payment)}>{one.payment.code}</AppLink> }]
                : []),
              { label: m.revenue_lines(), value: <AppLink href={link('ledger.detail', { id: one.id, code: one.code })}>{one.code}</AppLink> },
              ...(one.reversed_by
                ? [
                    {
                      label: m.revenue_reversed({ code: one.reversed_by.code }),
                      value: (
                        <AppLink href={link('ledger.detail', { id: one.reversed_by.id, code: one.reversed_by.code })}>{one.reversed_by.code}</AppLink>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </Panel>
        <DataTable
          caption={m.revenue_lines()}
          columns={[
            { key: 'debit', header: m.revenue_debit(), wrap: true, cell: (l) => accountName(l.debit) },
            { key: 'credit', header: m.revenue_credit(), wrap: true, cell: (l) => accountName(l.credit) },
            { key: 'cents', header: m.revenue_amount(), align: 'right', cell: (l) => formatKes(l.cents, true) },
          ]}
          rows={one.lines}
          rowKey={(l) => String(l.line)}
          loadingLabel={m.shell_loading()}
          empty=""
          mobile={(l) => <MobileRow name={`${accountName(l.debit)} → ${accountName(l.credit)}`} amount={formatKes(l.cents, true)} />}
        />
      </div>
    </>
  );
}
