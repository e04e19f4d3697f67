import type { InvoiceHead } from '#contract/invoice/shapes.ts';
import { holderColumns, holderMeta } from '#web/lists/holder.tsx';
import { type Column, MobileRow, TwoLines } from '#web/ui/dash/data-table.tsx';
import { date, kes } from '#web/ui/format.ts';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { homeOf, nameOf } from './words.ts';

/** Overdue is a word beside the day, not a status; what is in dispute says so. */
export const DueOn = ({ of }: { of: InvoiceHead }) => (
  <>
    {date(of.due_on)}
    {of.overdue_days > 0 && <small className={classes.late}>{m.invoices_late_by({ count: of.overdue_days })}</small>}
    {of.disputed && <small className={classes.disputed}>{m.invoices_disputed()}</small>}
  </>
);
export const openText = ({ open_cents, status }: Pick<InvoiceHead, 'open_cents' | 'status'>): string =>
  open_cents === 0 ? (status === 4 ? '–' : m.invoices_clear()) : kes(open_cents);

export const invoiceColumns = (layout: string, one = false): readonly Column<InvoiceHead>[] => [
  one
    ? { key: 'what', header: m.invoices_column_what(), cell: (i) => <TwoLines top={nameOf(i)} bottom={i.code} /> }
    : { key: 'who', header: m.invoices_column_who(), cell: (i) => <TwoLines top={i.tenant.name} bottom={`${nameOf(i)} · ${i.code}`} /> },
  ...(one ? [] : [{ key: 'home', header: m.invoices_column_home(), wrap: true, cell: homeOf }]),
  ...holderColumns<InvoiceHead>(one ? '' : layout),
  { key: 'due_on', header: m.invoices_column_due(), sortable: !one, cell: (i) => <DueOn of={i} /> },
  { key: 'status', header: m.invoices_column_status(), cell: (i) => <StatusBadge set="invoice" value={i.status} /> },
  {
    key: 'total_cents',
    header: m.invoices_column_total(),
    sortable: !one,
    align: 'right',
    cell: (i) => <span className="num">{kes(i.total_cents)}</span>,
  },
  { key: 'open_cents', header: m.invoices_column_open(), sortable: !one, align: 'right', cell: (i) => <b className="num">{openText(i)}</b> },
];

export const InvoiceMobile = ({ of: i, layout, one = false }: { of: InvoiceHead; layout: string; one?: boolean }) => (
  <MobileRow
    name={one ? nameOf(i) : i.tenant.name}
    amount={openText(i)}
    meta={one ? i.code : `${nameOf(i)} · ${homeOf(i)}`}
    metaEnd={holderMeta(layout, i, kes(i.total_cents))}
    badge={<StatusBadge set="invoice" value={i.status} />}
    when={<DueOn of={i} />}
  />
);
