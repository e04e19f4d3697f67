import type { InvoiceHead } from '#contract/invoice/shapes.ts';
import { holderColumns, holderMeta } from '#web/lists/holder.tsx';
import { type Column, MobileRow, TwoLines } from '#web/ui/dash/table/data-table.tsx';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { InvoiceBadge } from './badge.tsx';
import { DueOn, openText } from './standing.tsx';
import { homeOf, nameOf } from './words.ts';

export const invoiceColumns = (layout: string, one = false): readonly Column<InvoiceHead>[] => [
  one
    ? { key: 'what', header: m.invoices_column_what(), cell: (i) => <TwoLines top={nameOf(i)} bottom={i.code} /> }
    : { key: 'who', header: m.invoices_column_who(), cell: (i) => <TwoLines top={i.tenant.name} bottom={`${nameOf(i)} · ${i.code}`} /> },
  ...(one ? [] : [{ key: 'home', header: m.invoices_column_home(), wrap: true, cell: homeOf }]),
  ...holderColumns<InvoiceHead>(one ? '' : layout),
  { key: 'due_on', header: m.invoices_column_due(), sortable: !one, cell: (i) => <DueOn of={i} /> },
  { key: 'status', header: m.invoices_column_status(), cell: (i) => <InvoiceBadge of={i} /> },
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
    badge={<InvoiceBadge of={i} />}
    when={<DueOn of={i} />}
  />
);
