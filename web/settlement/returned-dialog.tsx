import { settlementCalls } from '#contract/settlement/calls.ts';
import { m } from '#words/messages.js';
import { PayoutConfirmDialog } from './confirm-dialog.tsx';

/** The dialog to record a paid transfer as returned: on its own page, and in its error if the bank reports it. */
export const ReturnedPayoutDialog = ({
  of,
  said,
  close,
}: {
  of: { readonly id: number; readonly code: string };
  said?: string | undefined;
  close: () => void;
}) => (
  <PayoutConfirmDialog
    call={settlementCalls.markReturned}
    danger
    title={m.settlement_came_back_title({ code: of.code })}
    text={said ? m.settlement_came_back_second({ who: said }) : m.settlement_came_back_text()}
    verb={m.settlement_came_back()}
    reason={m.settlement_seen_where()}
    given={(reason) => ({ id: of.id, reason })}
    close={close}
  />
);
