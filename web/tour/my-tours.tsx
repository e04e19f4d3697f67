import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import type { VisitorTour } from '#contract/tour/shapes.ts';
import { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { PlainModal } from '#web/ui/dash/overlay/plain-modal.tsx';
import { useReturnFocus } from '#web/ui/dash/overlay/use-return-focus.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatTime, formatWeekday } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { blankTourFeedback, TourFeedbackFields } from './feedback.tsx';
import { OccupantTourRequests } from './home-visits.tsx';
import { getTourStatusName } from './labels.ts';
import { SlotPicker } from './slot-picker.tsx';
import classes from './tour.module.css';
import { VisitorTourCard } from './visitor-card.tsx';

/** The next tour first, with its code and directions. */
export default function MyTours() {
  const list = useListState([], { by: 'starts_at', desc: false });
  const { locale } = useApp();
  const tours = useCall(visitorCalls.listMine, { page: list.page, page_size: list.pageSize });
  const find = (
    <Button component="a" href={href(portalPublicScreens.listings)}>
      {m.finding_find()}
    </Button>
  );
  return (
    <>
      <PageHeader title={m.screens_tour_mine()} sub={tours.data ? m.tour_count({ count: tours.data.count }) : undefined} />
      <OccupantTourRequests />
      {!tours.data && <LoadingState answer={tours} rows={6} />}
      {tours.data?.count === 0 && <StateBlock title={m.tour_mine_empty()} text={m.tour_mine_empty_text()} action={find} />}
      {tours.data && tours.data.count > 0 && (
        <>
          <ul className={classes.list}>
            {tours.data.results.map((tour) => (
              <li key={tour.id}>
                <VisitorTourCard tour={tour} locale={locale}>
                  <Acts tour={tour} />
                </VisitorTourCard>
              </li>
            ))}
          </ul>
          <ListFooter list={list} count={tours.data.count} />
        </>
      )}
    </>
  );
}

const said = (tour: VisitorTour) => m.said_state({ name: tour.title, state: getTourStatusName(tour.status) });

function Acts({ tour }: { tour: VisitorTour }) {
  const [asking, setAsking] = useState<'move' | 'cancel' | 'miss_host' | 'feedback' | null>(null);
  const close = () => setAsking(null);
  const act = useAction(visitorCalls.changeMine, { said });
  const off = useForm(visitorCalls.changeMine, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: tour.id, act: asking === 'miss_host' ? ('miss_host' as const) : ('cancel' as const), reason }),
    inPlace: true,
    said,
    done: close,
  });
  if (tour.may.length === 0) return null;
  return (
    <div className={classes.acts}>
      {tour.may.includes('move') && (
        <Button variant="default" onClick={() => setAsking('move')}>
          {m.tour_act_move()}
        </Button>
      )}
      {tour.may.includes('cancel') && (
        <Button variant="default" onClick={() => setAsking('cancel')}>
          {m.tour_move_cancel()}
        </Button>
      )}
      {tour.may.includes('contest') && (
        <Button loading={act.isPending} onClick={() => act.mutate({ id: tour.id, act: 'contest' })}>
          {m.tour_move_contest()}
        </Button>
      )}
      {tour.may.includes('miss_host') && (
        <Button variant="default" onClick={() => setAsking('miss_host')}>
          {m.tour_move_miss_host()}
        </Button>
      )}
      {tour.may.includes('feedback') && (
        <Button variant={tour.apply ? 'default' : 'filled'} onClick={() => setAsking('feedback')}>
          {m.tour_feedback_give()}
        </Button>
      )}
      {asking === 'feedback' && <Saying tour={tour} close={close} />}
      {asking === 'move' && <Another tour={tour} close={close} />}
      <ConfirmModal
        opened={asking === 'cancel' || asking === 'miss_host'}
        onClose={close}
        title={asking === 'miss_host' ? m.tour_miss_host_ask() : m.tour_cancel_ask()}
        confirmLabel={asking === 'miss_host' ? m.tour_move_miss_host() : m.tour_move_cancel()}
        cancelLabel={m.tour_act_keep()}
        closeLabel={m.shell_close()}
        loading={off.busy}
        problem={off.problem}
        onConfirm={off.submit}
      >
        {asking === 'cancel' && m.tour_cancel_text()}
        <Textarea {...off.text('reason')} label={`${m.tour_reason()} ${m.shell_optional()}`} maxLength={300} autosize minRows={2} />
      </ConfirmModal>
    </div>
  );
}

function Saying({ tour, close }: { tour: VisitorTour; close: () => void }) {
  useReturnFocus(true);
  const [draft, setDraft] = useState(blankTourFeedback);
  const [problem, setProblem] = useState('');
  const act = useAction(visitorCalls.feedback, { said: () => m.tour_said_feedback(), done: close });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { liked, ...rest } = draft;
    if (liked === null) setProblem(m.tour_feedback_need());
    else act.mutate({ id: tour.id, liked, ...rest });
  };
  return (
    <PlainModal opened onClose={close} title={m.tour_feedback_give()} closeButtonProps={{ 'aria-label': m.shell_close() }}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <TourFeedbackFields value={draft} onChange={setDraft} problem={problem} />
        <div className={classes.acts}>
          <Button type="submit" loading={act.isPending}>
            {m.tour_feedback_send()}
          </Button>
          <Button variant="default" onClick={close}>
            {m.shell_cancel()}
          </Button>
        </div>
      </form>
    </PlainModal>
  );
}

function Another({ tour, close }: { tour: VisitorTour; close: () => void }) {
  useReturnFocus(true);
  const { locale } = useApp();
  const free = useCall(visitorCalls.listSlots, { listing_id: tour.listing_id, mode: tour.mode }, { quiet: true });
  const form = useForm(visitorCalls.rescheduleMine, {
    blank: { from: '' },
    given: ({ from }) => ({ id: tour.id, from }),
    says: { from: m.tour_need_time },
    inPlace: true,
    said: (moved) => m.tour_said_moved({ day: formatWeekday(moved.starts_at, locale), time: formatTime(moved.starts_at) }),
    done: close,
  });
  const wrong = form.text('from').error;
  return (
    <PlainModal opened onClose={close} title={m.tour_act_move()} closeButtonProps={{ 'aria-label': m.shell_close() }}>
      <form className={classes.form} noValidate onSubmit={form.submit}>
        {free.isError && <p className={classes.quiet}>{m.tour_no_slots()}</p>}
        {free.data && <SlotPicker slots={free.data.results} value={form.values.from} onChange={(from) => form.set('from', from)} locale={locale} />}
        {(wrong || form.problem) && <p role="alert">{wrong || form.problem}</p>}
        <div className={classes.acts}>
          <Button type="submit" loading={form.busy}>
            {m.tour_act_take()}
          </Button>
          <Button variant="default" onClick={close}>
            {m.tour_act_keep()}
          </Button>
        </div>
      </form>
    </PlainModal>
  );
}
