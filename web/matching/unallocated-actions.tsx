import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReversalCause, reversalCauses } from '#contract/collection/kinds.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import type { PaymentDetails, PaymentSummary } from '#contract/payment/shapes.ts';
import type { RefundMethod } from '#contract/refund/kinds.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { formatPayerName } from '#web/collection/words.ts';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type Doing = { readonly of: PaymentSummary; readonly close: () => void };
const touches = [invoiceCalls];

export function AskPayerDialog({ of, close }: Doing) {
  const act = useAction(paymentActionCalls.askPayer, {
    inPlace: true,
    said: () => m.payments_said_asked({ tail: of.phone_tail ?? '' }),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.payments_ask_title()}
      confirmLabel={m.payments_ask()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id })}
    >
      {m.payments_ask_text({ sum: formatKes(of.cents), tail: of.phone_tail ?? '' })}
    </ConfirmModal>
  );
}

const toHelp: Readonly<Record<RefundMethod, (of: PaymentSummary) => string>> = {
  payer: ({ phone_tail }) => m.payments_refund_to_payer({ tail: `•••${phone_tail ?? ''}` }),
  typed: () => m.payments_refund_to_typed(),
  hand: () => m.payments_refund_to_help(),
};
/** Requests a refund, which a second person approves. */
export function RequestRefundDialog({ of, close }: Doing) {
  const full = useCall(paymentCalls.details, { id: of.id }, { quiet: true }).data;
  return full && <RefundForm of={full} close={close} />;
}
function RefundForm({ of, close }: { readonly of: PaymentDetails; readonly close: () => void }) {
  const { refundable_cents: most, refund_way: way } = of;
  const form = useForm(paymentActionCalls.requestRefund, {
    blank: { shillings: toShillings(most), to: '', reason: '' },
    given: ({ shillings, to, reason }) => ({
      id: of.id,
      cents: typedAmountToCents(shillings),
      reason: reason.trim(),
      ...(to.trim() ? { to: to.trim() } : {}),
    }),
    names: { cents: 'shillings' },
    says: { reason: m.payments_need_reason },
    touches,
    inPlace: true,
    said: (_, { cents }) => m.payments_said_refund({ sum: formatKes(cents ?? 0) }),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={m.payments_refund()}
      text={m.payments_refund_text({ who: formatPayerName(of), sum: formatKes(most) })}
    >
      <MoneyInput
        label={m.payments_field_sum()}
        value={form.values.shillings}
        onChange={(value) => form.set('shillings', Number(value) || 0)}
        error={form.problems.shillings}
      />
      <TextInput {...form.text('to')} label={m.payments_refund_to()} description={toHelp[way](of)} maxLength={120} />
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </MoneyFormDrawer>
  );
}

/** M-Pesa and banks may hide a payer's number. The payer of cash and of other recorded payments is the tenant, so there is no payer to ask. */
export const getAskPayerItem = ({ may, how }: Pick<PaymentDetails, 'may' | 'how'>, ask: () => void) =>
  (may.ask || (may.assign && (how === 'bank' || how === 'paybill' || how === 'stk'))) && {
    label: m.payments_ask(),
    onClick: ask,
    ...(may.ask ? {} : { kept: how === 'bank' ? m.payments_ask_hidden_bank() : m.payments_ask_hidden() }),
  };

const causes: Readonly<Record<ReversalCause, () => string>> = {
  mistake: m.payments_cause_mistake,
  bounced: m.payments_cause_bounced,
  returned: m.payments_cause_returned,
  provider: m.payments_cause_provider,
};
/** Reverses a payment, or requests the reversal where a second person of Makao has to approve it. */
export function ReversePaymentDialog({ of, close }: { readonly of: PaymentDetails; readonly close: () => void }) {
  const asks = of.may.reverse_asks;
  const form = useForm(paymentActionCalls.reverse, {
    blank: { cause: 'mistake' as ReversalCause, reason: '' },
    given: ({ cause, reason }) => ({ id: of.id, cause, reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    touches,
    inPlace: true,
    said: ({ request }) => (request ? m.approval_said_asked({ code: request.code }) : m.payments_said_reversed({ code: of.code })),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={asks ? m.payments_reverse_ask() : m.payments_reverse()}
      text={[m.payments_reverse_text({ sum: formatKes(of.cents) }), asks && m.payments_reverse_ask_text()].filter(Boolean).join(' ')}
      danger
    >
      <NativeSelect
        {...form.text('cause')}
        label={m.payments_field_cause()}
        description={m.payments_field_cause_help()}
        data={reversalCauses.map((value) => ({ value, label: causes[value]() }))}
      />
      <Textarea
        {...form.text('reason')}
        label={m.payments_field_reason()}
        description={m.payments_field_reason_private()}
        autosize
        minRows={2}
        maxLength={500}
      />
    </MoneyFormDrawer>
  );
}

const whys = {
  unmatch: { call: paymentActionCalls.unallocate, title: m.payments_unmatch, text: m.payments_unmatch_text, said: m.payments_said_unmatched },
  cancel: { call: paymentActionCalls.cancelCash, title: m.payments_cash_cancel, text: m.payments_cash_cancel_text, said: m.payments_said_canceled },
} as const;
/** A correction with a reason: the entry stays in the ledger, next to its reversal. */
export function PaymentCorrectionDialog({ of, close, what }: Doing & { readonly what: keyof typeof whys }) {
  const { call, title, text, said } = whys[what];
  const form = useForm<(typeof whys)[keyof typeof whys]['call'], { reason: string }>(call, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    touches,
    inPlace: true,
    said: () => said({ code: of.code }),
    done: close,
  });
  return (
    <MoneyFormDrawer form={form} close={close} title={title()} text={text({ sum: formatKes(of.cents) })} danger>
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </MoneyFormDrawer>
  );
}
