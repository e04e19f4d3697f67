import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { reasonText } from '#contract/audit/reasons.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { nairobiMs } from '#contract/time/days.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDash } from '#web/layout/screen.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { dateDay, dateTime, isoDay, phone, time } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './tour.module.css';
import { type Move, moveNames, statusName, statusNames } from './words.ts';

type Full = Answer<typeof tourCalls.details>;
type Asking = 'decline' | 'cancel' | 'attend' | 'move' | 'host' | 'refused';
const said = ({ name, status }: { name: string; status: string }) => m.said_state({ name, state: statusName(status) });

/** One tour beside the list: who comes, when, and what is to be done. */
export function TourDrawer({ id, close }: { id: number | null; close: () => void }) {
  const tour = useCall(tourCalls.details, { id: id ?? 0 }, { enabled: id !== null });
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
      {data ? <Loaded key={data.revision} tour={data} /> : <Waiting answer={tour} rows={6} />}
    </FormDrawer>
  );
}

function Loaded({ tour }: { tour: Full }) {
  const { link, layout } = useDash();
  const lists = layout === 'owner' || layout === 'agent' || layout === 'dealer';
  return (
    <>
      <div>
        <ToneBadge tone={statusNames[tour.status].tone}>{statusNames[tour.status].label()}</ToneBadge>
      </div>
      <p className={classes.when}>
        {dateDay(tour.starts_at)}, {time(tour.starts_at)}–{time(tour.ends_at)}
      </p>
      <dl className={classes.facts}>
        <dt>{m.tour_column_home()}</dt>
        <dd>
          {lists ? <A href={link('listing.detail', { id: tour.listing.id, code: tour.listing.code })}>{tour.listing.title}</A> : tour.listing.title}
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
            <dd>{reasonText(tour.reason)}</dd>
          </>
        )}
      </dl>
      {tour.lapse_at && <p className={classes.quiet}>{m.tour_lapses({ when: dateTime(tour.lapse_at) })}</p>}
      {tour.consent === 'asked' && <p className={classes.quiet}>{m.tour_waits_consent()}</p>}
      <Acts tour={tour} />
      <div>
        <p className={classes.label}>{m.tour_history()}</p>
        <ul className={classes.history}>
          {tour.history.map((h) => (
            <li key={h.at}>
              {statusName(h.to)}
              {h.reason ? `. ${reasonText(h.reason)}` : ''}
              <br />
              <span className={classes.quiet}>
                {h.by ?? ''} {dateTime(h.at)}
              </span>
            </li>
          ))}
          {tour.history.length === 0 && <li className={classes.quiet}>{m.tour_history_none()}</li>}
        </ul>
      </div>
    </>
  );
}

/** What needs words or a choice asks for it; the rest is one press. */
function Acts({ tour }: { tour: Full }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const move = useAct(tourCalls.move, { said });
  const consent = useAct(tourCalls.consent, { said: ({ name }) => m.said_saved({ name }) });
  const go = (name: Move) => {
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
          {moveNames[name]()}
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
      {(asking === 'decline' || asking === 'cancel' || asking === 'attend') && <Said tour={tour} name={asking} close={close} />}
      {asking === 'refused' && <Refused tour={tour} close={close} />}
      {asking === 'move' && <Another tour={tour} close={close} />}
      {asking === 'host' && <Host tour={tour} close={close} />}
    </div>
  );
}

type Part = { tour: Pick<Full, 'id' | 'name' | 'starts_at' | 'revision'>; close: () => void };
const frame = (close: () => void) => ({ opened: true, onClose: close, cancelLabel: m.shell_cancel(), closeLabel: m.shell_close() });

function Said({ tour, name, close }: Part & { name: 'decline' | 'cancel' | 'attend' }) {
  const form = useForm(tourCalls.move, {
    blank: { reason: '', check_in_code: '' },
    given: (values) => ({ id: tour.id, move: name, ...values }),
    check: ({ reason }): Record<string, string> => (name === 'attend' || reason.trim() ? {} : { reason: m.tour_problem_reason() }),
    inPlace: true,
    said,
    done: close,
  });
  return (
    <ConfirmModal
      {...frame(close)}
      title={`${moveNames[name]()}: ${tour.name}`}
      confirmLabel={moveNames[name]()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      {name === 'attend' ? (
        <TextInput {...form.text('check_in_code')} label={m.tour_check_in()} description={m.tour_check_in_help()} inputMode="numeric" maxLength={4} />
      ) : (
        <Textarea {...form.text('reason')} label={m.tour_reason()} description={m.tour_reason_help()} maxLength={300} autosize minRows={2} />
      )}
    </ConfirmModal>
  );
}

function Refused({ tour, close }: Part) {
  const form = useForm(tourCalls.consent, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: tour.id, consent: 'refused' as const, reason }),
    inPlace: true,
    said: (answer) => said(answer),
    done: close,
  });
  return (
    <ConfirmModal
      {...frame(close)}
      title={m.tour_consent_ask()}
      confirmLabel={m.tour_consent_refused()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <Textarea {...form.text('reason')} label={`${m.tour_reason()} ${m.shell_optional()}`} maxLength={300} autosize minRows={2} />
    </ConfirmModal>
  );
}

/** A day and a time in Nairobi, whatever clock the browser has. */
export const nairobiMoment = (day: string, at: string): string => (day && at ? `${day}T${at}:00+03:00` : '');

/** As a field for a time wants it: 14:30. */
const nairobiTime = (moment: string): string => new Date(Date.parse(moment) + nairobiMs).toISOString().slice(11, 16);

export function Another({ tour, close }: Part) {
  const form = useForm(tourCalls.reschedule, {
    blank: { day: isoDay(tour.starts_at), at: nairobiTime(tour.starts_at) },
    given: ({ day, at }) => ({ id: tour.id, from: nairobiMoment(day, at), revision: tour.revision }),
    names: { from: 'at' },
    says: { from: m.tour_need_time },
    inPlace: true,
    said: (moved) => m.tour_said_moved({ day: dateDay(moved.starts_at), time: time(moved.starts_at) }),
    done: close,
  });
  return (
    <ConfirmModal
      {...frame(close)}
      title={m.tour_move_ask({ name: tour.name })}
      confirmLabel={m.tour_act_take()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <Stack gap={14}>
        <span>{m.tour_move_text()}</span>
        <TextInput {...form.text('day')} type="date" label={m.tour_pick_day()} />
        <TextInput {...form.text('at')} type="time" label={m.tour_pick_time()} />
      </Stack>
    </ConfirmModal>
  );
}

function Host({ tour, close }: Part) {
  const people = useCall(tourCalls.hosts, { id: tour.id }).data?.results ?? [];
  const form = useForm(tourCalls.reassign, {
    blank: { host_id: '' },
    given: ({ host_id }) => ({ id: tour.id, host_id: Number(host_id) }),
    says: { host_id: m.tour_need_host },
    inPlace: true,
    said: (given) => m.tour_said_host({ name: given.host.name }),
    done: close,
  });
  return (
    <ConfirmModal
      {...frame(close)}
      title={m.tour_host_ask()}
      confirmLabel={m.tour_act_host()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <NativeSelect
        {...form.text('host_id')}
        label={m.tour_column_host()}
        data={[{ value: '', label: people.length === 0 ? m.tour_host_none() : '' }, ...people.map((p) => ({ value: String(p.id), label: p.name }))]}
      />
    </ConfirmModal>
  );
}
