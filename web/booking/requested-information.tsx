import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { applicationCalls } from '#contract/application/calls.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import { requestableItemLabels } from '#contract/booking/labels.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import classes from '#web/application/application.module.css';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

type Of = { booking: BookingDetails };

/** The application with a link back to this booking. */
export const useBookingApplicationLink = ({ id, code }: BookingDetails): string =>
  `${useDashboard().link('application.mine')}?booking=${id}&code=${code}#papers`;

/** The requested information, and below it the next act: add it, then send. A booking by bid has no request and no application yet. */
export function RequestedInformation({ booking }: Of) {
  if (!booking.asked) return null;
  return booking.unsent ? <SendIt booking={booking} /> : <AskedFor booking={booking} asked={booking.asked} />;
}

function AskedFor({ booking, asked }: Of & { asked: NonNullable<BookingDetails['asked']> }) {
  const application = useBookingApplicationLink(booking);
  const [sending, send] = useState(false);
  return (
    <Panel title={m.booking_asked()}>
      <div className={classes.stack}>
        <ul>
          {asked.what.map((one) => (
            <li key={one}>{requestableItemLabels[one]()}</li>
          ))}
        </ul>
        {asked.note && <p className={classes.text}>{asked.note}</p>}
        <div className={classes.acts}>
          <Button variant="default" component={Link} to={application}>
            {m.booking_asked_open()}
          </Button>
          {booking.acts.includes('answer') && <Button onClick={() => send(true)}>{m.booking_answer()}</Button>}
        </div>
      </div>
      {sending && <Answer booking={booking} close={() => send(false)} />}
    </Panel>
  );
}

/** A single press, if the saved application is still valid. */
function SendIt({ booking }: Of) {
  const who = booking.company.name;
  const application = useBookingApplicationLink(booking);
  const { data } = useCall(applicationCalls.details, {}, { quiet: true });
  const act = useAction(bookingCalls.answerRequest, { inPlace: true, said: ({ code }) => m.booking_said_changed({ code }) });
  const saved = data?.application?.usable ? data.application : null;
  if (!booking.acts.includes('answer')) return null;
  return (
    <Panel title={m.booking_send()}>
      <div className={classes.stack}>
        {act.problem && <Note tone="bad">{act.problem}</Note>}
        <p className={classes.text}>{saved ? m.booking_send_text({ who, day: formatDate(saved.saved_at) }) : m.booking_send_need({ who })}</p>
        <div className={classes.acts}>
          {saved && (
            <Button loading={act.isPending} onClick={() => act.mutate({ id: booking.id, note: '' })}>
              {m.booking_send()}
            </Button>
          )}
          <Button variant={saved ? 'default' : 'filled'} component={Link} to={application}>
            {saved ? m.booking_asked_open() : m.booking_send_fill()}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Answer({ booking, close }: Of & { close: () => void }) {
  const [note, setNote] = useState('');
  const act = useAction(bookingCalls.answerRequest, { inPlace: true, said: ({ code }) => m.booking_said_changed({ code }), done: close });
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
