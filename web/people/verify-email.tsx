import { Textarea } from '@mantine/core';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { phoneProofValidityDays } from '#contract/identity/phone-age.ts';
import { type PersonDetails, peopleCalls } from '#contract/people/calls.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type Props = { person: PersonDetails; close: () => void };

/** Platform staff verify an email address manually, after speaking to the person, and state how they verified it. */
export const VerifyEmailDialog = ({ person, close }: Props) => (
  <Vouch
    person={person}
    close={close}
    call={joinCalls.verifyByHand}
    title={m.people_verify_email_title({ email: person.email ?? person.name })}
    text={m.people_verify_email_text()}
    label={m.people_verify_email()}
  />
);

/** The verification of a phone number that was not used for long: codes to this number then sign in again. */
export const VerifyPhoneNumberDialog = ({ person, close }: Props) => (
  <Vouch
    person={person}
    close={close}
    call={joinCalls.vouchNumber}
    title={m.people_vouch_number_title({ number: person.phone ? phone(person.phone) : person.name })}
    text={m.people_vouch_number_text({ days: phoneProofValidityDays })}
    label={m.people_vouch_number()}
  />
);

type Vouched = Props & { call: typeof joinCalls.verifyByHand | typeof joinCalls.vouchNumber; title: string; text: string; label: string };
function Vouch({ person, close, call, title, text, label }: Vouched) {
  const form = useForm(call, {
    blank: { reason: '' },
    given: ({ reason }) => ({ user_id: person.id, reason: reason.trim() }),
    check: ({ reason }): Record<string, string> => (reason.trim().length < 3 ? { reason: m.people_reason_needed() } : {}),
    touches: [peopleCalls],
    said: () => m.said_vouched({ name: person.name }),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={title}
      confirmLabel={label}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      onConfirm={form.submit}
    >
      {text}
      <Textarea mt={12} label={m.people_reason()} {...form.text('reason')} maxLength={300} autosize minRows={2} data-autofocus />
    </ConfirmModal>
  );
}
