import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { nairobiOffsetMs } from '#contract/time/days.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { tourMoveLabels } from '#contract/tour/labels.ts';
import type { TourSummary } from '#contract/tour/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatTime, formatWeekday, toIsoDay } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { readDevicePosition } from './device-position.ts';
import { formatTourStatusChange } from './labels.ts';

type Part = { tour: Pick<TourSummary, 'id' | 'name' | 'starts_at' | 'revision'>; close: () => void };
const frame = (close: () => void) => ({ opened: true, onClose: close, cancelLabel: m.shell_cancel(), closeLabel: m.shell_close() });

export function TourReasonDialog({ tour, name, close }: Part & { name: 'decline' | 'cancel' | 'attend' }) {
  const [at, setAt] = useState<{ lat: number; lng: number } | null>(null);
  // The position is requested while the code is typed. Without a position the check-in still works.
  useEffect(() => {
    if (name === 'attend') void readDevicePosition().then(setAt);
  }, [name]);
  const form = useForm(tourCalls.move, {
    blank: { reason: '', check_in_code: '' },
    given: (values) => ({ id: tour.id, move: name, ...values, ...(at ? { at } : {}) }),
    check: ({ reason }): Record<string, string> => (name === 'attend' || reason.trim() ? {} : { reason: m.tour_problem_reason() }),
    inPlace: true,
    said: formatTourStatusChange,
    done: close,
  });
  return (
    <ConfirmModal
      {...frame(close)}
      {...(name === 'cancel' ? { cancelLabel: m.tour_act_keep() } : {})}
      title={`${tourMoveLabels[name]()}: ${tour.name}`}
      confirmLabel={tourMoveLabels[name]()}
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

export function ConsentRefusalDialog({ tour, close }: Part) {
  const form = useForm(tourCalls.recordConsent, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: tour.id, consent: 'refused' as const, reason }),
    inPlace: true,
    said: (answer) => formatTourStatusChange(answer),
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
      {m.tour_consent_text()}
      <Textarea {...form.text('reason')} label={`${m.tour_reason()} ${m.shell_optional()}`} maxLength={300} autosize minRows={2} />
    </ConfirmModal>
  );
}

/** A Nairobi date and time, independent of the browser's time zone. */
export const toNairobiMoment = (day: string, at: string): string => (day && at ? `${day}T${at}:00+03:00` : '');

/** The format of a time field: 14:30. */
const nairobiTime = (moment: string): string => new Date(Date.parse(moment) + nairobiOffsetMs).toISOString().slice(11, 16);

/** `start` is the time chosen in a calendar. */
export function RescheduleTourDialog({ tour, start = tour.starts_at, close }: Part & { start?: string }) {
  const form = useForm(tourCalls.reschedule, {
    blank: { day: toIsoDay(start), at: nairobiTime(start) },
    given: ({ day, at }) => ({ id: tour.id, from: toNairobiMoment(day, at), revision: tour.revision }),
    names: { from: 'at' },
    says: { from: m.tour_need_time },
    inPlace: true,
    said: (moved) => m.tour_said_moved({ day: formatWeekday(moved.starts_at), time: formatTime(moved.starts_at) }),
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

export function ReassignTourDialog({ tour, close }: Part) {
  const people = useCall(tourCalls.listHosts, { id: tour.id }).data?.results ?? [];
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
