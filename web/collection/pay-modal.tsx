import { lazy, Suspense } from 'react';
import { PlainModal } from '#web/ui/dash/overlay/plain-modal.tsx';
import { m } from '#words/messages.js';
import type { PaymentContext, PaymentProcess, PaymentSubject } from './use-payment.ts';

/** The sheet is loaded when it opens, because most visitors of a page with this button only read. */
const Inside = lazy(() => import('./pay-modal-content.tsx'));

/** The pay sheet of the dashboards; on a phone it slides up. A manager sends the prompt to the `tenant`'s phone. */
export function PayModal({ what, paying, ...rest }: { what: PaymentSubject; paying: PaymentProcess } & PaymentContext) {
  return (
    <PlainModal
      opened={paying.opened}
      onClose={paying.close}
      title={rest.tenant ? m.payments_push_title() : m.payments_pay_title()}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
    >
      {paying.opened && (
        <Suspense fallback={null}>
          <Inside what={what} paying={paying} {...rest} />
        </Suspense>
      )}
    </PlainModal>
  );
}
