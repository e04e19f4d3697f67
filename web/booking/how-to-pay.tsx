import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { bookingCalls } from '#contract/booking/calls.ts';
import { externalPaymentMethodLabels } from '#contract/booking/labels.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import { collectionCalls } from '#contract/collection/calls.ts';
import classes from '#web/application/application.module.css';
import { useCall } from '#web/client/use-call.ts';
import { PayModal } from '#web/collection/pay-modal.tsx';
import { usePaymentProcess } from '#web/collection/use-payment.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes, phone } from '#web/ui/format.ts';
import { IconDeviceMobile } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

const bookingToo = [bookingCalls];
/** The move-in invoice by M-Pesa prompt: one button, for as long as the reservation lasts. It is not shown where no prompt can be sent. */
export function MoveInMpesaPayment({ bookingId }: { bookingId: number }) {
  const paying = usePaymentProcess();
  const toPay = useCall(collectionCalls.paymentOptions, { booking_id: bookingId }, { quiet: true });
  if (!paying.opened && !(toPay.data?.push && toPay.data.invoices.length > 0)) return null;
  return (
    <>
      <Button onClick={paying.open} leftSection={<IconDeviceMobile size={18} aria-hidden />}>
        {m.payments_pay_button()}
      </Button>
      <PayModal what={{ booking_id: bookingId }} paying={paying} touches={bookingToo} />
    </>
  );
}

/** The payee and their contact, and the payment that the applicant reported. */
export function PaymentInstructions({ booking: { contact, code, company, pay_to: to, said_paid: said } }: { booking: BookingDetails }) {
  const { link } = useDashboard();
  return (
    <Panel title={m.booking_pay_how()}>
      <div className={classes.stack}>
        {said && (
          <Note tone="good" title={m.booking_pay_said_title()}>
            {m.booking_pay_said({
              who: company.name,
              sum: formatKes(said.cents),
              way: externalPaymentMethodLabels[said.how](),
              day: formatDate(said.on),
            })}
          </Note>
        )}
        {to ? (
          <>
            <p className={classes.text}>{m.booking_pay_here({ who: to.name, code })}</p>
            <DefinitionList
              items={[
                ...(to.paybill
                  ? [
                      { label: m.booking_pay_paybill(), value: <b className="num">{to.paybill}</b> },
                      { label: m.booking_pay_account(), value: <b className="num">{code}</b> },
                    ]
                  : []),
                ...(to.till ? [{ label: m.booking_pay_till(), value: <b className="num">{to.till}</b> }] : []),
                ...(to.bank ? [{ label: m.booking_pay_bank(), value: <span className={classes.bank}>{to.bank}</span> }] : []),
              ]}
            />
            <p className={classes.text}>{m.booking_pay_warn({ who: to.name })}</p>
          </>
        ) : (
          <p className={classes.text}>{m.booking_pay_text({ who: contact?.name ?? company.name, code })}</p>
        )}
        {(contact?.phone || contact?.thread_id) && (
          <div className={classes.acts}>
            {contact.phone && (
              <Button variant="default" component="a" href={`tel:${contact.phone}`}>
                {m.booking_pay_call({ phone: phone(contact.phone) })}
              </Button>
            )}
            {contact.thread_id && (
              <Button variant="default" component={Link} to={link('thread.one', { id: contact.thread_id })}>
                {m.booking_pay_write()}
              </Button>
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}
