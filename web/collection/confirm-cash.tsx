import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { useForm } from '#web/forms/use-form.ts';
import { m } from '#words/messages.js';
import { MoneyFormDrawer } from './money-drawer.tsx';

type Props = {
  readonly of: { readonly id: number; readonly code: string; readonly phone_tail: string | null; readonly awaits_second: boolean };
  readonly close: () => void;
};

/** Cash counts once the payer confirms it with the code. Without a phone: with a picture and a reason. */
export function ConfirmCashPaymentForm({ of, close }: Props) {
  const [chosen, setWithout] = useState(false);
  const without = chosen || of.awaits_second;
  const form = useForm(paymentActionCalls.confirmCash, {
    blank: { code: '', reason: '' },
    given: ({ code, reason }) => ({ id: of.id, ...(without ? { reason: reason.trim() } : { code: code.trim() }) }),
    touches: [invoiceCalls],
    inPlace: true,
    said: () => m.payments_said_confirmed({ code: of.code }),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={m.payments_cash_title()}
      verb={m.payments_cash_confirm()}
      text={
        of.awaits_second ? m.payments_note_cash_second() : of.phone_tail ? m.payments_cash_text({ tail: of.phone_tail }) : m.payments_cash_plain()
      }
    >
      {without ? (
        <TextInput
          {...form.text('reason')}
          label={m.payments_cash_why()}
          description={of.awaits_second ? m.payments_cash_why_help() : `${m.payments_cash_why_help()} ${m.payments_cash_second()}`}
          maxLength={500}
        />
      ) : (
        <TextInput {...form.text('code')} label={m.payments_cash_code()} inputMode="numeric" autoComplete="one-time-code" maxLength={12} />
      )}
      {!of.awaits_second && (
        <div>
          <Button variant="subtle" onClick={() => setWithout(!without)}>
            {without ? m.payments_cash_with() : m.payments_cash_without()}
          </Button>
        </div>
      )}
    </MoneyFormDrawer>
  );
}
