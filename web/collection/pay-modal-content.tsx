import { collectionCalls } from '#contract/collection/calls.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { send } from '#web/client/client.ts';
import { useCall, useInvalidateCalls } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import { subtractTenantCredit } from './due.ts';
import { buildOverpaymentNotice } from './overpayment.ts';
import { PaySheet } from './pay-sheet.tsx';
import { isPaymentFinal } from './pay-view.ts';
import type { PaymentContext, PaymentProcess, PaymentSubject } from './use-payment.ts';

/** The amount to pay, and the pay sheet. */
export default function PayModalContent({
  what,
  paying,
  tenant,
  touches = [],
  next,
}: { what: PaymentSubject; paying: PaymentProcess } & PaymentContext) {
  const toPay = useCall(collectionCalls.paymentOptions, what, { quiet: true });
  const reread = useInvalidateCalls(collectionCalls.pay, [invoiceCalls, ...touches]);
  if (!toPay.data) return <LoadingState answer={toPay} rows={4} />;
  const { invoices, others } = toPay.data;
  return (
    <PaySheet
      toPay={tenant ? { ...toPay.data, phone: tenant.phone } : toPay.data}
      call={collectionCalls.pay}
      given={(asked) => asked}
      look={(code) => send(collectionCalls.progress, { code })}
      beyond={(over, left) => buildOverpaymentNotice(over, [...invoices.filter(({ id }) => left.has(id)), ...others])}
      paying={paying.code}
      setPaying={paying.setCode}
      changed={(to) => isPaymentFinal(to) && void reread()}
      {...(next === undefined ? {} : { next: subtractTenantCredit(next, toPay.data.credit_cents) })}
      done={
        <Button size="md" onClick={paying.close}>
          {m.shell_close()}
        </Button>
      }
    />
  );
}
