import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { type InspectionDetails, inspectionCalls } from '#contract/inspection/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';

export type InspectionAction = 'cancel' | 'settle' | 'verify' | 'reject';
const words = {
  cancel: { title: m.inspection_cancel_title, text: m.inspection_cancel_text, verb: m.inspection_cancel },
  settle: { title: m.inspection_settle_title, text: m.inspection_settle_text, verb: m.inspection_settle },
  verify: { title: m.inspection_verify_title, text: m.inspection_decide_help, verb: m.inspection_verify },
  reject: { title: m.inspection_reject_title, text: m.inspection_decide_help, verb: m.inspection_reject },
} as const;

/** Cancels, closes or decides an inspection, with a reason others can read. */
export function InspectionActionDialog({ one, asked, close }: { one: InspectionDetails; asked: InspectionAction; close: () => void }) {
  const [reason, setReason] = useState('');
  const options = { inPlace: true, done: close } as const;
  const cancel = useAction(inspectionCalls.cancel, { ...options, said: ({ code }) => m.inspection_said_canceled({ code }) });
  const settle = useAction(inspectionCalls.close, { ...options, said: ({ code }) => m.inspection_said_settled({ code }) });
  const decide = useAction(inspectionCalls.decideVerification, {
    ...options,
    touches: [propertyCalls],
    said: ({ property }) => m.inspection_said_decided({ name: property.name }),
  });
  const act = asked === 'cancel' ? cancel : asked === 'settle' ? settle : decide;
  const go = () => {
    const given = { id: one.id, reason: reason.trim() };
    if (asked === 'cancel') cancel.mutate(given);
    else if (asked === 'settle') settle.mutate(given);
    else decide.mutate({ ...given, verdict: asked });
  };
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={words[asked].title()}
      confirmLabel={words[asked].verb()}
      cancelLabel={asked === 'cancel' ? m.shell_keep() : m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={asked === 'cancel' || asked === 'reject'}
      loading={act.isPending}
      ready={reason.trim().length >= 3}
      problem={act.problem}
      onConfirm={go}
    >
      {words[asked].text()}
      <Textarea
        mt={12}
        label={m.inspection_reason()}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={1000}
        autosize
        minRows={2}
        data-autofocus
      />
    </ConfirmModal>
  );
}
