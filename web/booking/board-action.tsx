import { useEffect, useRef } from 'react';
import type { BoardAction } from '#contract/booking/board.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import { ApproveBookingDialog, DeclineBookingDialog, RequestInformationDialog } from './decision-dialogs.tsx';
import { ConfirmBookingPaymentDialog } from './payment.tsx';

const dialogs = {
  approve: ApproveBookingDialog,
  decline: DeclineBookingDialog,
  ask: RequestInformationDialog,
  confirm: ConfirmBookingPaymentDialog,
} as const;
type Props = { id: number; act: BoardAction; close: () => void };

/** The act for a moved card: the shortlist applies at once, every other act opens the dialog of the booking's own page. */
export function BoardActionDialog({ id, act, close }: Props) {
  return act === 'shortlist' || act === 'unlist' ? (
    <Shortlist id={id} on={act === 'shortlist'} close={close} />
  ) : (
    <Asked id={id} act={act} close={close} />
  );
}

function Shortlist({ id, on, close }: { id: number; on: boolean; close: () => void }) {
  const { mutate } = useAction(bookingCalls.setShortlisted, {
    said: ({ stage }) => (stage === 'shortlisted' ? m.booking_said_shortlisted() : m.booking_said_unlisted()),
    done: close,
  });
  const sent = useRef(false);
  useEffect(() => {
    if (!sent.current) mutate({ id, on });
    sent.current = true;
  }, [mutate, id, on]);
  return null;
}

function Asked({ id, act, close }: { id: number; act: keyof typeof dialogs; close: () => void }) {
  const { word } = useApp();
  const found = useCall(bookingCalls.details, { id }, { quiet: true });
  const Dialog = dialogs[act];
  const { error } = found;
  useEffect(() => {
    if (error) showToast({ kind: 'error', ...toErrorMessage(error, word) });
  }, [error, word]);
  return found.data ? <Dialog booking={found.data} close={close} /> : null;
}
