import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { applicationCalls } from '#contract/application/calls.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import { LeasePreviewPanel } from '#web/agreement/before-paying.tsx';
import { ApplicationAccessLog } from '#web/application/access-log.tsx';
import classes from '#web/application/application.module.css';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { NextLeaseStep } from './before-move-in.tsx';
import { CancelBookingDialog, EraseBookingDialog } from './decision-dialogs.tsx';
import { BookingHistory } from './history.tsx';
import { MoveInMpesaPayment, PaymentInstructions } from './how-to-pay.tsx';
import { getDeclineReasonName } from './labels.ts';
import { findCurrentBookingStep, findNextBookingStep, getBookingStepNames } from './next-step.ts';
import {
  BookingAmountDue,
  BookingStageBadge,
  getBookingHomeName,
  isBookingAwaitingPayment,
  isBookingAwaitingScreening,
  isBookingConfirmed,
  isBookingOpen,
} from './parts.tsx';
import { ApplicationProblemReport } from './report.tsx';
import { RequestedInformation, useBookingApplicationLink } from './requested-information.tsx';

// Payments so far. It is below the tasks, and loads only if there is a payment.
const Received = lazy(() => import('./received-payments.tsx'));

// Loads when the applicant reports a payment, because its fields are larger than the page.
const SayPaid = lazy(() => import('./payment.tsx').then((module) => ({ default: module.ReportBookingPaymentDialog })));

/** The applicant's own booking, with the steps to the keys first. */
export default function MyBooking() {
  const { id } = useParams();
  const found = useCall(bookingCalls.details, { id: parseAddressId(id) });
  useScreenTitle(found.data && getBookingHomeName(found.data));
  if (!found.data) return <LoadingState answer={found} />;
  return <Loaded key={found.data.id} booking={found.data} />;
}

type Wanted = 'cancel' | 'erase' | 'paid';

function Loaded({ booking }: { booking: BookingDetails }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [wanted, want] = useState<Wanted | null>(null);
  const close = () => want(null);
  const again = !isBookingOpen(booking) && booking.listing;
  return (
    <>
      <PageHeader
        title={getBookingHomeName(booking)}
        crumbs={[{ label: m.booking_mine(), href: link('booking.own') }, { label: booking.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<BookingStageBadge of={booking} />}
        sub={booking.path && <AppLink href={booking.path}>{m.booking_see_home()}</AppLink>}
        actions={
          <>
            {again && (
              <Button component={Link} to={link('booking.apply', { listing_id: again.id })}>
                {m.booking_again()}
              </Button>
            )}
            {isBookingAwaitingPayment(booking) && booking.stage !== 'frozen' && <MoveInMpesaPayment bookingId={booking.id} />}
            {booking.acts.includes('say_paid') && !booking.said_paid && (
              <Button variant="default" onClick={() => want('paid')}>
                {m.booking_say_paid()}
              </Button>
            )}
            <MoreMenu
              label={m.shell_more()}
              items={[
                booking.acts.includes('say_paid') && booking.said_paid !== null && { label: m.booking_say_paid_again(), onClick: () => want('paid') },
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
          {isBookingAwaitingPayment(booking) && booking.stage !== 'frozen' && <PaymentInstructions booking={booking} />}
          <Suspense fallback={null}>
            <Received booking={booking} />
          </Suspense>
          <RequestedInformation booking={booking} />
          <Panel title={m.booking_due_title()}>
            <BookingAmountDue bill={booking.bill} />
          </Panel>
          {isBookingConfirmed(booking) && <NextLeaseStep booking={booking} />}
          {isBookingOpen(booking) && !isBookingConfirmed(booking) && <LeasePreviewPanel bookingId={booking.id} />}
        </div>
        <div className={classes.stack}>
          <Panel title={m.booking_about()}>
            <DefinitionList
              items={[
                { label: m.booking_decides(), value: booking.company.name },
                { label: m.booking_moves_in_you(), value: formatDate(booking.starts_on) },
                { label: m.booking_term(), value: m.booking_months({ count: booking.term_months }) },
                ...(booking.message ? [{ label: m.booking_message(), value: booking.message }] : []),
                ...(booking.answer ? [{ label: m.booking_answered(), value: booking.answer }] : []),
              ]}
            />
          </Panel>
          <LooksHere bookingId={booking.id} />
          <ApplicationProblemReport booking={booking} />
          <BookingHistory booking={booking} />
        </div>
      </div>
      {wanted === 'cancel' && <CancelBookingDialog booking={booking} close={close} />}
      {wanted === 'paid' && (
        <Suspense>
          <SayPaid booking={booking} close={close} />
        </Suspense>
      )}
      {wanted === 'erase' && <EraseBookingDialog booking={booking} close={close} done={() => navigate(link('booking.own'))} />}
    </>
  );
}

function Tracker({ booking }: { booking: BookingDetails }) {
  const application = useBookingApplicationLink(booking);
  const at = findCurrentBookingStep(booking);
  const why = booking.decision && getDeclineReasonName(booking.decision.reason);
  const listed = isBookingAwaitingScreening(booking) && booking.stage === 'shortlisted';
  const brought = useBrought(listed);
  return (
    <Panel title={m.booking_tracker()}>
      <div className={classes.stack}>
        <Note
          tone={booking.stage === 'frozen' && isBookingOpen(booking) ? 'bad' : at === null ? 'guard' : 'info'}
          alert={false}
          action={listed && !brought && <AppLink href={application}>{m.booking_asked_open()}</AppLink>}
        >
          {findNextBookingStep(booking, brought)}
          {why && ` ${m.booking_because({ reason: why })}`}
          {booking.decision?.note && ` ${booking.decision.note}`}
        </Note>
        {at !== null && (
          <ol className={classes.steps}>
            {getBookingStepNames(booking).map((name, n) => (
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

/** Whether the documents for a shortlist are already uploaded, so that the applicant is not asked twice. */
function useBrought(asks: boolean): boolean {
  const { data } = useCall(applicationCalls.details, {}, { quiet: true, enabled: asks });
  const kinds = (data?.application?.papers ?? []).map((one) => one.kind);
  return kinds.includes('identity') && kinds.includes('income');
}

/** The log of views of the application for this booking. */
function LooksHere({ bookingId }: { bookingId: number }) {
  const { data } = useCall(applicationCalls.details, {}, { quiet: true });
  return <ApplicationAccessLog looks={(data?.looks ?? []).filter((look) => look.booking.id === bookingId)} />;
}
