import { Button } from '@mantine/core';
import { useState } from 'react';
import { applicationCalls } from '#contract/application/calls.ts';
import { applicationDocumentLabels, employmentKindLabels } from '#contract/application/labels.ts';
import type { SharedApplication } from '#contract/application/shapes.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import classes from '#web/application/application.module.css';
import { send } from '#web/client/client.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes, phone } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';

/** The application opens only on request, because each view is logged for the applicant. Its text is not cached. */
export function BookingApplicationPanel({ booking }: { booking: BookingDetails }) {
  const { word } = useApp();
  const [read, setRead] = useState<SharedApplication | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      setRead(await send(applicationCalls.readForBooking, { booking_id: booking.id }));
    } catch (problem) {
      showToast({ kind: 'error', ...toErrorMessage(problem, word) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={m.application_title_theirs()}>
      {!booking.application && (
        <p className={classes.quiet}>{booking.acts.includes('ask') ? m.application_none_theirs() : m.application_none_came()}</p>
      )}
      {booking.application && !booking.application.readable && <p className={classes.quiet}>{m.application_refusal_over()}</p>}
      {booking.application?.readable && !read && (
        <div className={classes.stack}>
          <p className={classes.text}>{m.application_look_note()}</p>
          <div>
            <Button variant="default" loading={busy} onClick={() => void open()}>
              {m.application_look()}
            </Button>
          </div>
        </div>
      )}
      {read && <Read read={read} bookingId={booking.id} />}
    </Panel>
  );
}

const reach = (name: string, number: string) => [name, number && phone(number)].filter(Boolean).join(', ');

function Read({ read, bookingId }: { read: SharedApplication; bookingId: number }) {
  const { body } = read;
  const facts = [
    [m.application_name(), body.name],
    [m.application_id_number(), body.id_number],
    [m.application_kra(), body.kra_pin],
    [m.application_work(), [employmentKindLabels[body.work](), body.position, reach(body.employer, body.employer_phone)].filter(Boolean).join(', ')],
    [m.application_income(), formatKes(body.income_cents)],
    [m.application_people(), String(body.people)],
    [m.application_landlord(), [reach(body.landlord_name, body.landlord_phone), body.landlord_reason].filter(Boolean).join('. ')],
    [m.application_guarantor(), [reach(body.guarantor_name, body.guarantor_phone), body.guarantor_relation].filter(Boolean).join(', ')],
    [m.application_kin(), reach(body.kin_name, body.kin_phone)],
    [m.application_pets(), body.pets],
    [m.application_vehicles(), body.vehicles],
  ] as const;
  return (
    <div className={classes.stack}>
      <Note tone={read.income_fits ? 'good' : 'guard'}>
        {read.rent_percent === null ? m.application_no_income() : m.application_rent_share({ percent: read.rent_percent })}
      </Note>
      <DefinitionList items={facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }))} />
      {read.papers_shut > 0 && <Note tone="info">{m.application_papers_shut({ count: read.papers_shut })}</Note>}
      {read.papers.length > 0 && (
        <ul className={classes.rows}>
          {read.papers.map((paper) => (
            <li key={paper.id}>
              <AppLink href={`/vault/paper/${paper.id}?booking=${bookingId}`} download>
                {paper.name}
              </AppLink>
              <span className={classes.quiet}>
                {applicationDocumentLabels[paper.kind]()}, {formatDate(paper.created_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.quiet}>{m.application_looked_note()}</p>
    </div>
  );
}
