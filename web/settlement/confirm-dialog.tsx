import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallShape } from '#contract/kernel/call.ts';
import type { AffectedCalls } from '#web/client/touches.ts';
import { useForm } from '#web/forms/use-form.ts';
import type { FormOptions } from '#web/forms/use-form-core.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';

type Asked = { reason: string };
type Options<C extends CallShape> = FormOptions<C, Asked, never>;
type Props<C extends CallShape> = {
  call: C;
  title: string;
  text: ReactNode;
  verb: string;
  keep?: string;
  danger?: boolean;
  /** An additional reason with its field label; at least ten characters. */
  reason?: string;
  given: (reason: string) => ReturnType<Options<C>['given']>;
  said?: NonNullable<Options<C>['said']>;
  touches?: readonly AffectedCalls[];
  children?: ReactNode;
  ready?: boolean;
  close: () => void;
};

/** A confirmation dialog for a payout: the effect, and the reason if one is required. */
export function PayoutConfirmDialog<C extends CallShape>({
  call,
  title,
  text,
  verb,
  keep,
  danger,
  reason,
  given,
  said,
  touches,
  children,
  ready = true,
  close,
}: Props<C>) {
  const form = useForm<C, Asked>(call, {
    blank: { reason: '' },
    given: ({ reason: typed }) => given(typed),
    inPlace: true,
    ...(touches ? { touches } : {}),
    // No toast is shown if the result is visible where the action was started.
    ...(said ? { said } : { quiet: true }),
    names: { resolution: 'reason', reason: 'reason' },
    done: close,
  });
  return (
    <ConfirmModal
      opened
      danger={danger ?? false}
      onClose={close}
      title={title}
      confirmLabel={verb}
      cancelLabel={keep ?? m.settlement_leave()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      ready={ready && (!reason || form.values.reason.trim().length >= 10)}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <p>{text}</p>
      {children}
      {reason && <TextInput {...form.text('reason')} label={reason} maxLength={500} />}
    </ConfirmModal>
  );
}
