import { useSearchParams } from 'react-router';
import type { useInvalidateCalls } from '#web/client/use-call.ts';

/** The code of a payment under way, from the address. */
export const readPaymentCode = (text: string | null): string | null => (text && /^[\w-]{4,30}$/.test(text) ? text : null);

/** Whether the sheet is open and which payment is under way; both are kept in the address. */
export function usePaymentProcess() {
  const [params, setParams] = useSearchParams();
  const put = (value: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (value === null) next.delete('pay');
        else next.set('pay', value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const text = params.get('pay');
  return {
    opened: text !== null,
    code: readPaymentCode(text),
    open: () => put('now'),
    close: () => put(null),
    setCode: (code: string | null) => put(code ?? 'now'),
  };
}
export type PaymentProcess = ReturnType<typeof usePaymentProcess>;

/** What is paid: everything open of a lease or an application, or one invoice. */
export type PaymentSubject = { readonly tenancy_id: number } | { readonly invoice_id: number } | { readonly booking_id: number };
/**
 * `tenant`: receives a prompt that a manager sends. `next`: the next due amount in cents, for paying ahead. `touches`: queries to reload after
 * payment.
 */
export type PaymentContext = {
  readonly tenant?: { readonly phone: string | null };
  readonly touches?: Parameters<typeof useInvalidateCalls>[1];
  readonly next?: number;
};
