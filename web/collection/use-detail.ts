import { useDashboard } from '#web/layout/screen.ts';

/** The page of a payment: in the platform's finance pages, or in the user's transactions. */
export function usePaymentDetailLink(): (of: { readonly id: number; readonly code: string }) => string {
  const { link, layout } = useDashboard();
  return ({ id, code }) => link(layout === 'admin' || layout === 'superadmin' ? 'payment.financeOne' : 'payment.detail', { id, code });
}
