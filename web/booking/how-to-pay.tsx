import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { BookingFull } from '#contract/booking/shapes.ts';
import classes from '#web/application/application.module.css';
import { useDash } from '#web/layout/screen.ts';
import { Defs } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { date, kes, phone } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { wayNames } from './words.ts';

/** Whom to pay and how to reach them; what they have said they paid already. */
export function HowToPay({ booking: { contact, code, company, pay_to: to, said_paid: said } }: { booking: BookingFull }) {
  const { link } = useDash();
  return (
    <Panel title={m.booking_pay_how()}>
      <div className={classes.stack}>
        {said && (
          <Note tone="good" title={m.booking_pay_said_title()}>
            {m.booking_pay_said({ who: company.name, sum: kes(said.cents), way: wayNames[said.how](), day: date(said.on) })}
          </Note>
        )}
        {to ? (
          <>
            <p className={classes.text}>{m.booking_pay_here({ who: to.name, code })}</p>
            <Defs
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
