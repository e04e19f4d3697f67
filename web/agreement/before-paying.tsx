import { Button } from '@mantine/core';
import { useState } from 'react';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { leaseWarningLabels } from '#contract/agreement/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { LeaseText } from './lease-text.tsx';

/** On a booking: a preview of the lease before the applicant pays. */
export function LeasePreviewPanel({ bookingId }: { bookingId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel title={m.agreements_before_title()}>
      <div className={classes.text}>
        <p className={classes.quiet}>{m.agreements_before_text()}</p>
        <div>
          <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? m.agreements_before_close() : m.agreements_before_read()}
          </Button>
        </div>
        {open && <Text bookingId={bookingId} />}
      </div>
    </Panel>
  );
}

function Text({ bookingId }: { bookingId: number }) {
  const lease = useCall(agreementCalls.beforePaying, { booking_id: bookingId });
  if (!lease.data) return <LoadingState answer={lease} rows={4} />;
  const { text, governs, cautions } = lease.data;
  return (
    <>
      {cautions.map((one) => (
        <Note key={one} tone="guard">
          {leaseWarningLabels[one]()}
        </Note>
      ))}
      <LeaseText text={text} language="both" governs={governs} />
    </>
  );
}
