import { PaymentRows, usePayments } from './rows.tsx';

/** All that was paid for what one manages. */
export default function PaymentsTab() {
  return <PaymentRows list={usePayments()} screen="payment.detail" />;
}
