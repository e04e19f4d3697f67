import { Text, Textarea } from '@mantine/core';
import { accountingCalls } from '#contract/accounting/calls.ts';
import type { AccountWorksheet } from '#contract/accounting/shapes.ts';
import { isBalanceOlder } from '#contract/accounting/worksheet-lines.ts';
import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

export type WorksheetDecision = 'sign' | 'return' | 'withdraw';
const nameOf = (account: string, day: string) => ({ account, day: formatDate(day) });

export function PrepareWorksheetForm({ of, close }: { readonly of: AccountReconciliation; readonly close: () => void }) {
  const form = useForm(accountingCalls.prepareWorksheet, {
    blank: { note: '' },
    given: ({ note }) => ({ account_id: of.account.id, day: of.day, note: note.trim() }),
    inPlace: true,
    said: ({ code }) => m.accounting_said_prepared({ code }),
    done: close,
  });
  const difference = of.difference_cents ?? 0;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.accounting_prepare_title(nameOf(of.account.name, of.day))}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.accounting_prepare()} />}
    >
      <Text>{m.accounting_prepare_text()}</Text>
      {difference !== 0 && <Note tone="guard">{m.accounting_prepare_difference({ cents: formatKes(difference, true) })}</Note>}
      {isBalanceOlder(of) && <Note tone="guard">{m.accounting_balance_old_note()}</Note>}
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Textarea {...form.text('note')} label={m.accounting_note()} autosize minRows={2} maxLength={500} />
    </FormDrawer>
  );
}

type Deciding = { readonly of: AccountWorksheet; readonly close: () => void };
export const DecideWorksheetForm = ({ what, ...rest }: Deciding & { readonly what: WorksheetDecision }) =>
  what === 'return' ? <ReturnForm {...rest} /> : <ConfirmForm {...rest} sign={what === 'sign'} />;

function ConfirmForm({ of, close, sign }: Deciding & { readonly sign: boolean }) {
  const { code } = of;
  const act = useAction(accountingCalls.decideWorksheet, {
    inPlace: true,
    said: () => (sign ? m.accounting_said_signed({ code }) : m.accounting_said_withdrawn({ code })),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={sign ? m.accounting_sign_ask({ code }) : m.accounting_withdraw_ask({ code })}
      confirmLabel={sign ? m.accounting_sign() : m.accounting_withdraw()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={!sign}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id, sign })}
    >
      {sign ? m.accounting_sign_text({ cents: formatKes(of.difference_cents, true) }) : m.accounting_withdraw_text()}
    </ConfirmModal>
  );
}

function ReturnForm({ of, close }: Deciding) {
  const form = useForm(accountingCalls.decideWorksheet, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, sign: false, reason: reason.trim() }),
    inPlace: true,
    said: () => m.accounting_said_returned({ code: of.code }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.accounting_return_ask({ code: of.code })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.accounting_return()} danger />}
    >
      <Text>{m.accounting_return_text({ who: of.prepared_by ?? '' })}</Text>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Textarea {...form.text('reason')} label={m.accounting_reason()} autosize minRows={2} maxLength={500} />
    </FormDrawer>
  );
}
