import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { nairobiMs } from '#contract/time/days.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { moveNames } from '#contract/tour/labels.ts';
import type { TourHead } from '#contract/tour/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { dateDay, isoDay, time } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { here } from './here.ts';
import { said } from './words.ts';

type Part = { tour: Pick<TourHead, 'id' | 'name' | 'starts_at' | 'revision'>; close: () => void };
const frame = (close: () => void) => ({ opened: true, onClose: close, cancelLabel: m.shell_cancel(), closeLabel: m.shell_close() });

export function Said({ tour, name, close }: Part & { name: 'decline' | 'cancel' | 'attend' }) {
  const [at, setAt] = useState<{ lat: number; lng: number } | null>(null);
  // Asked for while the code is typed; whoever does not say where they are checks in all the same.
  useEffect(() => {
    if (name === 'attend') void here().then(setAt);
  }, [name]);
  const form = useForm(tourCalls.move, {
    blank: { reason: '', check_in_code: '' },
    given: (values) => ({ id: tour.id, move: name, ...values, ...(at ? { at } : {}) }),
    check: ({ reason }): Record<string, string> => (name === 'attend' || reason.trim() ? {} : { reason: m.tour_problem_reason() }),
    inPlace: true,
    said,
    done: close,
  });
  return (
    <ConfirmModal
      {...frame(close)}
      {...(name === 'cancel' ? { cancelLabel: m.tour_act_keep() } : {})}
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

export function Refused({ tour, close }: Part) {
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

/** `start` is where it was put in a calendar. */
export function Another({ tour, start = tour.starts_at, close }: Part & { start?: string }) {
  const form = useForm(tourCalls.reschedule, {
    blank: { day: isoDay(start), at: nairobiTime(start) },
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

export function Host({ tour, close }: Part) {
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
