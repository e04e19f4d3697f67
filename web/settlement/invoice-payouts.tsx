import { settlementCalls } from '#contract/settlement/calls.ts';
import type { InvoiceSettlement } from '#contract/settlement/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './settlement.module.css';

const when = ({ payout, theirs, in_hand, clears_at }: InvoiceSettlement): string => {
  if (in_hand) return in_hand === 'owner' ? m.settlement_on_invoice_in_hand() : m.settlement_on_invoice_with_agent();
  if (payout?.status === 'paid' && payout.paid_at) return m.settlement_on_invoice_paid({ day: formatDate(payout.paid_at), code: payout.code });
  if (payout) return m.settlement_on_invoice_sending({ code: payout.code });
  if (!theirs) return m.settlement_on_invoice_held();
  return clears_at ? m.settlement_on_invoice_clears({ day: formatDate(clears_at) }) : m.settlement_on_invoice_next();
};

/** When the money of an invoice was or can be paid to the owner, and with which payout. */
export function InvoicePayouts({ invoiceId }: { invoiceId: number }) {
  const { layout, link } = useDashboard();
  const found = useCall(settlementCalls.invoicePayouts, { invoice_id: invoiceId }, { quiet: true });
  const rows = found.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={m.settlement_on_invoice()} pad={false}>
      {rows.map((part) => (
        <div key={part.id} className={classes.row}>
          <span className={classes.quiet}>
            {layout === 'superadmin' && part.payout ? (
              <AppLink href={link('settlement.payment', { id: part.payout.id, code: part.payout.code })}>{when(part)}</AppLink>
            ) : (
              when(part)
            )}
          </span>
          <span className={classes.num}>{formatKes(part.cents)}</span>
        </div>
      ))}
    </Panel>
  );
}
