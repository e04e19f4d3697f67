import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import type { BoardAction, BoardMoveTarget } from './board.ts';
import { boardColumns, declineReasons, externalPaymentMethods, requestableItems, screeningCheckOutcomes, screeningChecks } from './kinds.ts';
import { bookingStages } from './machine.ts';

export const bookingStageLabels = labels('booking_stage', bookingStages);
export const boardColumnLabels = labels('booking_stage', boardColumns, {
  await_payment: m.booking_column_payment,
  confirmed: m.booking_column_confirmed,
});
export const boardMoveTargetLabels: LabelMap<BoardMoveTarget> = { ...boardColumnLabels, declined: m.booking_board_declined };
export const boardActionLabels: LabelMap<BoardAction> = labels('booking', ['shortlist', 'unlist', 'ask', 'approve', 'confirm', 'decline'], {
  ask: m.booking_ask_more,
  confirm: m.booking_paid_outside,
});
export const screeningCheckLabels = labels('booking_check', screeningChecks);
export const screeningCheckOutcomeLabels = labels('booking_outcome', screeningCheckOutcomes);
export const requestableItemLabels = labels('booking_ask', requestableItems);
export const externalPaymentMethodLabels = labels('booking_way', externalPaymentMethods);
export const bookingHistoryLabels: LabelMap = {
  approve: m.booking_did_approve,
  decline: m.booking_did_decline,
  let_to_another: m.booking_did_let,
  expire: m.booking_did_expire,
  confirm: m.booking_did_confirm,
  close: m.booking_did_close,
  cancel: m.booking_did_cancel,
  erase: m.booking_did_erase,
  stage_screening: m.booking_did_screening,
  stage_shortlisted: m.booking_did_shortlist,
  stage_info_requested: m.booking_did_ask,
  stage_answered: m.booking_did_answer,
  stage_backup: m.booking_did_backup,
  stage_waitlist: m.booking_did_waitlist,
  stage_frozen: m.booking_did_freeze,
};
/** Reasons to decline an applicant, as messages and screens show them. */
export const declineReasonLabels = labels('booking_reason', declineReasons);
