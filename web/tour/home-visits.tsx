import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { OccupiedHomeTour } from '#contract/tour/shapes.ts';
import { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatWeekday } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { formatScheduleEntryTimes } from './entries.ts';
import classes from './tour.module.css';

type Answer = 'given' | 'refused';
const badge = ({ consent, status }: OccupiedHomeTour) => {
  if (consent === 'refused' || status === 'canceled' || status === 'declined') return <ToneBadge tone="done">{m.tour_visit_off()}</ToneBadge>;
  return consent === 'asked' ? <ToneBadge tone="wait">{m.tour_visit_asked()}</ToneBadge> : <ToneBadge tone="good">{m.tour_visit_given()}</ToneBadge>;
};

/** The occupant of a home listed in advance is asked before each visit. Without visits, nothing is shown. */
export function OccupantTourRequests() {
  const visits = useCall(visitorCalls.homeVisits, {}, { quiet: true });
  const [asking, setAsking] = useState<{ visit: OccupiedHomeTour; answer: Answer } | null>(null);
  const all = visits.data?.results ?? [];
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="home-visits" className={classes.visits}>
      <h2 id="home-visits">{m.tour_visits_title()}</h2>
      <p className={classes.quiet}>{m.tour_visits_text()}</p>
      <ul className={classes.list}>
        {all.map((visit) => (
          <li key={visit.id} className={classes.card}>
            <div>{badge(visit)}</div>
            <p className={classes.when}>
              {formatWeekday(visit.starts_at)}, {formatScheduleEntryTimes(visit)}
            </p>
            <p className={classes.quiet}>
              {visit.place}. {m.tour_visit_with({ host: visit.host, company: visit.company })} {m.tour_people({ count: visit.people })}.
            </p>
            {visit.note && <p>{visit.note}</p>}
            {visit.may_answer && (
              <div className={classes.acts}>
                {visit.consent === 'asked' && <Button onClick={() => setAsking({ visit, answer: 'given' })}>{m.tour_visit_agree()}</Button>}
                <Button variant="default" onClick={() => setAsking({ visit, answer: 'refused' })}>
                  {m.tour_visit_refuse()}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asking && <Answering {...asking} close={() => setAsking(null)} />}
    </section>
  );
}

function Answering({ visit, answer, close }: { visit: OccupiedHomeTour; answer: Answer; close: () => void }) {
  const form = useForm(visitorCalls.answerVisit, {
    blank: { note: '' },
    given: ({ note }) => ({ id: visit.id, consent: answer, note }),
    inPlace: true,
    said: ({ consent }) => (consent === 'given' ? m.tour_said_agreed() : m.tour_said_refused()),
    done: close,
  });
  const yes = answer === 'given';
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={yes ? m.tour_visit_agree_ask() : m.tour_visit_refuse_ask()}
      confirmLabel={yes ? m.tour_visit_agree() : m.tour_visit_refuse()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      {!yes && m.tour_visit_refuse_text()}
      <Textarea
        {...form.text('note')}
        label={`${yes ? m.tour_visit_note() : m.tour_visit_other_times()} ${m.shell_optional()}`}
        maxLength={300}
        autosize
        minRows={2}
      />
    </ConfirmModal>
  );
}
