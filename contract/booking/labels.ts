import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import type { BoardAction, BoardPlace } from './board.ts';
import { boardColumns, checkOutcomes, declineReasons, paidOutsideMethods, requestableItems, screeningChecks } from './kinds.ts';
import { bookingStages } from './machine.ts';

export const bookingStageLabels = labels('booking_stage', bookingStages);
export const boardColumnNames = labels('booking_stage', boardColumns, {
  await_payment: m.booking_column_payment,
  confirmed: m.booking_column_confirmed,
});
export const boardPlaceNames: LabelMap<BoardPlace> = { ...boardColumnNames, declined: m.booking_board_declined };
export const boardActionNames: LabelMap<BoardAction> = labels('booking', ['shortlist', 'unlist', 'ask', 'approve', 'confirm', 'decline'], {
  ask: m.booking_ask_more,
  confirm: m.booking_paid_outside,
});
export const screeningCheckNames = labels('booking_check', screeningChecks);
export const checkOutcomeLabels = labels('booking_outcome', checkOutcomes);
export const requestableItemNames = labels('booking_ask', requestableItems);
export const paidOutsideMethodNames = labels('booking_way', paidOutsideMethods);
export const bookingHistoryNames: LabelMap = {
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
export const declineReasonNames = labels('booking_reason', declineReasons);
