import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { applicationCalls } from '#contract/application/calls.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import classes from '#web/application/application.module.css';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

const touches = [bookingCalls];

/** Report of a problem: only while it is open may the platform's staff read the application. The applicant opens and closes it. */
export function ApplicationProblemReport({ booking }: { booking: BookingDetails }) {
  const [open, setOpen] = useState(false);
  const end = useAction(applicationCalls.withdrawReport, { touches, said: () => m.application_said_unreported() });
  return (
    <Panel title={m.application_report_title()}>
      <div className={classes.stack}>
        <p className={classes.text}>
          {booking.reported ? m.application_reported({ day: formatDate(booking.reported.until) }) : m.application_report_text()}
        </p>
        {booking.reported && <p className={classes.quiet}>{booking.reported.body}</p>}
        <div>
          {booking.reported ? (
            <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ booking_id: booking.id })}>
              {m.application_unreport()}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setOpen(true)}>
              {m.application_report()}
            </Button>
          )}
        </div>
      </div>
      {open && <Write booking={booking} close={() => setOpen(false)} />}
    </Panel>
  );
}

function Write({ booking, close }: { booking: BookingDetails; close: () => void }) {
  const form = useForm(applicationCalls.reportProblem, {
    blank: { body: '' },
    given: ({ body }) => ({ booking_id: booking.id, body }),
    says: { body: m.application_need_problem },
    touches,
    said: () => m.application_said_reported(),
    inPlace: true,
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.application_report_title()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.application_report()} />}
    >
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <p>{m.application_report_opens()}</p>
      <Textarea {...form.text('body')} label={m.application_report_what()} autosize minRows={4} maxLength={2000} />
    </FormDrawer>
  );
}
