import type { InvoiceDetails } from '#contract/invoice/shapes.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';

/** Notices to read before acting on the invoice. */
export function InvoiceNotices({ of: i }: { of: InvoiceDetails }) {
  const { layout, link } = useDashboard();
  const mine = layout === 'tenancy';
  return (
    <>
      {i.dispute && (
        <Note tone="guard" className={classes.note ?? ''}>
          {m.invoices_note_dispute({ who: i.dispute.by ?? i.tenant.name, date: formatDate(i.dispute.at), reason: i.dispute.reason })}
        </Note>
      )}
      {i.voided && (
        <Note tone="guard" className={classes.note ?? ''}>
          {i.voided.reason === null
            ? m.invoices_note_void_own({ date: formatDate(i.voided.at) })
            : m.invoices_note_void({ date: formatDate(i.voided.at), reason: i.voided.reason })}
        </Note>
      )}
      {i.fund === 'M' && !mine && i.manages && <Note className={classes.note ?? ''}>{m.invoices_note_memo()}</Note>}
      {i.late_for && (
        <Note className={classes.note ?? ''}>
          {m.invoices_note_late_for()}{' '}
          <AppLink
            href={
              mine
                ? link('invoice.ownOne', { invoice_id: i.late_for.id, invoice_code: i.late_for.code })
                : link('invoice.detail', { invoice_id: i.late_for.id, code: i.late_for.code })
            }
          >
            {i.late_for.code}
          </AppLink>
        </Note>
      )}
      {i.brought_forward_cents > 0 && (
        <Note className={classes.note ?? ''}>{m.invoices_note_before({ sum: formatKes(i.brought_forward_cents) })}</Note>
      )}
    </>
  );
}
