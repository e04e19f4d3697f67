import { Textarea } from '@mantine/core';
import { type CommissionDetails, commissionCalls } from '#contract/commission/calls.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';

/** Reports a mistake in a commission for review by the platform; the amount does not change. */
export function ReportCommissionMistakeDialog({ one, close }: { one: CommissionDetails; close: () => void }) {
  const form = useForm(commissionCalls.reportMistake, {
    blank: { note: one.note },
    given: ({ note }: { note: string }) => ({ id: one.id, note }),
    inPlace: true,
    said: () => m.commission_note_said(),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.commission_note_title({ code: one.code })}
      confirmLabel={m.commission_note_send()}
      cancelLabel={m.commission_note_keep()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      ready={form.values.note.trim().length >= 10}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <p>{m.commission_note_text()}</p>
      <Textarea {...form.text('note')} label={m.commission_note_label()} maxLength={1000} autosize minRows={3} />
    </ConfirmModal>
  );
}
