import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { applicationCalls } from '#contract/application/calls.ts';
import type { MyApplication } from '#contract/application/shapes.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import { bookingDeadlines, requiredScreeningChecks } from '#contract/booking/kinds.ts';
import { screeningCheckLabels } from '#contract/booking/labels.ts';
import type { BookingQuote } from '#contract/booking/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import classes from '#web/application/application.module.css';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { BookingApplicationForm } from './apply-form.tsx';
import { BookingAmountDue } from './parts.tsx';

/** The short form: name, ID number, work, income, people, date. Earlier answers are filled in. */
export default function ApplyPage() {
  const { listing_id } = useParams();
  const quote = useCall(bookingCalls.quoteListing, { listing_id: parseAddressId(listing_id) });
  const mine = useCall(applicationCalls.details, {}, { quiet: true });
  if (!quote.data || !(mine.data || mine.isError)) return <LoadingState answer={quote} />;
  const { data } = quote;
  return (
    <>
      <PageHeader
        title={m.booking_apply_title({ home: `${data.unit.name}, ${data.property.name}` })}
        sub={
          data.offered &&
          m.booking_apply_sub({ who: data.manager, when: formatDateTime(computeEveningDeadline(clock.now(), bookingDeadlines.decide).toISOString()) })
        }
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <Begin key={data.listing.id} quote={data} known={mine.data?.application ?? null} />
        </div>
        <div className={classes.stack}>
          <Panel title={m.booking_due_title()}>
            <BookingAmountDue bill={data.bill} />
          </Panel>
          <Panel title={m.booking_criteria()}>
            <p className={classes.text}>{m.booking_criteria_text({ who: data.manager })}</p>
            <ul>
              {requiredScreeningChecks
                .filter((what) => what !== 'income')
                .map((what) => (
                  <li key={what}>{screeningCheckLabels[what]()}</li>
                ))}
              <li>{m.booking_criteria_income({ sum: formatKes(data.bill.month_rent_cents * 3) })}</li>
            </ul>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Whether the applicant had already applied is fixed when the page opens, so that the message does not appear while an application is being sent. */
function Begin({ quote, known }: { quote: BookingQuote; known: MyApplication['application'] }) {
  const [there] = useState(quote.open);
  if (there) return <There open={there} />;
  return (
    <>
      <Gone quote={quote} />
      {(quote.offered || quote.may_wait || quote.open) && <BookingApplicationForm quote={quote} known={known} />}
    </>
  );
}

function There({ open }: { open: { id: number; code: string } }) {
  const { link } = useDashboard();
  return (
    <Note tone="info" action={<AppLink href={link('booking.one', open)}>{m.booking_open_it()}</AppLink>}>
      {m.booking_refusal_twice({ code: open.code })}
    </Note>
  );
}

/**
 * The home can be reserved for another applicant while the form is filled in. The page then scrolls to the alternatives, because the reader is at the
 * end of the form.
 */
function Gone({ quote }: { quote: BookingQuote }) {
  const at = useRef<HTMLDivElement>(null);
  const [first] = useState(quote.offered);
  const gone = !quote.offered && !quote.open;
  useEffect(() => {
    if (gone && first) at.current?.focus();
  }, [gone, first]);
  if (!gone) return null;
  return (
    <div ref={at} tabIndex={-1}>
      <Note tone="guard" title={m.booking_refusal_gone()} alert={first}>
        {quote.may_wait && <p>{m.booking_may_wait()}</p>}
        {quote.alternatives.length > 0 && (
          <>
            <p>{m.booking_instead()}</p>
            <ul>
              {quote.alternatives.map((one) => (
                <li key={one.listing_id}>
                  <AppLink href={one.path}>{one.title}</AppLink>, {one.place}, {formatKes(one.price_cents)}
                </li>
              ))}
            </ul>
          </>
        )}
      </Note>
    </div>
  );
}
