import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { bookingCalls } from '#contract/booking/calls.ts';
import { bookingDeadlines, type DeclineReason, listAllowedDeclineReasons, type RequestableItem, requestableItems } from '#contract/booking/kinds.ts';
import { declineReasonLabels, requestableItemLabels, screeningCheckLabels } from '#contract/booking/labels.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { getApplicantName, getBookingHomeName } from './parts.tsx';
import { BookingStepForm } from './step-form.tsx';

type Props = { booking: BookingDetails; close: () => void };
const touches = [unitCalls, listingCalls];
const changed = ({ code }: { code: string }) => m.booking_said_changed({ code });

/** A note to the applicant. */
const toApplicant = () => ({
  label: `${m.booking_note()} ${m.shell_optional()}`,
  description: m.booking_note_read(),
  autosize: true,
  minRows: 3,
  maxLength: 1000,
});

/** The dialog explains the consequences before the approval. */
export function ApproveBookingDialog({ booking, close }: Props) {
  const act = useAction(bookingCalls.approve, {
    touches,
    inPlace: true,
    said: ({ pay_until }) =>
      m.booking_said_approved({ name: getApplicantName(booking), home: getBookingHomeName(booking), when: formatDateTime(pay_until ?? '') }),
    done: close,
  });
  const lacking = booking.screened?.lacking ?? [];
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.booking_approve_ask({ name: getApplicantName(booking) })}
      confirmLabel={m.booking_approve()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      onConfirm={() => act.mutate({ id: booking.id })}
      loading={act.isPending}
      ready={lacking.length === 0}
      problem={act.problem}
    >
      <p>
        {m.booking_approve_text({
          home: getBookingHomeName(booking),
          sum: formatKes(booking.due_cents),
          when: formatDateTime(computeEveningDeadline(clock.now(), bookingDeadlines.pay).toISOString()),
        })}
      </p>
      {booking.backups > 0 && <p>{m.booking_approve_others({ count: booking.backups })}</p>}
      {booking.not_before && (
        <Note tone="guard">{m.booking_approve_later({ day: formatDate(booking.not_before), starts: formatDate(booking.starts_on) })}</Note>
      )}
      {lacking.length > 0 && (
        <Note tone="guard">{m.booking_approve_lacking({ what: lacking.map((one) => screeningCheckLabels[one]()).join(', ') })}</Note>
      )}
    </ConfirmModal>
  );
}

export function DeclineBookingDialog({ booking, close }: Props) {
  const form = useForm(bookingCalls.decline, {
    blank: { reason: '' as DeclineReason, note: '' },
    given: (values) => ({ id: booking.id, ...values }),
    says: { reason: m.booking_need_decline },
    said: () => m.booking_said_declined({ name: getApplicantName(booking) }),
    inPlace: true,
    done: close,
  });
  return (
    <BookingStepForm form={form} close={close} title={m.booking_decline_ask({ name: getApplicantName(booking) })} label={m.booking_decline()}>
      <p>{m.booking_decline_text()}</p>
      <NativeSelect
        {...form.text('reason')}
        label={m.booking_reason()}
        data={[
          { value: '', label: m.booking_reason_choose() },
          ...listAllowedDeclineReasons(booking.screened?.lines ?? []).map((value) => ({ value, label: declineReasonLabels[value]() })),
        ]}
      />
      <Textarea {...form.text('note')} {...toApplicant()} />
    </BookingStepForm>
  );
}

export function RequestInformationDialog({ booking, close }: Props) {
  const form = useForm(bookingCalls.requestInformation, {
    blank: { what: [] as RequestableItem[], note: '' },
    given: (values) => ({ id: booking.id, ...values }),
    says: { what: m.booking_need_what },
    said: changed,
    done: close,
  });
  return (
    <BookingStepForm form={form} close={close} title={m.booking_ask_title({ name: getApplicantName(booking) })} label={m.booking_ask_more()}>
      <p>{m.booking_ask_text()}</p>
      <Checkbox.Group
        label={m.booking_ask_what()}
        value={form.values.what}
        onChange={(value) => form.set('what', value as RequestableItem[])}
        error={form.problems.what}
      >
        <Stack gap={10} mt={8}>
          {requestableItems.map((one) => (
            <Checkbox key={one} value={one} label={requestableItemLabels[one]()} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea {...form.text('note')} {...toApplicant()} />
    </BookingStepForm>
  );
}

export function CancelBookingDialog({ booking, close }: Props) {
  const form = useForm(bookingCalls.cancel, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: booking.id, reason }),
    says: { reason: m.booking_need_reason },
    touches,
    said: changed,
    inPlace: true,
    done: close,
  });
  return (
    <BookingStepForm
      form={form}
      close={close}
      title={m.booking_cancel_ask({ home: getBookingHomeName(booking) })}
      label={m.booking_cancel()}
      back={m.shell_keep()}
    >
      <p>{m.booking_cancel_text()}</p>
      <Textarea {...form.text('reason')} label={m.booking_reason()} autosize minRows={3} maxLength={1000} />
    </BookingStepForm>
  );
}

export function EraseBookingDialog({ booking, close, done }: Props & { done?: () => void | Promise<void> }) {
  const [reason, setReason] = useState('');
  const act = useAction(bookingCalls.erase, {
    inPlace: true,
    said: () => m.booking_said_erased({ code: booking.code }),
    done: () => {
      close();
      return done?.();
    },
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.booking_erase_ask({ code: booking.code })}
      confirmLabel={m.booking_erase()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger
      loading={act.isPending}
      problem={act.problem}
      ready={booking.mine || reason.trim().length > 2}
      onConfirm={() => act.mutate({ id: booking.id, reason: reason.trim() })}
    >
      <p>{m.booking_erase_text()}</p>
      {!booking.mine && (
        <TextInput label={m.booking_reason()} value={reason} onChange={(event) => setReason(event.currentTarget.value)} maxLength={300} />
      )}
    </ConfirmModal>
  );
}
