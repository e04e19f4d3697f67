import type { BookingDetails } from '#contract/booking/shapes.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { sumCents } from '#contract/money/cents.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import classes from '#web/application/application.module.css';
import { useCall } from '#web/client/use-call.ts';
import { PaymentStatusBadge } from '#web/collection/payment-badge.tsx';
import { paymentMethodNames } from '#web/collection/words.ts';
import { InvoiceDocuments } from '#web/invoice/papers.tsx';
import { ReceiptButton } from '#web/payment/part-panels.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** The move-in cost, each payment with its receipt, and the balance due. */
export default function ReceivedPayments({ booking }: { booking: BookingDetails }) {
  const of = { page: 1, page_size: 20 as const, z_filter: { booking_id: booking.id } };
  const asked = useCall(invoiceCalls.listMine, of, { quiet: true }).data?.results.filter(({ kind }) => kind === 'move_in') ?? [];
  const paid = useCall(paymentCalls.listMine, of, { quiet: true }).data?.results ?? [];
  const [invoice] = asked;
  if (!invoice) return null;
  const left = sumCents(asked.map((one) => one.open_cents));
  const received = formatKes(sumCents(asked.map((one) => one.paid_cents)));
  return (
    <Panel title={m.booking_received_title()}>
      <div className={classes.stack}>
        <div className={classes.line}>
          <b>{left > 0 ? m.booking_received_left({ paid: received, left: formatKes(left) }) : m.booking_received_all({ paid: received })}</b>
          <InvoiceDocuments of={invoice} receipt={left === 0} />
        </div>
        {paid.map((one) => (
          <div key={one.id} className={classes.line}>
            <span>
              <b className="num">{formatKes(one.cents)}</b> <PaymentStatusBadge of={one} own />
              <p className={classes.quiet}>
                {[paymentMethodNames[one.how](), one.external, formatDateTime(one.received_at ?? one.created_at)].filter(Boolean).join(' · ')}
              </p>
            </span>
            {one.status === 'completed' && <ReceiptButton id={one.id} />}
          </div>
        ))}
      </div>
    </Panel>
  );
}
