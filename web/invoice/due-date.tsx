import type { InvoiceSummary } from '#contract/invoice/shapes.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';

/** Overdue is shown beside the due date, because it is not a status. An open dispute is shown here too. */
export const InvoiceDueDate = ({ of }: { of: InvoiceSummary }) => (
  <>
    {formatDate(of.due_on)}
    {of.overdue_days > 0 && <small className={classes.late}>{m.invoices_late_by({ count: of.overdue_days })}</small>}
    {of.disputed && <small className={classes.disputed}>{m.invoices_disputed()}</small>}
  </>
);
export const formatInvoiceBalanceDue = ({ open_cents, status }: Pick<InvoiceSummary, 'open_cents' | 'status'>): string =>
  open_cents === 0 ? (status === 4 ? '–' : m.invoices_clear()) : formatKes(open_cents);
