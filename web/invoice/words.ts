import { invoiceHistoryLabels, invoiceKindLabels } from '#contract/invoice/labels.ts';
import type { InvoiceDetails, InvoiceSummary } from '#contract/invoice/shapes.ts';
import { formatDate, formatKes, formatMonth } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export { invoiceLineKindLabels } from '#contract/invoice/words.ts';

export const formatInvoiceHistoryEntry = ({ what, cents }: Pick<InvoiceDetails['history'][number], 'what' | 'cents'>): string =>
  cents === null ? (invoiceHistoryLabels[what]?.() ?? m.invoices_past_change()) : m.invoices_past_money({ sum: formatKes(cents, true) });

type Named = Pick<InvoiceSummary, 'kind' | 'period_from'> & Partial<Pick<InvoiceSummary, 'title'>>;
/** "Rent, November 2026": kind and month, or the title of a manual charge. */
export const getInvoiceName = ({ kind, title, period_from: from }: Named): string =>
  [title ?? invoiceKindLabels[kind](), from && formatMonth(from)].filter(Boolean).join(', ');
export const formatInvoiceHome = ({ unit, property }: Pick<InvoiceSummary, 'unit' | 'property'>): string => `${unit.name}, ${property.name}`;
/** "No. 12 · INV-8K2M": the number in the company's series for auditors, and the code that links and messages use. */
export const formatInvoiceNumber = ({ serial, code }: Pick<InvoiceSummary, 'serial' | 'code'>): string =>
  `${m.invoice_number({ number: serial })} · ${code}`;
/** The due date, with the days overdue while a balance is due. */
export const formatInvoiceDueDate = ({ due_on, overdue_days: late }: Pick<InvoiceSummary, 'due_on' | 'overdue_days'>): string =>
  late > 0 ? m.invoices_late_by({ count: late }) : formatDate(due_on);
/** The period of a line, where it has one. */
export const formatLinePeriod = ({ from, last }: { readonly from: string | null; readonly last: string | null }): string =>
  from && last ? `${formatDate(from)} – ${formatDate(last)}` : '';
