import { Textarea } from '@mantine/core';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { type PersonFull, peopleCalls } from '#contract/people/calls.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { m } from '#words/messages.js';

/** Somebody of the platform vouches for an e-mail: they spoke to the person, and say how they know. */
export function VerifyEmail({ person, close }: { person: PersonFull; close: () => void }) {
  const form = useForm(joinCalls.verifyByHand, {
    blank: { reason: '' },
    given: ({ reason }) => ({ user_id: person.id, reason: reason.trim() }),
    check: ({ reason }): Record<string, string> => (reason.trim().length < 3 ? { reason: m.people_reason_needed() } : {}),
    touches: [peopleCalls],
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.people_verify_email_title({ email: person.email ?? person.name })}
      confirmLabel={m.people_verify_email()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      onConfirm={form.submit}
    >
      {m.people_verify_email_text()}
      <Textarea mt={12} label={m.people_reason()} {...form.text('reason')} maxLength={300} autosize minRows={2} data-autofocus />
    </ConfirmModal>
  );
}
