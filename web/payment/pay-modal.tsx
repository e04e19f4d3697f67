import { useSearchParams } from 'react-router';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { send } from '#web/client/client.ts';
import { useCall, useStale } from '#web/client/use-call.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { PlainModal } from '#web/ui/dash/plain-modal.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import { PaySheet } from './pay-sheet.tsx';
import { isOver, type PayKey, readKey, writtenKey } from './pay-view.ts';

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
    key: readKey(text),
    open: () => put('now'),
    close: () => put(null),
    setKey: (key: PayKey | null) => put(key ? writtenKey(key) : 'now'),
  };
}
export type Paying = ReturnType<typeof usePaying>;

type What = { readonly tenancy_id: number } | { readonly invoice_id: number } | { readonly booking_id: number };

/** `tenant`: whose phone a manager has ring. `next`: what falls due next, in cents, to be paid ahead. `touches`: what else is read again once it is paid. */
type Of = { readonly tenant?: { readonly phone: string | null }; readonly touches?: Parameters<typeof useStale>[1]; readonly next?: number };

/** The pay sheet of the dashboards; on a phone it comes from below. A manager has it ring at the `tenant`'s. */
export function PayModal({ what, paying, ...rest }: { what: What; paying: Paying } & Of) {
  return (
    <PlainModal
      opened={paying.opened}
      onClose={paying.close}
      title={rest.tenant ? m.payments_push_title() : m.payments_pay_title()}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
    >
      {paying.opened && <Inside what={what} paying={paying} {...rest} />}
    </PlainModal>
  );
}

function Inside({ what, paying, tenant, touches = [], next }: { what: What; paying: Paying } & Of) {
  const toPay = useCall(paymentCalls.toPay, what, { quiet: true });
  const reread = useStale(paymentCalls.pay, [invoiceCalls, ...touches]);
  if (!toPay.data) return <Waiting answer={toPay} rows={4} />;
  return (
    <PaySheet
      toPay={tenant ? { ...toPay.data, phone: tenant.phone } : toPay.data}
      call={paymentCalls.pay}
      given={(asked) => asked}
      look={(key) => send(paymentCalls.progress, key)}
      paying={paying.key}
      setPaying={paying.setKey}
      changed={(to) => isOver(to) && void reread()}
      {...(next === undefined ? {} : { next: Math.max(0, next - toPay.data.credit_cents) })}
      done={
        <Button size="md" onClick={paying.close}>
          {m.shell_close()}
        </Button>
      }
    />
  );
}
