import { type CommissionRule, commissionCalls } from '#contract/commission/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';

export function EndCommissionRuleDialog({ rule, close }: { rule: CommissionRule; close: () => void }) {
  const end = useAction(commissionCalls.ruleEnd, { inPlace: true, said: ({ code }) => m.approval_said_asked({ code }), done: close });
  return (
    <ConfirmModal
      opened
      danger
      onClose={close}
      title={m.commission_rule_end_title({ name: rule.name })}
      confirmLabel={m.commission_rule_end()}
      cancelLabel={m.commission_rule_keep()}
      closeLabel={m.shell_close()}
      loading={end.isPending}
      problem={end.problem}
      onConfirm={(event) => {
        event.preventDefault();
        end.mutate({ id: rule.id });
      }}
    >
      <p>{m.commission_rule_end_text()}</p>
    </ConfirmModal>
  );
}
