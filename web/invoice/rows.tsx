import type { InvoiceSummary } from '#contract/invoice/shapes.ts';
import { appendCompanyAndCounty, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { InvoiceStatusBadge } from './badge.tsx';
import { formatInvoiceBalanceDue, InvoiceDueDate } from './due-date.tsx';
import { formatInvoiceHome, formatInvoiceNumber, getInvoiceName } from './words.ts';

export const buildInvoiceColumns = (layout: string, one = false): readonly TableColumn<InvoiceSummary>[] => [
  one
    ? { key: 'what', header: m.invoices_column_what(), cell: (i) => <TwoLineCell top={getInvoiceName(i)} bottom={formatInvoiceNumber(i)} /> }
    : {
        key: 'who',
        header: m.invoices_column_who(),
        cell: (i) => <TwoLineCell top={i.tenant.name} bottom={`${getInvoiceName(i)} · ${formatInvoiceNumber(i)}`} />,
      },
  ...(one ? [] : [{ key: 'home', header: m.invoices_column_home(), wrap: true, cell: formatInvoiceHome }]),
  ...makeCompanyTableColumns<InvoiceSummary>(one ? '' : layout),
  { key: 'due_on', header: m.invoices_column_due(), sortable: !one, cell: (i) => <InvoiceDueDate of={i} /> },
  { key: 'status', header: m.invoices_column_status(), cell: (i) => <InvoiceStatusBadge of={i} /> },
  {
    key: 'total_cents',
    header: m.invoices_column_total(),
    sortable: !one,
    align: 'right',
    cell: (i) => <span className="num">{formatKes(i.total_cents)}</span>,
  },
  {
    key: 'open_cents',
    header: m.invoices_column_open(),
    sortable: !one,
    align: 'right',
    cell: (i) => <b className="num">{formatInvoiceBalanceDue(i)}</b>,
  },
];

export const InvoiceMobileRow = ({ of: i, layout, one = false }: { of: InvoiceSummary; layout: string; one?: boolean }) => (
  <MobileRow
    name={one ? getInvoiceName(i) : i.tenant.name}
    amount={formatInvoiceBalanceDue(i)}
    meta={one ? formatInvoiceNumber(i) : `${getInvoiceName(i)} · ${formatInvoiceHome(i)}`}
    metaEnd={appendCompanyAndCounty(layout, i, formatKes(i.total_cents))}
    badge={<InvoiceStatusBadge of={i} />}
    when={<InvoiceDueDate of={i} />}
  />
);
