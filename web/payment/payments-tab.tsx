import { PaymentRows, usePaymentListState } from './rows.tsx';

/** All tenant payments of the managed homes. */
export default function PaymentsTab() {
  return <PaymentRows list={usePaymentListState()} screen="payment.detail" paidTo="company" />;
}

/** Payments of the user's company to the platform. */
export const PaidToPlatformTab = () => <PaymentRows list={usePaymentListState()} screen="payment.detail" paidTo="platform" />;
