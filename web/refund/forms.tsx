import { Button, Checkbox, FileInput, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { refundCalls } from '#contract/refund/calls.ts';
import { type ManualRefundMethod, manualRefundMethods, type PermittedRefundAction } from '#contract/refund/kinds.ts';
import type { RefundDetails } from '#contract/refund/shape.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

export type RefundAction = { readonly of: RefundDetails; readonly what: Decision | PermittedRefundAction };
type Doing = { readonly of: RefundDetails; readonly close: () => void };

/** The name of each action on this refund. */
export const refundActionNames: Readonly<Record<PermittedRefundAction, (of: RefundDetails) => string>> = {
  ask: () => m.payments_refund_ask(),
  send: () => m.payments_refund_send(),
  arrived: () => m.payments_refund_arrived(),
  failed: () => m.payments_refund_not_arrived(),
  twice: () => m.payments_refund_twice(),
  hand: ({ way }) => (way === 'hand' ? m.payments_refund_gone() : m.payments_refund_hand()),
  undo: () => m.payments_refund_undo(),
};

export function RefundForm({ of, what, close }: RefundAction & { readonly close: () => void }) {
  if (what === 'hand') return <Gone of={of} close={close} />;
  if (what === 'ask' || what === 'send') return <Again of={of} what={what} close={close} />;
  if (what === 'arrived' || what === 'failed' || what === 'twice') return <Settle of={of} what={what} close={close} />;
  if (what === 'approve' && of.way === 'typed') return <ApproveTyped of={of} close={close} />;
  return <Decide of={of} what={what} close={close} />;
}

/** The full destination of a refund for its approvers. Reading it is logged. */
function Place({ of }: { readonly of: RefundDetails }) {
  const act = useAction(refundCalls.refundDestination, { quiet: true, inPlace: true });
  return (
    <>
      {of.elsewhere && <Note tone="bad">{m.payments_refund_elsewhere()}</Note>}
      {act.data ? (
        <p className="num">{act.data.to}</p>
      ) : (
        <Button size="compact-sm" variant="default" loading={act.isPending} onClick={() => act.mutate({ id: of.id })}>
          {m.payments_refund_show()}
        </Button>
      )}
    </>
  );
}

/** Warns the approver of a refund that the company has a debt, which received money pays first. */
const Debt = ({ of: { debt } }: { readonly of: RefundDetails }) =>
  debt && (
    <>
      {debt.owes_cents > 0 && <Note tone="bad">{m.payments_refund_debt_owes({ who: debt.who, sum: formatKes(debt.owes_cents) })}</Note>}
      {debt.frozen && <Note tone="bad">{m.payments_refund_debt_frozen({ who: debt.who })}</Note>}
    </>
  );

/** The actions by state: M-Pesa is queried about an unknown refund, and a failed refund is sent again. */
function Again({ of, what, close }: Doing & { readonly what: 'ask' | 'send' }) {
  const asks = what === 'ask';
  const said = asks ? m.payments_said_asked_mpesa : m.payments_said_sent_again;
  const act = useAction(refundCalls.sendRefund, { inPlace: true, said: () => said({ code: of.code }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={(asks ? m.payments_refund_ask_ask : m.payments_refund_send_ask)({ sum: formatKes(of.cents) })}
      confirmLabel={refundActionNames[what](of)}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id })}
    >
      {asks ? m.payments_refund_ask_text() : m.payments_refund_send_text({ to: of.to })}
    </ConfirmModal>
  );
}

/** What M-Pesa's statement shows, as a person reads it. */
const settleTexts: Readonly<Record<'arrived' | 'failed' | 'twice', (said: { sum: string; to: string }) => string>> = {
  arrived: m.payments_refund_arrived_text,
  failed: m.payments_refund_not_arrived_text,
  twice: m.payments_refund_twice_text,
};
function Settle({ of, what, close }: Doing & { readonly what: keyof typeof settleTexts }) {
  const arrived = what !== 'failed';
  const form = useForm(refundCalls.settleRefund, {
    blank: { proof: '', reason: '' },
    given: ({ proof, reason }) => ({ id: of.id, arrived, proof: proof.trim(), reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    inPlace: true,
    said: () => (arrived ? m.payments_said_settled({ code: of.code }) : m.payments_said_failure_asked({ code: of.code })),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={refundActionNames[what](of)}
      text={settleTexts[what]({ sum: formatKes(of.cents), to: of.to })}
      danger={what !== 'arrived'}
    >
      {arrived && <TextInput {...form.text('proof')} label={m.payments_refund_proof()} maxLength={120} />}
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
      {!arrived && <Note>{m.payments_refund_failed_second()}</Note>}
    </MoneyFormDrawer>
  );
}

/** The number is not known from the payment: both people type it, and the entries must be equal. */
function ApproveTyped({ of, close }: Doing) {
  const form = useForm(refundCalls.decideRefund, {
    blank: { to: '', by_hand: false },
    given: ({ to, by_hand }) => ({ id: of.id, approve: true, to: to.trim(), by_hand }),
    inPlace: true,
    said: () => m.payments_said_approved({ code: of.code }),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={m.payments_refund_approve_ask({ sum: formatKes(of.cents) })}
      verb={m.payments_refund_approve()}
      text={m.payments_refund_approve_sent({ to: of.to, by: of.asked_by ?? '' })}
    >
      <Debt of={of} />
      <TextInput {...form.text('to')} label={m.payments_refund_again()} inputMode="tel" autoComplete="off" maxLength={20} />
      {(form.problem || form.values.by_hand) && <ByHand checked={form.values.by_hand} set={(by_hand) => form.set('by_hand', by_hand)} />}
    </MoneyFormDrawer>
  );
}

/** The option to pay a refund manually, offered after sending by M-Pesa was rejected. */
const ByHand = ({ checked, set }: { checked: boolean; set: (checked: boolean) => void }) => (
  <Checkbox label={m.payments_refund_by_hand_bank()} checked={checked} onChange={(event) => set(event.currentTarget.checked)} />
);

type Decision = 'approve' | 'refuse' | 'undo' | 'withdraw';
type Said = { verb: () => string; ask: (of: { sum: string }) => string; text: (of: RefundDetails) => string; said: (of: { code: string }) => string };
/** The name of each decision, and its effect. */
const decisions: Readonly<Record<Decision, Said>> = {
  approve: {
    verb: m.payments_refund_approve,
    ask: m.payments_refund_approve_ask,
    text: ({ way, to, asked_by }) =>
      way === 'hand' ? m.payments_refund_approve_text({ to, by: asked_by ?? '' }) : m.payments_refund_approve_sent({ to, by: asked_by ?? '' }),
    said: m.payments_said_approved,
  },
  refuse: {
    verb: m.payments_refund_refuse,
    ask: m.payments_refund_refuse_ask,
    text: () => m.payments_refund_refuse_text(),
    said: m.payments_said_refused,
  },
  undo: {
    verb: m.payments_refund_undo,
    ask: m.payments_refund_undo_ask,
    text: ({ sending }) => (sending ? m.payments_refund_undo_unsent() : m.payments_refund_undo_text()),
    said: m.payments_said_refund_undone,
  },
  withdraw: {
    verb: m.payments_refund_withdraw,
    ask: m.payments_refund_withdraw_ask,
    text: () => m.payments_refund_withdraw_text(),
    said: m.payments_said_withdrawn,
  },
};

function Decide({ of, what, close }: { of: RefundDetails; what: Decision; close: () => void }) {
  const { verb, ask, text, said } = decisions[what];
  const approve = what === 'approve';
  const [byHand, setByHand] = useState(false);
  const act = useAction(refundCalls.decideRefund, { inPlace: true, said: () => said({ code: of.code }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={ask({ sum: formatKes(of.cents) })}
      confirmLabel={verb()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={!approve}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id, approve, by_hand: byHand })}
    >
      {text(of)}
      {approve && <Debt of={of} />}
      {approve && <Place of={of} />}
      {approve && of.way !== 'hand' && (act.problem || byHand) && <ByHand checked={byHand} set={setByHand} />}
    </ConfirmModal>
  );
}

const hows: Readonly<Record<ManualRefundMethod, () => string>> = {
  mpesa: m.payments_how_mpesa,
  bank: m.payments_how_bank,
  cash: m.payments_how_cash,
};

/** For M-Pesa the code is enough; a bank transfer needs the slip, and cash a receipt. */
function Gone({ of, close }: { of: RefundDetails; close: () => void }) {
  const [there, setThere] = useState(of.has_evidence);
  const ours = of.fund === 'C';
  const accounts = useCall(treasuryCalls.listAccounts, {}, { quiet: true, enabled: ours });
  const banks = (accounts.data?.results ?? []).filter(({ rail, fund, asked }) => rail === 'bank' && fund === 'C' && !asked?.fresh);
  const evidence = useAction(refundCalls.addRefundEvidence, { quiet: true, inPlace: true, done: () => setThere(true) });
  const form = useForm(refundCalls.recordPaidRefund, {
    blank: { how: (of.in_hand ? 'cash' : 'mpesa') as ManualRefundMethod, account_id: '', proof: '', evidence: '' },
    given: ({ how, account_id, proof }) => ({
      id: of.id,
      how,
      proof: proof.trim(),
      ...(how === 'bank' && ours && (account_id || banks[0]) ? { account_id: Number(account_id || banks[0]?.id) } : {}),
    }),
    inPlace: true,
    said: () => m.payments_said_gone({ sum: formatKes(of.cents) }),
    done: close,
  });
  const byHand = form.values.how !== 'mpesa';
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={m.payments_refund_gone()}
      text={
        <>
          {m.payments_refund_gone_text({ sum: formatKes(of.cents), to: of.to })} {ours && !byHand && m.payments_refund_gone_unproven()}
        </>
      }
      busy={evidence.isPending}
    >
      <Place of={of} />
      <NativeSelect
        {...form.text('how')}
        label={m.payments_column_how()}
        data={(of.in_hand ? (['cash'] as const) : manualRefundMethods).map((value) => ({ value, label: hows[value]() }))}
      />
      {form.values.how === 'bank' && ours && banks.length > 0 && (
        <NativeSelect
          {...form.text('account_id')}
          label={m.payments_refund_from()}
          data={banks.map(({ id, name, number }) => ({ value: String(id), label: `${name} (${number})` }))}
        />
      )}
      <TextInput {...form.text('proof')} label={m.payments_refund_proof()} maxLength={120} />
      {byHand && (
        <FileInput
          label={m.payments_field_evidence()}
          placeholder={m.payments_field_choose()}
          description={there ? m.payments_refund_evidence_there() : undefined}
          accept="application/pdf,image/png,image/jpeg,image/webp"
          onChange={(file) => file && evidence.mutate({ id: of.id, evidence: file })}
          error={there ? undefined : evidence.problem || form.problems.evidence}
        />
      )}
    </MoneyFormDrawer>
  );
}
