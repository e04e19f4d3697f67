import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { tourCalls } from '#contract/tour/calls.ts';
import type { GroupTour } from '#contract/tour/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatWeekday } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { formatScheduleEntryTimes } from './entries.ts';
import classes from './tour.module.css';
import { TourStatusBadge } from './tour-status-badge.tsx';

/** A group viewing with its visitors, and its cancellation. */
export function GroupTourDrawer({ id, close, openTour }: { id: number | null; close: () => void; openTour: (id: number) => void }) {
  const viewing = useCall(tourCalls.viewingDetails, id === null ? null : { id });
  if (id === null) return null;
  const data = viewing.data?.id === id ? viewing.data : null;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.tour_group()}
      closeLabel={m.shell_close()}
      onSubmit={close}
      actions={
        <Button variant="default" onClick={close}>
          {m.shell_close()}
        </Button>
      }
    >
      {data ? <Loaded viewing={data} openTour={openTour} /> : <LoadingState answer={viewing} rows={5} />}
    </FormDrawer>
  );
}

function Loaded({ viewing, openTour }: { viewing: GroupTour; openTour: (id: number) => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p className={classes.when}>
        {formatWeekday(viewing.starts_at)}, {formatScheduleEntryTimes(viewing)}
      </p>
      <dl className={classes.facts}>
        <dt>{m.tour_column_home()}</dt>
        <dd>{viewing.listing.title}</dd>
        <dt>{m.tour_column_host()}</dt>
        <dd>{viewing.host.name}</dd>
        <dt>{m.tour_group_places()}</dt>
        <dd>{m.tour_group_places_of({ taken: viewing.taken, capacity: viewing.capacity })}</dd>
        <dt>{m.tour_mode()}</dt>
        <dd>{viewing.mode === 'video' ? m.tour_mode_video() : m.tour_mode_in_person()}</dd>
        {viewing.meeting && (
          <>
            <dt>{m.tour_meeting()}</dt>
            <dd>{viewing.meeting}</dd>
          </>
        )}
      </dl>
      <div>
        <p className={classes.label}>{m.tour_group_who()}</p>
        <ul className={classes.history}>
          {viewing.tours.map((one) => (
            <li key={one.id} className={classes.day}>
              <Button variant="subtle" size="compact-sm" onClick={() => openTour(one.id)}>
                {one.name}
              </Button>
              <TourStatusBadge of={one.status} />
            </li>
          ))}
          {viewing.tours.length === 0 && <li className={classes.quiet}>{m.tour_group_nobody()}</li>}
        </ul>
      </div>
      {viewing.may_close && (
        <div className={classes.acts}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {m.tour_group_close()}
          </Button>
        </div>
      )}
      {asking && <CallOff id={viewing.id} close={() => setAsking(false)} />}
    </>
  );
}

function CallOff({ id, close }: { id: number; close: () => void }) {
  const form = useForm(tourCalls.closeViewing, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id, reason }),
    says: { reason: m.tour_problem_reason },
    inPlace: true,
    said: () => m.tour_said_group_closed(),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.tour_group_close_ask()}
      confirmLabel={m.tour_group_close()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      {m.tour_group_close_text()}
      <Textarea {...form.text('reason')} label={m.tour_reason()} description={m.tour_reason_help()} maxLength={300} autosize minRows={2} />
    </ConfirmModal>
  );
}
