import { Button } from '@mantine/core';
import { useState } from 'react';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { tourMoveLabels } from '#contract/tour/labels.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatCount, formatDateTime, formatTime, formatWeekday, phone } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { ConsentRefusalDialog, ReassignTourDialog, RescheduleTourDialog, TourReasonDialog } from './drawer-dialogs.tsx';
import { formatTourFeedback } from './feedback.tsx';
import { formatTourStatusChange, getTourStatusName, type TourMove, tourStatusNames } from './labels.ts';
import classes from './tour.module.css';

type Full = CallResult<typeof tourCalls.details>;
type Asking = 'decline' | 'cancel' | 'attend' | 'move' | 'host' | 'refused';

/** One tour beside the list: visitor, time and actions. */
export function TourDrawer({ id, close }: { id: number | null; close: () => void }) {
  const tour = useCall(tourCalls.details, id === null ? null : { id });
  if (id === null) return null;
  const data = tour.data?.id === id ? tour.data : null;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={data?.name ?? m.screens_tour_list()}
      closeLabel={m.shell_close()}
      onSubmit={close}
      actions={
        <Button variant="default" onClick={close}>
          {m.shell_close()}
        </Button>
      }
    >
      {data ? <Loaded key={data.revision} tour={data} /> : <LoadingState answer={tour} rows={6} />}
    </FormDrawer>
  );
}

function Loaded({ tour }: { tour: Full }) {
  const { link, layout } = useDashboard();
  const lists = layout === 'owner' || layout === 'agent' || layout === 'dealer';
  return (
    <>
      <div>
        <ToneBadge tone={tourStatusNames[tour.status].tone}>{tourStatusNames[tour.status].label()}</ToneBadge>
      </div>
      <p className={classes.when}>
        {formatWeekday(tour.starts_at)}, {formatTime(tour.starts_at)}–{formatTime(tour.ends_at)}
      </p>
      <dl className={classes.facts}>
        <dt>{m.tour_column_home()}</dt>
        <dd>
          {lists ? (
            <AppLink href={link('listing.detail', { id: tour.listing.id, code: tour.listing.code })}>{tour.listing.title}</AppLink>
          ) : (
            tour.listing.title
          )}
          {tour.unit ? `, ${tour.unit}` : ''}
        </dd>
        <dt>{m.tour_column_host()}</dt>
        <dd>{tour.host.name}</dd>
        <dt>{m.tour_form_phone()}</dt>
        <dd>{tour.phone ? <a href={`tel:${tour.phone}`}>{phone(tour.phone)}</a> : m.tour_phone_hidden()}</dd>
        <dt>{m.tour_form_people()}</dt>
        <dd>{tour.people}</dd>
        <dt>{m.tour_mode()}</dt>
        <dd>{tour.mode === 'video' ? m.tour_mode_video() : m.tour_mode_in_person()}</dd>
        {tour.meeting && (
          <>
            <dt>{m.tour_meeting()}</dt>
            <dd>{tour.meeting}</dd>
          </>
        )}
        {tour.notes && (
          <>
            <dt>{m.tour_form_notes()}</dt>
            <dd>{tour.notes}</dd>
          </>
        )}
        {tour.reason && (
          <>
            <dt>{m.tour_reason()}</dt>
            <dd>{translateAuditReason(tour.reason)}</dd>
          </>
        )}
        {tour.consent_note && (
          <>
            <dt>{m.tour_consent_said()}</dt>
            <dd>{tour.consent_note}</dd>
          </>
        )}
        {tour.check_in_m !== null && (
          <>
            <dt>{m.tour_checked_in()}</dt>
            <dd>{m.tour_checked_in_m({ metres: formatCount(tour.check_in_m) })}</dd>
          </>
        )}
        {tour.feedback && (
          <>
            <dt>{m.tour_feedback()}</dt>
            <dd>{formatTourFeedback(tour.feedback)}</dd>
          </>
        )}
      </dl>
      {tour.lapse_at && <p className={classes.quiet}>{m.tour_lapses({ when: formatDateTime(tour.lapse_at) })}</p>}
      {tour.consent === 'asked' && <p className={classes.quiet}>{m.tour_waits_consent()}</p>}
      <Acts tour={tour} />
      <div>
        <p className={classes.label}>{m.tour_history()}</p>
        <ul className={classes.history}>
          {tour.history.map((h) => (
            <li key={h.at}>
              {getTourStatusName(h.to)}
              {h.reason ? `. ${translateAuditReason(h.reason)}` : ''}
              <br />
              <span className={classes.quiet}>
                {h.by ?? ''} {formatDateTime(h.at)}
              </span>
            </li>
          ))}
          {tour.history.length === 0 && <li className={classes.quiet}>{m.tour_history_none()}</li>}
        </ul>
      </div>
    </>
  );
}

/** Moves that need text or a choice open a dialog; the others are one click. */
function Acts({ tour }: { tour: Full }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const move = useAction(tourCalls.move, { said: formatTourStatusChange });
  const consent = useAction(tourCalls.recordConsent, { said: ({ name }) => m.said_saved({ name }) });
  const go = (name: TourMove) => {
    if (name === 'decline' || name === 'cancel' || name === 'attend') setAsking(name);
    else move.mutate({ id: tour.id, move: name });
  };
  const close = () => setAsking(null);
  return (
    <div className={classes.acts}>
      {tour.moves.map((name) => (
        <Button
          key={name}
          variant={name === 'confirm' || name === 'attend' ? 'filled' : 'default'}
          disabled={move.isPending}
          onClick={() => go(name)}
        >
          {tourMoveLabels[name]()}
        </Button>
      ))}
      {tour.may_move && tour.consent === 'asked' && (
        <>
          <Button loading={consent.isPending} onClick={() => consent.mutate({ id: tour.id, consent: 'given' })}>
            {m.tour_consent_given()}
          </Button>
          <Button variant="default" onClick={() => setAsking('refused')}>
            {m.tour_consent_refused()}
          </Button>
        </>
      )}
      {tour.may_move && (
        <Button variant="default" onClick={() => setAsking('move')}>
          {m.tour_act_move()}
        </Button>
      )}
      {tour.may_reassign && (
        <Button variant="default" onClick={() => setAsking('host')}>
          {m.tour_act_host()}
        </Button>
      )}
      {(asking === 'decline' || asking === 'cancel' || asking === 'attend') && <TourReasonDialog tour={tour} name={asking} close={close} />}
      {asking === 'refused' && <ConsentRefusalDialog tour={tour} close={close} />}
      {asking === 'move' && <RescheduleTourDialog tour={tour} close={close} />}
      {asking === 'host' && <ReassignTourDialog tour={tour} close={close} />}
    </div>
  );
}
