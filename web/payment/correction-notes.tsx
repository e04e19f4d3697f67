import { platformRoles } from '#contract/kernel/roles.ts';
import type { PaymentDetails } from '#contract/payment/shapes.ts';
import classes from '#web/collection/collection.module.css';
import { useDashboard } from '#web/layout/screen.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

/** Links a corrected payment and the payment that corrects it. A reader who may not see the other payment reads only that there was a correction. */
export function CorrectionNotes({
  of: { corrects, corrected_by, correction },
}: {
  of: Pick<PaymentDetails, 'corrects' | 'corrected_by' | 'correction'>;
}) {
  const { layout, link } = useDashboard();
  const opened = ({ id, code }: { readonly id: number; readonly code: string }) => {
    const platform = (platformRoles as readonly string[]).includes(layout);
    const href =
      layout === 'tenancy'
        ? link('payment.ownOne', { id, invoice_code: code })
        : link(platform ? 'payment.financeOne' : 'payment.detail', { id, code });
    return <AppLink href={href}>{m.payments_correct_open({ code })}</AppLink>;
  };
  return (
    <>
      {correction && (
        <Note tone="guard" className={classes.note ?? ''}>
          {m.payments_note_corrected()} {corrected_by && opened(corrected_by)}
        </Note>
      )}
      {corrects && (
        <Note tone="info" className={classes.note ?? ''}>
          {m.payments_note_corrects()} {opened(corrects)}
        </Note>
      )}
    </>
  );
}
