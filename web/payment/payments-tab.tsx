import { PaymentRows, usePayments } from './rows.tsx';

/** All that tenants paid for what one manages. */
export default function PaymentsTab() {
  return <PaymentRows list={usePayments()} screen="payment.detail" paidTo="company" />;
}

/** What one's own company paid the platform. */
export const PaidTab = () => <PaymentRows list={usePayments()} screen="payment.detail" paidTo="platform" />;
