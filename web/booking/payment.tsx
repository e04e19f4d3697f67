import { FileInput, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { bookingCalls } from '#contract/booking/calls.ts';
import { type ExternalPaymentMethod, externalPaymentMethods } from '#contract/booking/kinds.ts';
import { externalPaymentMethodLabels } from '#contract/booking/labels.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { getApplicantName } from './parts.tsx';
import { BookingStepForm } from './step-form.tsx';

type Props = { booking: BookingDetails; close: () => void };
const touches = [unitCalls, listingCalls, tenancyCalls];

/** Within a sentence the texts begin in lower case; as a choice they begin with a capital. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Fields = {
  readonly values: { readonly shillings: number };
  readonly problems: Readonly<Record<string, string | undefined>>;
  readonly set: (name: 'shillings', value: number) => void;
  readonly text: (name: 'how' | 'on' | 'note') => object;
};
/** The fields of a payment. */
const PaymentFields = ({ form: given, children }: { form: unknown; children?: ReactNode }) => {
  const form = given as Fields;
  return (
    <>
      <MoneyInput
        label={m.booking_sum()}
        upTo="price"
        value={form.values.shillings}
        onChange={(value) => form.set('shillings', Number(value) || 0)}
        error={form.problems.shillings}
      />
      {children}
      <NativeSelect
        {...form.text('how')}
        label={m.booking_way()}
        data={externalPaymentMethods.map((value) => ({ value, label: capital(externalPaymentMethodLabels[value]()) }))}
      />
      <TextInput {...form.text('on')} type="date" label={m.booking_paid_on()} max={clock.today()} />
      <TextInput {...form.text('note')} label={`${m.booking_reference()} ${m.shell_optional()}`} maxLength={300} />
    </>
  );
};

type Brought = { readonly pending: boolean; readonly problem: string; readonly bring: (file: File, then: (fileId: number) => void) => void };
function Evidence({
  label,
  brought,
  found,
  error,
}: {
  label: string;
  brought: Brought;
  found: (fileId: number) => void;
  error?: string | undefined;
}) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <FileInput
      label={label}
      placeholder={m.booking_choose_file()}
      description={m.booking_evidence_help()}
      accept="application/pdf,image/png,image/jpeg,image/webp"
      value={file}
      onChange={(chosen) => {
        setFile(chosen);
        found(0);
        if (chosen) brought.bring(chosen, found);
      }}
      error={brought.problem || error}
      clearable
      clearButtonProps={{ 'aria-label': m.paper_file_clear() }}
    />
  );
}
function useEvidence(bookingId: number): Brought {
  const act = useAction(bookingCalls.uploadEvidence, { quiet: true, inPlace: true });
  return {
    pending: act.isPending,
    problem: act.problem ?? '',
    bring: (evidence, then) => act.mutate({ id: bookingId, evidence }, { onSuccess: ({ file_id }) => then(file_id) }),
  };
}

const blankOf = (paid: { cents: number; how: ExternalPaymentMethod; on: string; note: string } | null, due: number) => ({
  shillings: toShillings(paid?.cents ?? due),
  how: paid?.how ?? ('mpesa' as ExternalPaymentMethod),
  on: paid?.on ?? clock.today(),
  note: paid?.note ?? '',
});

/** The evidence comes first, because a payment cannot be recorded without it. The applicant's own report and upload are filled in. */
export function ConfirmBookingPaymentDialog({ booking, close }: Props) {
  const brought = useEvidence(booking.id);
  const said = booking.said_paid;
  const form = useForm(bookingCalls.confirmPayment, {
    blank: { ...blankOf(said, booking.due_cents), why_less: '', file_id: said?.file_id ?? noRecordId },
    given: ({ shillings, ...rest }) => ({ id: booking.id, cents: typedAmountToCents(shillings), ...rest }),
    names: { cents: 'shillings' },
    says: { file_id: m.booking_problem_evidence },
    touches,
    said: () => m.booking_said_paid({ name: getApplicantName(booking) }),
    inPlace: true,
    done: close,
  });
  const missing = booking.due_cents - typedAmountToCents(form.values.shillings);
  return (
    <BookingStepForm
      form={form}
      close={close}
      title={m.booking_paid_title({ name: getApplicantName(booking) })}
      label={m.booking_paid_outside()}
      busy={brought.pending}
    >
      <p>{m.booking_paid_text()}</p>
      {said?.file_id ? (
        <Note tone="info">{m.booking_paid_brought({ day: formatDate(said.at) })}</Note>
      ) : (
        <Evidence label={m.booking_evidence()} brought={brought} found={(id) => form.set('file_id', id)} error={form.problems.file_id} />
      )}
      <PaymentFields form={form}>
        {missing > 0 && (
          <Textarea
            {...form.text('why_less')}
            label={m.booking_why_less({ sum: formatKes(missing) })}
            description={m.booking_why_less_help()}
            autosize
            minRows={2}
            maxLength={300}
          />
        )}
      </PaymentFields>
    </BookingStepForm>
  );
}

/** A payment that was recorded wrongly, or more that was paid since. */
export function CorrectBookingPaymentDialog({ booking, close }: Props) {
  const brought = useEvidence(booking.id);
  const form = useForm(bookingCalls.correctPayment, {
    blank: { ...blankOf(booking.paid, booking.due_cents), reason: '', file_id: 0 },
    given: ({ shillings, file_id, ...rest }) => ({ id: booking.id, cents: typedAmountToCents(shillings), file_id: file_id || null, ...rest }),
    names: { cents: 'shillings' },
    says: { reason: m.booking_need_reason },
    touches,
    said: () => m.booking_said_corrected(),
    inPlace: true,
    done: close,
  });
  return (
    <BookingStepForm form={form} close={close} title={m.booking_correct_title()} label={m.booking_correct()} busy={brought.pending}>
      <p>{m.booking_correct_text({ due: formatKes(booking.due_cents) })}</p>
      <PaymentFields form={form} />
      <Evidence
        label={`${m.booking_evidence()} ${m.shell_optional()}`}
        brought={brought}
        found={(id) => form.set('file_id', id)}
        error={form.problems.file_id}
      />
      <Textarea {...form.text('reason')} label={m.booking_reason()} autosize minRows={2} maxLength={300} />
    </BookingStepForm>
  );
}

/** The applicant reports a payment: the manager checks whether it was received, and confirms it. */
export function ReportBookingPaymentDialog({ booking, close }: Props) {
  const act = useAction(bookingCalls.uploadReceipt, { quiet: true, inPlace: true });
  const brought: Brought = {
    pending: act.isPending,
    problem: act.problem ?? '',
    bring: (receipt, then) => act.mutate({ id: booking.id, receipt }, { onSuccess: ({ file_id }) => then(file_id) }),
  };
  const form = useForm(bookingCalls.claimPaid, {
    blank: { ...blankOf(booking.said_paid, booking.due_cents), file_id: booking.said_paid?.file_id ?? noRecordId },
    given: ({ shillings, file_id, ...rest }) => ({ id: booking.id, cents: typedAmountToCents(shillings), file_id: file_id || null, ...rest }),
    names: { cents: 'shillings' },
    said: () => m.booking_said_say_paid({ who: booking.company.name }),
    inPlace: true,
    done: close,
  });
  return (
    <BookingStepForm form={form} close={close} title={m.booking_say_paid()} label={m.booking_say_paid_send()} busy={brought.pending}>
      <p>{m.booking_say_paid_text({ who: booking.company.name })}</p>
      <Evidence
        label={`${m.booking_evidence()} ${m.shell_optional()}`}
        brought={brought}
        found={(id) => form.set('file_id', id)}
        error={form.problems.file_id}
      />
      <PaymentFields form={form} />
    </BookingStepForm>
  );
}
