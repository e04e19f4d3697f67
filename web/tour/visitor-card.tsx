import type { ReactNode } from 'react';
import { href } from '#contract/kernel/screen.ts';
import { tourPublicScreens } from '#contract/tour/public.ts';
import { translateTourReason } from '#contract/tour/reasons.ts';
import type { VisitorTour } from '#contract/tour/shapes.ts';
import { formatTime, formatWeekday, phone } from '#web/ui/format.ts';
import { Button } from '#web/ui/public/button.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { formatTourFeedback } from './feedback.tsx';
import { tourStatusNames } from './labels.ts';
import classes from './tour.module.css';

/** The tour does not take place; the visitor can pick another time. */
const isOff = ({ status }: VisitorTour): boolean => status === 'canceled' || status === 'declined' || status === 'lapsed';
const wayTo = ({ lat, lng }: { lat: number; lng: number }) => `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`;

/** A tour as its visitor sees it: time, place, check-in code and contact. Public pages and dashboards share it. */
export function VisitorTourCard({ tour, locale, children }: { tour: VisitorTour; locale: 'en' | 'sw'; children: ReactNode }) {
  const { label, tone } = tourStatusNames[tour.status];
  return (
    // Not a landmark, because several tours of one home would have the same name.
    <article className={classes.card} aria-label={tour.title}>
      <div>
        <ToneBadge tone={tone}>{label()}</ToneBadge>
      </div>
      <h2>{tour.home ? <a href={tour.home}>{tour.title}</a> : tour.title}</h2>
      <p className={classes.when}>
        {formatWeekday(tour.starts_at, locale)}, {formatTime(tour.starts_at)}–{formatTime(tour.ends_at)}
      </p>
      <p className={classes.quiet}>
        {tour.mode === 'video' ? m.tour_mode_video() : tour.place}
        {tour.meeting ? `. ${tour.meeting}` : ''}
      </p>
      {tour.check_in_code && (
        <div>
          <p className={classes.quiet}>{m.tour_code_at_door()}</p>
          <p className={classes.code}>{tour.check_in_code}</p>
        </div>
      )}
      {tour.status === 'requested' && (
        <p className={classes.quiet}>{tour.consent === 'asked' ? m.tour_waits_consent() : m.tour_waits_host({ host: tour.host.name })}</p>
      )}
      {tour.reason && <p>{translateTourReason(tour.reason)}</p>}
      <p className={classes.quiet}>
        {m.tour_with({ host: tour.host.name })}
        {tour.host.phone && (
          <>
            {', '}
            <a className={classes.number} href={`tel:${tour.host.phone}`}>
              {phone(tour.host.phone)}
            </a>
          </>
        )}
        {tour.map && (
          <>
            {'. '}
            <a href={wayTo(tour.map)} target="_blank" rel="noopener noreferrer">
              {m.tour_directions()}
            </a>
          </>
        )}
      </p>
      {tour.calendar && (
        <p className={classes.quiet}>
          <a href={`data:text/calendar;charset=utf-8,${encodeURIComponent(tour.calendar)}`} download={`${tour.code}.ics`}>
            {m.tour_to_calendar()}
          </a>
        </p>
      )}
      {isOff(tour) && tour.home && (
        <p className={classes.quiet}>
          <a href={href(tourPublicScreens.book, { listing_id: tour.listing_id })}>{m.tour_find_another()}</a>
        </p>
      )}
      {tour.feedback && <p className={classes.quiet}>{m.tour_feedback_said({ text: formatTourFeedback(tour.feedback) })}</p>}
      {tour.apply && (
        <p>
          <Button href={tour.apply}>{m.tour_apply()}</Button>
        </p>
      )}
      {children}
    </article>
  );
}
