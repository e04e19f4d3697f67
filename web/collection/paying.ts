import { useSearchParams } from 'react-router';
import type { useStale } from '#web/client/use-call.ts';

/** The code of a payment under way, as the address keeps it. */
export const readCode = (text: string | null): string | null => (text && /^[\w-]{4,30}$/.test(text) ? text : null);

/** Whether the sheet is open, and which payment is under way in it: both stand in the address. */
export function usePaying() {
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
    code: readCode(text),
    open: () => put('now'),
    close: () => put(null),
    setCode: (code: string | null) => put(code ?? 'now'),
  };
}
export type Paying = ReturnType<typeof usePaying>;

/** What is paid: all that is open of a lease or an application, or one invoice. */
export type What = { readonly tenancy_id: number } | { readonly invoice_id: number } | { readonly booking_id: number };
/** `tenant`: whose phone a manager has ring. `next`: what falls due next, in cents, to be paid ahead. `touches`: what else is read again once it is paid. */
export type Of = { readonly tenant?: { readonly phone: string | null }; readonly touches?: Parameters<typeof useStale>[1]; readonly next?: number };
