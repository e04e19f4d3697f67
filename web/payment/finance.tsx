import { paymentCalls } from '#contract/payment/calls.ts';
import { send } from '#web/client/client.ts';
import { TakeCsv } from '#web/forms/take-file.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { PaymentRows, usePayments, wireOf } from './rows.tsx';

/** Every payment on the platform, for its books. */
export default function FinancePayments() {
  const list = usePayments();
  return (
    <>
      <PageHeader
        title={m.payments_finance()}
        sub={m.payments_finance_sub()}
        actions={<TakeCsv label={m.payments_export()} fetch={(part) => send(paymentCalls.csv, { z_filter: wireOf(list), part })} />}
      />
      <PaymentRows list={list} screen="payment.financeOne" />
    </>
  );
}
