import { Button, FileInput, Text, Textarea } from '@mantine/core';
import { approvalCalls } from '#contract/approval/calls.ts';
import type { ApprovalRequestState } from '#contract/approval/kinds.ts';
import type { ApprovalRequestDetails, OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

const states = {
  asked: { label: m.approval_status_asked, tone: 'wait' },
  approved: { label: m.approval_status_approved, tone: 'good' },
  rejected: { label: m.approval_status_rejected, tone: 'bad' },
  withdrawn: { label: m.approval_status_withdrawn, tone: 'neutral' },
  expired: { label: m.approval_status_expired, tone: 'neutral' },
} as const;
export const getApprovalStateLabel = (state: ApprovalRequestState): string => states[state].label();
export const ApprovalStateBadge = ({ of }: { readonly of: ApprovalRequestState }) => (
  <ToneBadge tone={states[of].tone}>{getApprovalStateLabel(of)}</ToneBadge>
);

/** Says after an act that it is only requested. */
export const sayApprovalAsked = ({ code }: { readonly code: string }): string => m.approval_said_asked({ code });

/** On the page of a record: an open request about it, which replaces the button of the act. */
export function OpenRequestNote({ request }: { readonly request: OpenApprovalRequest }) {
  const { link } = useDashboard();
  const day = formatDate(request.asked_at);
  return (
    <Note tone="info">
      {request.own ? m.approval_asked_banner_own({ day }) : m.approval_asked_banner({ who: request.asked_by ?? '', day })}{' '}
      <AppLink href={link('approval.detail', { id: request.id, code: request.code })}>{m.approval_asked_banner_link({ code: request.code })}</AppLink>
    </Note>
  );
}

export type ApprovalDecision = 'approve' | 'reject' | 'withdraw';
type Deciding = { readonly of: ApprovalRequestDetails; readonly close: () => void };

export function DecisionForm({ what, ...rest }: Deciding & { readonly what: ApprovalDecision }) {
  return what === 'reject' ? <RejectForm {...rest} /> : <ConfirmDecision {...rest} approve={what === 'approve'} />;
}

function ConfirmDecision({ of, close, approve }: Deciding & { readonly approve: boolean }) {
  const { code } = of;
  const act = useAction(approvalCalls.decideRequest, {
    inPlace: true,
    said: () => (approve ? m.approval_said_approved({ code }) : m.approval_said_withdrawn({ code })),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={approve ? m.approval_approve_ask({ code }) : m.approval_withdraw_ask({ code })}
      confirmLabel={approve ? m.approval_approve() : m.approval_withdraw()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={!approve}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id, approve })}
    >
      {approve ? m.approval_approve_text({ what: of.sentence }) : m.approval_withdraw_text()}
    </ConfirmModal>
  );
}

function RejectForm({ of, close }: Deciding) {
  const form = useForm(approvalCalls.decideRequest, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, approve: false, reason: reason.trim() }),
    inPlace: true,
    said: () => m.approval_said_rejected({ code: of.code }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.approval_reject_ask({ code: of.code })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.approval_reject()} danger />}
    >
      <Text>{m.approval_reject_text({ who: of.asked_by ?? '' })}</Text>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Textarea {...form.text('reason')} label={m.approval_reject_reason()} autosize minRows={2} maxLength={500} />
    </FormDrawer>
  );
}

/** The buttons that a request offers to the caller. */
export const ApprovalButtons = ({
  of,
  compact = false,
  choose,
}: {
  readonly of: ApprovalRequestDetails;
  readonly compact?: boolean;
  readonly choose: (what: ApprovalDecision) => void;
}) => {
  if (of.status !== 'asked') return null;
  const size = compact ? 'compact-sm' : 'sm';
  return (
    <>
      {of.may_approve && (
        <Button size={size} onClick={() => choose('approve')}>
          {m.approval_approve()}
        </Button>
      )}
      {of.own ? (
        <Button size={size} variant="subtle" color="red" onClick={() => choose('withdraw')}>
          {m.approval_withdraw()}
        </Button>
      ) : (
        <Button size={size} variant="subtle" color="red" onClick={() => choose('reject')}>
          {m.approval_reject()}
        </Button>
      )}
    </>
  );
};

export function EvidenceUpload({ of }: { readonly of: ApprovalRequestDetails }) {
  const act = useAction(approvalCalls.uploadEvidence, { inPlace: true, said: () => m.approval_said_evidence() });
  return (
    <FileInput
      label={m.approval_upload()}
      placeholder={m.payments_field_choose()}
      accept="application/pdf,image/png,image/jpeg,image/webp"
      disabled={act.isPending}
      onChange={(file) => file && act.mutate({ id: of.id, evidence: file })}
      error={act.problem || undefined}
    />
  );
}
