import { Button, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { defaultGrants, isAllowed } from '#contract/access/grants.ts';
import { canImpersonate } from '#contract/access/impersonation.ts';
import { identityCalls } from '#contract/identity/calls.ts';
import { toUserType } from '#contract/kernel/roles.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { IconEye } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';

type Props = {
  readonly userId: number;
  readonly name: string /** Hides the button for people this user may not view as. */;
  readonly userType?: number | undefined;
};

/** Asks for a reason, then shows the product as that person sees it. Hidden without the permission to do so. */
export function ImpersonateButton({ userId, name, userType }: Props) {
  const { visitor, user } = useApp();
  const [asked, setAsked] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const field = useId();
  const form = useForm(identityCalls.impersonate, {
    blank: { reason: '' },
    given: ({ reason }) => ({ user_id: userId, reason: reason.trim() }),
    says: { reason: m.audit_impersonate_need_reason },
    // A full page load, so that none of the user's own data stays in memory.
    quiet: true,
    done: ({ next }) => {
      setLeaving(true);
      window.location.assign(next);
    },
  });
  const platform = visitor.role === 'admin' || visitor.role === 'superadmin';
  if (!platform || !isAllowed(identityCalls.impersonate.needs, visitor) || user?.impersonator || user?.id === userId) return null;
  if (userType !== undefined && !canImpersonate(visitor, { role: toUserType(userType), grants: defaultGrants[toUserType(userType)] })) return null;
  const ask = () => {
    form.reset();
    setAsked(true);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={ask}>
        {m.audit_impersonate()}
      </Button>
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={m.audit_impersonate_title({ name })}
        confirmLabel={m.audit_impersonate_begin({ name })}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        loading={form.busy || leaving}
        onConfirm={form.submit}
      >
        <p>{m.audit_impersonate_text({ name })}</p>
        <Textarea
          {...form.text('reason')}
          id={field}
          mt={12}
          label={m.audit_impersonate_reason()}
          description={m.audit_impersonate_reason_help({ name })}
          autosize
          minRows={2}
          maxLength={300}
          data-autofocus
        />
      </ConfirmModal>
    </>
  );
}
