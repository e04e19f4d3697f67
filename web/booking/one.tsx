import { Button, Textarea } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { applicationCalls } from '#contract/application/calls.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import type { BookingFull } from '#contract/booking/shapes.ts';
import { LeaseBeforePaying } from '#web/agreement/before-paying.tsx';
import classes from '#web/application/application.module.css';
import { Looks } from '#web/application/looks.tsx';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useDash } from '#web/layout/screen.ts';
import { useTitle } from '#web/layout/title.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { Defs } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { date, kes, phone } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { Cancel, Erase } from './asks.tsx';
import { nextStep, stepNames, stepOf } from './next-step.ts';
import { Due, homeName, isConfirmed, isOpen, isPaying, isScreened, Standing } from './parts.tsx';
import { Past } from './past.tsx';
import { Report } from './report.tsx';
import { LeaseNext } from './until-keys.tsx';
import { askNames, reasonText, wayNames } from './words.ts';

// Comes when one says that one paid: its fields weigh more than the page.
const SayPaid = lazy(() => import('./payment.tsx').then((module) => ({ default: module.SayPaid })));

/** One's own booking: the way to the keys first. */
export default function MyBooking() {
  const { id } = useParams();
  const found = useCall(bookingCalls.details, { id: Number(id) || 0 });
  useTitle(found.data && homeName(found.data));
  if (!found.data) return <Waiting answer={found} />;
  return <Loaded key={found.data.id} booking={found.data} />;
}

type Wanted = 'answer' | 'cancel' | 'erase' | 'paid';

function Loaded({ booking }: { booking: BookingFull }) {
  const { link } = useDash();
  const navigate = useNavigate();
  const [wanted, want] = useState<Wanted | null>(null);
  const close = () => want(null);
  const again = !isOpen(booking) && booking.listing;
  return (
    <>
      <PageHeader
        title={homeName(booking)}
        crumbs={[{ label: m.booking_mine(), href: link('booking.own') }, { label: booking.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<Standing of={booking} />}
        sub={booking.path && <A href={booking.path}>{m.booking_see_home()}</A>}
        actions={
          <>
            {again && (
              <Button component={Link} to={link('booking.apply', { listing_id: again.id })}>
                {m.booking_again()}
              </Button>
            )}
            {booking.acts.includes('answer') && <Button onClick={() => want('answer')}>{m.booking_answer()}</Button>}
            {booking.acts.includes('say_paid') && <Button onClick={() => want('paid')}>{m.booking_say_paid()}</Button>}
            <MoreMenu
              label={m.shell_more()}
              items={[
                booking.moves.includes('cancel') && { label: m.booking_cancel(), danger: true, onClick: () => want('cancel') },
                booking.moves.includes('erase') && { label: m.booking_erase(), danger: true, onClick: () => want('erase') },
              ]}
            />
          </>
        }
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <Tracker booking={booking} />
          {isPaying(booking) && booking.stage !== 'frozen' && <HowToPay booking={booking} />}
          {booking.asked && <Asked booking={booking} asked={booking.asked} />}
          <Panel title={m.booking_due_title()}>
            <Due bill={booking.bill} />
          </Panel>
          {isConfirmed(booking) && <LeaseNext booking={booking} />}
          {isOpen(booking) && !isConfirmed(booking) && <LeaseBeforePaying bookingId={booking.id} />}
        </div>
        <div className={classes.stack}>
          <Panel title={m.booking_about()}>
            <Defs
              items={[
                { label: m.booking_decides(), value: booking.company.name },
                { label: m.booking_moves_in_you(), value: date(booking.starts_on) },
                { label: m.booking_term(), value: m.booking_months({ count: booking.term_months }) },
                ...(booking.message ? [{ label: m.booking_message(), value: booking.message }] : []),
              ]}
            />
          </Panel>
          <LooksHere bookingId={booking.id} />
          <Report booking={booking} />
          <Past booking={booking} />
        </div>
      </div>
      {wanted === 'answer' && <Answer booking={booking} close={close} />}
      {wanted === 'cancel' && <Cancel booking={booking} close={close} />}
      {wanted === 'paid' && (
        <Suspense>
          <SayPaid booking={booking} close={close} />
        </Suspense>
      )}
      {wanted === 'erase' && <Erase booking={booking} close={close} done={() => navigate(link('booking.own'))} />}
    </>
  );
}

function Tracker({ booking }: { booking: BookingFull }) {
  const { link } = useDash();
  const at = stepOf(booking);
  const why = booking.decision && reasonText(booking.decision.reason);
  return (
    <Panel title={m.booking_tracker()}>
      <div className={classes.stack}>
        <Note
          tone={booking.stage === 'frozen' && isOpen(booking) ? 'bad' : at === null ? 'guard' : 'info'}
          alert={false}
          action={
            isScreened(booking) && booking.stage === 'shortlisted' && <A href={`${link('application.mine')}#papers`}>{m.booking_asked_open()}</A>
          }
        >
          {nextStep(booking)}
          {why && ` ${m.booking_because({ reason: why })}`}
          {booking.decision?.note && ` ${booking.decision.note}`}
        </Note>
        {at !== null && (
          <ol className={classes.steps}>
            {stepNames(booking).map((name, n) => (
              <li key={name} data-done={n < at || undefined} aria-current={n === at ? 'step' : undefined}>
                {name}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Panel>
  );
}

/** Whom to pay and how to reach them; what they have said they paid already. */
function HowToPay({ booking: { contact, code, company, pay_to: to, said_paid: said } }: { booking: BookingFull }) {
  const { link } = useDash();
  return (
    <Panel title={m.booking_pay_how()}>
      <div className={classes.stack}>
        {said && (
          <Note tone="good">{m.booking_pay_said({ who: company.name, sum: kes(said.cents), way: wayNames[said.how](), day: date(said.on) })}</Note>
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

function Asked({ asked }: { booking: BookingFull; asked: NonNullable<BookingFull['asked']> }) {
  const { link } = useDash();
  return (
    <Panel title={m.booking_asked()}>
      <div className={classes.stack}>
        <ul>
          {asked.what.map((one) => (
            <li key={one}>{askNames[one]()}</li>
          ))}
        </ul>
        {asked.note && <p className={classes.text}>{asked.note}</p>}
        <p>
          <A href={`${link('application.mine')}#papers`}>{m.booking_asked_open()}</A>
        </p>
      </div>
    </Panel>
  );
}

function Answer({ booking, close }: { booking: BookingFull; close: () => void }) {
  const [note, setNote] = useState('');
  const act = useAct(bookingCalls.answer, { inPlace: true, said: ({ code }) => m.booking_said_changed({ code }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.booking_answer_ask()}
      confirmLabel={m.booking_answer()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      onConfirm={() => act.mutate({ id: booking.id, note: note.trim() })}
      loading={act.isPending}
      problem={act.problem}
    >
      <p>{m.booking_answer_text({ who: booking.company.name })}</p>
      <Textarea
        label={`${m.booking_note()} ${m.shell_optional()}`}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        autosize
        minRows={2}
        maxLength={1000}
      />
    </ConfirmModal>
  );
}

/** Whoever looked at one's application for this booking. */
function LooksHere({ bookingId }: { bookingId: number }) {
  const { data } = useCall(applicationCalls.mine, {}, { quiet: true });
  return <Looks looks={(data?.looks ?? []).filter((look) => look.booking.id === bookingId)} />;
}
