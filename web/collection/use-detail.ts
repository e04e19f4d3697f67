import { useDash } from '#web/layout/screen.ts';

/** Where one payment is read: among the platform's books, or among one's own transactions. */
export function useDetail(): (of: { readonly id: number; readonly code: string }) => string {
  const { link, layout } = useDash();
  return ({ id, code }) => link(layout === 'admin' || layout === 'superadmin' ? 'payment.financeOne' : 'payment.detail', { id, code });
}
