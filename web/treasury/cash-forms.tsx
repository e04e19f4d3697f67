import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReconciliationFigure, reconciliationCalls } from '#contract/bank-statement/reconciliation-calls.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import type { CashMove } from '#contract/treasury/shapes.ts';
import { useAction } from '#web/client/use-call.ts';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type Closing = { readonly close: () => void };
const choices = (places: readonly ReconciliationFigure[], rail: 'mpesa' | 'bank') =>
  places
    .filter(({ account }) => account.fund === 'C' && account.rail === rail)
    .map(({ account, books_cents }) => ({ value: String(account.id), label: `${account.name} (${formatKes(books_cents)})` }));

export function SweepForm({ places, close }: Closing & { places: readonly ReconciliationFigure[] }) {
  const [from, to] = [choices(places, 'mpesa'), choices(places, 'bank')];
  const form = useForm(treasuryCalls.recordSweep, {
    blank: { account_id: from[0]?.value ?? '', to_account_id: to[0]?.value ?? '', shillings: 0, proof: '' },
    given: (v) => ({
      account_id: Number(v.account_id),
      to_account_id: Number(v.to_account_id),
      cents: typedAmountToCents(v.shillings),
      proof: v.proof.trim(),
    }),
    names: { cents: 'shillings' },
    inPlace: true,
    said: (_, { cents }) => m.payments_said_moved({ sum: formatKes(cents ?? 0) }),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={m.payments_cash_sweep()}
      text={m.payments_cash_sweep_text()}
      ready={from.length > 0 && to.length > 0}
    >
      <NativeSelect {...form.text('account_id')} label={m.payments_cash_from()} data={from} />
      <NativeSelect {...form.text('to_account_id')} label={m.payments_cash_to()} data={to} />
      <MoneyInput
        label={m.payments_field_sum()}
        value={form.values.shillings}
        onChange={(value) => form.set('shillings', Number(value) || 0)}
        error={form.problems.shillings}
      />
      <TextInput {...form.text('proof')} label={m.payments_cash_proof()} maxLength={120} />
    </MoneyFormDrawer>
  );
}

export function InterfundClearingForm({
  places,
  payable,
  to,
  close,
}: Closing & { places: readonly ReconciliationFigure[]; payable: { D: number; P: number }; to: 'D' | 'P' }) {
  const from = choices(places, 'bank');
  const form = useForm(treasuryCalls.recordClearing, {
    blank: { account_id: from[0]?.value ?? '', to_fund: to, shillings: toShillings(Math.max(0, payable[to])), proof: '' },
    given: (v) => ({ account_id: Number(v.account_id), to_fund: v.to_fund, cents: typedAmountToCents(v.shillings), proof: v.proof.trim() }),
    names: { cents: 'shillings' },
    inPlace: true,
    said: (_, { cents }) => m.payments_said_moved({ sum: formatKes(cents ?? 0) }),
    done: close,
  });
  return (
    <MoneyFormDrawer form={form} close={close} title={m.payments_cash_clear()} text={m.payments_cash_clear_text()} ready={from.length > 0}>
      <NativeSelect {...form.text('account_id')} label={m.payments_cash_from()} data={from} />
      <NativeSelect
        {...form.text('to_fund')}
        label={m.payments_cash_to()}
        data={[
          { value: 'P', label: `${m.payments_cash_fund_p()} (${formatKes(payable.P)})` },
          { value: 'D', label: `${m.payments_cash_fund_d()} (${formatKes(payable.D)})` },
        ]}
      />
      <MoneyInput
        label={m.payments_field_sum()}
        value={form.values.shillings}
        onChange={(value) => form.set('shillings', Number(value) || 0)}
        error={form.problems.shillings}
      />
      <TextInput {...form.text('proof')} label={m.payments_cash_proof()} maxLength={120} />
    </MoneyFormDrawer>
  );
}

export function CashCorrectionForm({ of, close }: Closing & { of: ReconciliationFigure }) {
  const cents = of.said?.difference_cents ?? 0;
  const sum = formatKes(Math.abs(cents), true);
  const form = useForm(reconciliationCalls.correctDifference, {
    blank: { reason: '' },
    given: ({ reason }) => ({ account_id: of.account.id, reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    inPlace: true,
    said: () => m.payments_said_moved({ sum }),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={m.payments_cash_correct()}
      text={(cents > 0 ? m.payments_cash_correct_over : m.payments_cash_correct_text)({ sum, account: of.account.name })}
      danger
    >
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </MoneyFormDrawer>
  );
}

type OfMove = Closing & { readonly of: CashMove };
export function ApproveCashMoveForm({ of, close }: OfMove) {
  const sum = formatKes(Math.abs(of.cents), true);
  const act = useAction(reconciliationCalls.approveMove, { inPlace: true, said: () => m.payments_said_moved({ sum }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.payments_move_approve_ask()}
      confirmLabel={m.payments_move_approve()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id })}
    >
      {(of.cents > 0 ? m.payments_move_approve_over : m.payments_move_approve_text)({
        sum,
        account: of.account.name,
        reason: of.reason,
        by: of.made_by ?? '',
      })}
    </ConfirmModal>
  );
}
export function ConfirmCashArrivalForm({ of, close }: OfMove) {
  const sum = formatKes(of.cents);
  const form = useForm(treasuryCalls.confirmMoveArrived, {
    blank: { proof: '' },
    given: ({ proof }) => ({ id: of.id, proof: proof.trim() }),
    inPlace: true,
    said: () => m.payments_said_moved({ sum }),
    done: close,
  });
  return (
    <MoneyFormDrawer form={form} close={close} title={m.payments_move_arrive()} text={m.payments_move_arrive_text({ sum, to: of.to?.name ?? '' })}>
      <TextInput {...form.text('proof')} label={m.payments_cash_proof()} maxLength={120} />
    </MoneyFormDrawer>
  );
}
export function UndoCashMoveForm({ of, close }: OfMove) {
  const sum = formatKes(of.cents, true);
  const form = useForm(treasuryCalls.undoMove, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    inPlace: true,
    said: () => m.payments_said_moved({ sum }),
    done: close,
  });
  return (
    <MoneyFormDrawer form={form} close={close} title={m.payments_move_undo()} text={m.payments_move_undo_text({ code: of.code, sum })} danger>
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </MoneyFormDrawer>
  );
}

export function ReverseCashMoveForm({ of, close }: OfMove) {
  const sum = formatKes(Math.abs(of.cents), true);
  const form = useForm(reconciliationCalls.requestMoveUndo, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    inPlace: true,
    said: ({ code }) => m.approval_said_asked({ code }),
    done: close,
  });
  return (
    <MoneyFormDrawer form={form} close={close} title={m.payments_move_reverse()} text={m.payments_move_reverse_text({ code: of.code, sum })} danger>
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </MoneyFormDrawer>
  );
}
