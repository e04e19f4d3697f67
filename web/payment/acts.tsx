import { Button } from '@mantine/core';
import { useState } from 'react';
import { type PaymentCorrection, paymentCorrections } from '#contract/collection/kinds.ts';
import type { PaymentDetails } from '#contract/payment/shapes.ts';
import { ConfirmCashPaymentForm } from '#web/collection/confirm-cash.tsx';
import { CorrectPaymentDialog } from '#web/matching/correct-payment.tsx';
import {
  AskPayerDialog,
  getAskPayerItem,
  PaymentCorrectionDialog,
  RequestRefundDialog,
  ReversePaymentDialog,
} from '#web/matching/unallocated-actions.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';

const corrections = { amount: m.payments_correct_amount, tenant: m.payments_correct_tenant, date: m.payments_correct_date } as const;
type Asked = 'confirm' | 'cancel' | 'ask' | 'refund' | 'unmatch' | 'reverse' | PaymentCorrection;

type Props = { readonly of: PaymentDetails /** The list in which this payment is assigned. */; readonly desk: string };
/** Shows the next step as a button and corrections in a menu; destructive actions are red and last. */
export function PaymentActions({ of, desk }: Props) {
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  const { may } = of;
  return (
    <>
      {may.confirm && <Button onClick={() => ask('confirm')}>{m.payments_cash_confirm()}</Button>}
      {may.assign && !may.confirm && (
        <Button component={AppLink} href={`${desk}?tab=suspense${of.match === 'suggested' ? '&match=suggested' : ''}&payment=${of.id}`}>
          {m.payments_find_owner()}
        </Button>
      )}
      <MoreMenu
        label={m.shell_more()}
        items={[
          getAskPayerItem(of, () => ask('ask')),
          (may.refund || may.unmatch) && {
            label: m.payments_refund(),
            onClick: () => ask('refund'),
            // An allocated payment has paid an invoice, which must be open again first.
            ...(may.refund ? {} : { kept: m.payments_refund_unallocate() }),
          },
          ...paymentCorrections.map((what) => may.correct && { label: corrections[what](), onClick: () => ask(what) }),
          may.confirm && { label: m.payments_cash_cancel(), danger: true, onClick: () => ask('cancel') },
          (may.unmatch || of.kept) && {
            label: m.payments_unmatch(),
            danger: true,
            onClick: () => ask('unmatch'),
            ...(of.kept ? { kept: m.payments_unmatch_kept() } : {}),
          },
          may.reverse && { label: may.reverse_asks ? m.payments_reverse_ask() : m.payments_reverse(), danger: true, onClick: () => ask('reverse') },
        ]}
      />
      {asked === 'confirm' && <ConfirmCashPaymentForm of={of} close={close} />}
      {asked === 'ask' && <AskPayerDialog of={of} close={close} />}
      {asked === 'refund' && <RequestRefundDialog of={of} close={close} />}
      {asked === 'reverse' && <ReversePaymentDialog of={of} close={close} />}
      {(asked === 'amount' || asked === 'tenant' || asked === 'date') && <CorrectPaymentDialog of={of} what={asked} close={close} />}
      {(asked === 'unmatch' || asked === 'cancel') && <PaymentCorrectionDialog of={of} close={close} what={asked} />}
    </>
  );
}
