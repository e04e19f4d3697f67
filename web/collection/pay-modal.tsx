import { lazy, Suspense } from 'react';
import { PlainModal } from '#web/ui/dash/overlay/plain-modal.tsx';
import { m } from '#words/messages.js';
import type { Of, Paying, What } from './paying.ts';

/** The sheet comes when somebody pays: most who open a page with this button only look. */
const Inside = lazy(() => import('./pay-inside.tsx'));

/** The pay sheet of the dashboards; on a phone it comes from below. A manager has it ring at the `tenant`'s. */
export function PayModal({ what, paying, ...rest }: { what: What; paying: Paying } & Of) {
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
