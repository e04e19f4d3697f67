import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { bookingCalls } from '#contract/booking/calls.ts';
import { externalPaymentMethodLabels, requestableItemLabels } from '#contract/booking/labels.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import classes from '#web/application/application.module.css';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { toVisitor, useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, formatKes, phone } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { BookingApplicationPanel } from './application-panel.tsx';
import { isLeaseUnsent, MoveInSteps } from './before-move-in.tsx';
import { ScreeningChecks } from './checks.tsx';
import { ApplicantComparison } from './compare.tsx';
import {
  ApproveBookingDialog,
  CancelBookingDialog,
  DeclineBookingDialog,
  EraseBookingDialog,
  RequestInformationDialog,
} from './decision-dialogs.tsx';
import { BookingHistory } from './history.tsx';
import { getDeclineReasonName } from './labels.ts';
import { BookingAmountDue, BookingStageBadge, formatBookingDeadline, getApplicantName, getBookingHomeName, isBookingConfirmed } from './parts.tsx';
import { ConfirmBookingPaymentDialog, CorrectBookingPaymentDialog } from './payment.tsx';

/** The booking page for the property manager who decides, and for platform staff, who read and may only cancel. */
export default function BookingDetail() {
  const { id } = useParams();
  const found = useCall(bookingCalls.details, { id: parseAddressId(id) });
  useScreenTitle(found.data && `${getApplicantName(found.data)}, ${getBookingHomeName(found.data)}`);
  if (!found.data) return <LoadingState answer={found} />;
  return <Loaded key={found.data.id} booking={found.data} />;
}

const dialogs = {
  approve: ApproveBookingDialog,
  decline: DeclineBookingDialog,
  ask: RequestInformationDialog,
  cancel: CancelBookingDialog,
  erase: EraseBookingDialog,
  confirm: ConfirmBookingPaymentDialog,
  correct: CorrectBookingPaymentDialog,
} as const;
type Wanted = keyof typeof dialogs;

function Loaded({ booking }: { booking: BookingDetails }) {
  const { link } = useDashboard();
  const [wanted, want] = useState<Wanted | null>(null);
  const shortlist = useAction(bookingCalls.setShortlisted, {
    said: ({ stage }) => (stage === 'shortlisted' ? m.booking_said_shortlisted() : m.booking_said_unlisted()),
  });
  const may = (name: string) => (booking.moves as readonly string[]).includes(name) || (booking.acts as readonly string[]).includes(name);
  const Dialog = wanted && dialogs[wanted];
  return (
    <>
      <PageHeader
        title={getApplicantName(booking)}
        crumbs={[{ label: m.booking_title(), href: link('booking.list') }, { label: booking.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<BookingStageBadge of={booking} />}
        sub={[getBookingHomeName(booking), formatBookingDeadline(booking)].filter(Boolean).join(' · ')}
        actions={
          <>
            {may('shortlist') && (
              <Button variant="default" loading={shortlist.isPending} onClick={() => shortlist.mutate({ id: booking.id, on: true })}>
                {m.booking_shortlist()}
              </Button>
            )}
            {may('decline') && (
              <Button variant="default" onClick={() => want('decline')}>
                {m.booking_decline()}
              </Button>
            )}
            {may('approve') && (
              <Button disabled={booking.held_by !== null} onClick={() => want('approve')}>
                {m.booking_approve()}
              </Button>
            )}
            <Onward booking={booking} />
            {may('confirm') && <Button onClick={() => want('confirm')}>{m.booking_paid_outside()}</Button>}
            <MoreMenu
              label={m.shell_more()}
              items={[
                may('ask') && { label: m.booking_ask_more(), onClick: () => want('ask') },
                may('unlist') && { label: m.booking_unlist(), onClick: () => shortlist.mutate({ id: booking.id, on: false }) },
                may('correct') && { label: m.booking_correct(), onClick: () => want('correct') },
                may('cancel') && { label: m.booking_cancel(), danger: true, onClick: () => want('cancel') },
                may('erase') && { label: m.booking_erase(), danger: true, onClick: () => want('erase') },
              ]}
            />
          </>
        }
      />
      <Notes booking={booking} />
      <div className={classes.strip}>
        <FactStrip
          items={[
            { label: m.booking_column_start(), value: formatDate(booking.starts_on) },
            { label: m.booking_term(), value: m.booking_months({ count: booking.term_months }) },
            { label: m.booking_people(), value: booking.occupants },
            { label: m.booking_column_month(), value: formatKes(booking.month_cents) },
            { label: m.booking_column_came(), value: formatDate(booking.created_at) },
          ]}
        />
      </div>
      <div className={classes.cols}>
        <div className={classes.stack}>
          {booking.screened && <ScreeningChecks booking={booking} screened={booking.screened} />}
          {(booking.screened || booking.application?.readable) && <BookingApplicationPanel booking={booking} />}
          {booking.others > 0 && <ApplicantComparison unitId={booking.unit.id} current={booking.id} />}
        </div>
        <div className={classes.stack}>
          {isBookingConfirmed(booking) && <MoveInSteps booking={booking} />}
          <Panel title={m.booking_due_title()}>
            <BookingAmountDue bill={booking.bill} />
          </Panel>
          <About booking={booking} />
          <BookingHistory booking={booking} />
        </div>
      </div>
      {Dialog && <Dialog booking={booking} close={() => want(null)} />}
    </>
  );
}

/** The next step of a confirmed booking: first send the lease, then open the tenancy. */
function Onward({ booking: { tenancy, lease, moves, ...b } }: { booking: BookingDetails }) {
  const { link } = useDashboard();
  const { grants } = toVisitor(useApp().user);
  if (!tenancy || !isBookingConfirmed(b) || !grants.has('tenancies.read')) return null;
  const unsent = lease && isLeaseUnsent({ lease }) && moves.includes('cancel');
  return (
    <>
      {unsent && (
        <Button component={Link} to={link('agreement.detail', { id: lease.id, code: lease.code })}>
          {m.booking_send_lease()}
        </Button>
      )}
      <Button component={Link} to={link('tenancy.detail', { id: tenancy.id, code: tenancy.code })} variant={unsent ? 'default' : 'filled'}>
        {m.booking_open_tenancy({ code: tenancy.code })}
      </Button>
    </>
  );
}

const Notes = ({ booking: b }: { booking: BookingDetails }) => (
  <div className={classes.stack}>
    {b.held_by && b.moves.includes('approve') && <HeldBy by={b.held_by} />}
    {b.said_paid && b.moves.includes('confirm') && (
      <Note
        tone="info"
        title={m.booking_note_said_paid({
          sum: formatKes(b.said_paid.cents),
          way: externalPaymentMethodLabels[b.said_paid.how](),
          day: formatDate(b.said_paid.on),
        })}
      >
        {[b.said_paid.note].filter(Boolean).join(' ')} {b.said_paid.file && <AppLink href={b.said_paid.file}>{m.booking_evidence_open()}</AppLink>}
      </Note>
    )}
    {b.stage === 'frozen' && b.moves.includes('cancel') && (
      <Note tone="guard">{b.frozen_for === 'works' ? m.booking_note_works() : m.booking_note_frozen()}</Note>
    )}
    {b.reported && (
      <Note tone="guard" title={m.booking_note_reported({ when: formatDateTime(b.reported.until) })}>
        {b.reported.body}
      </Note>
    )}
    {b.first_until && <Note tone="info">{m.booking_note_first({ when: formatDateTime(b.first_until) })}</Note>}
    {b.same_id > 0 && <Note tone="guard">{m.booking_note_same_id({ count: b.same_id })}</Note>}
    {b.asked && <Note tone="info">{m.booking_note_asked({ what: b.asked.what.map((one) => requestableItemLabels[one]()).join(', ') })}</Note>}
  </div>
);

function HeldBy({ by }: { by: NonNullable<BookingDetails['held_by']> }) {
  const { link } = useDashboard();
  return (
    <Note tone="info" action={<AppLink href={link('booking.detail', by)}>{by.code}</AppLink>}>
      {m.booking_held_by({ name: by.name })}
    </Note>
  );
}

function About({ booking: b }: { booking: BookingDetails }) {
  const { link } = useDashboard();
  return (
    <Panel title={m.booking_about()}>
      <DefinitionList
        items={[
          {
            label: m.booking_column_home(),
            value: <AppLink href={link('unit.detail', { id: b.unit.id, code: b.unit.code })}>{getBookingHomeName(b)}</AppLink>,
          },
          ...(b.applicant?.phone
            ? [{ label: m.booking_phone(), value: <AppLink href={`tel:${b.applicant.phone}`}>{phone(b.applicant.phone)}</AppLink> }]
            : []),
          ...(b.message ? [{ label: m.booking_message(), value: b.message }] : []),
          ...(b.answer ? [{ label: m.booking_answered_by(), value: b.answer }] : []),
          ...(b.decision && getDeclineReasonName(b.decision.reason)
            ? [{ label: m.booking_reason(), value: getDeclineReasonName(b.decision.reason) }]
            : []),
          ...(b.decision?.note ? [{ label: m.booking_note(), value: b.decision.note }] : []),
          ...(b.paid
            ? [
                {
                  label: m.booking_paid(),
                  value: m.booking_paid_line({
                    sum: formatKes(b.paid.cents),
                    way: externalPaymentMethodLabels[b.paid.how](),
                    day: formatDate(b.paid.on),
                  }),
                },
                ...(b.paid.note ? [{ label: m.booking_reference(), value: <span className="num">{b.paid.note}</span> }] : []),
                ...(b.paid.why_less ? [{ label: m.booking_less_because(), value: b.paid.why_less }] : []),
                ...(b.paid.file ? [{ label: m.booking_evidence(), value: <AppLink href={b.paid.file}>{m.booking_evidence_open()}</AppLink> }] : []),
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
