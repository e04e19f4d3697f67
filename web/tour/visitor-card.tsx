import type { ReactNode } from 'react';
import { tourReason } from '#contract/tour/reasons.ts';
import type { VisitorTour } from '#contract/tour/shapes.ts';
import { dateDay, phone, time } from '#web/ui/format.ts';
import { Button } from '#web/ui/public/button.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { feedbackText } from './feedback.tsx';
import classes from './tour.module.css';
import { statusNames } from './words.ts';

const wayTo = ({ lat, lng }: { lat: number; lng: number }) => `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`;

/** A tour as its visitor needs it: when, where, the code at the door, whom to ring. Public pages and dashboards show the same. */
export function VisitorCard({ tour, locale, children }: { tour: VisitorTour; locale: 'en' | 'sw'; children: ReactNode }) {
  const { label, tone } = statusNames[tour.status];
  return (
    // No landmark: several tours of one home would have the same name.
    <article className={classes.card} aria-label={tour.title}>
      <div>
        <ToneBadge tone={tone}>{label()}</ToneBadge>
      </div>
      <h2>{tour.title}</h2>
      <p className={classes.when}>
        {dateDay(tour.starts_at, locale)}, {time(tour.starts_at)}–{time(tour.ends_at)}
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
      {tour.reason && <p>{tourReason(tour.reason)}</p>}
      <p className={classes.quiet}>
        {m.tour_with({ host: tour.host.name })}
        {tour.host.phone && (
          <>
            {', '}
            <a href={`tel:${tour.host.phone}`}>{phone(tour.host.phone)}</a>
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
      {tour.feedback && <p className={classes.quiet}>{m.tour_feedback_said({ text: feedbackText(tour.feedback) })}</p>}
      {tour.apply && (
        <p>
          <Button href={tour.apply}>{m.tour_apply()}</Button>
        </p>
      )}
      {children}
    </article>
  );
}
