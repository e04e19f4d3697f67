import type { BoardAct, BoardPlace } from '#contract/booking/board.ts';
import type { Askable, BoardColumn, Check, DeclineReason, Outcome, PaidWay } from '#contract/booking/kinds.ts';
import type { BookingStage } from '#contract/booking/machine.ts';
import { reasonNames } from '#contract/booking/words.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

type Names<K extends string> = Readonly<Record<K, () => string>>;

export const stageNames: Readonly<Record<BookingStage, { label: () => string; tone: Tone }>> = {
  screening: { label: m.booking_stage_screening, tone: 'wait' },
  shortlisted: { label: m.booking_stage_shortlisted, tone: 'special' },
  info_requested: { label: m.booking_stage_info_requested, tone: 'info' },
  backup: { label: m.booking_stage_backup, tone: 'neutral' },
  waitlist: { label: m.booking_stage_waitlist, tone: 'neutral' },
  frozen: { label: m.booking_stage_frozen, tone: 'bad' },
};
export const columnNames: Names<BoardColumn> = {
  screening: m.booking_stage_screening,
  shortlisted: m.booking_stage_shortlisted,
  info_requested: m.booking_stage_info_requested,
  backup: m.booking_stage_backup,
  waitlist: m.booking_stage_waitlist,
  frozen: m.booking_stage_frozen,
  await_payment: m.booking_column_payment,
  confirmed: m.booking_column_confirmed,
};
export const placeNames: Names<BoardPlace> = { ...columnNames, declined: m.booking_board_declined };
export const actNames: Names<BoardAct> = {
  shortlist: m.booking_shortlist,
  unlist: m.booking_unlist,
  ask: m.booking_ask_more,
  approve: m.booking_approve,
  confirm: m.booking_paid_outside,
  decline: m.booking_decline,
};
export const checkNames: Names<Check> = {
  identity: m.booking_check_identity,
  income: m.booking_check_income,
  landlord: m.booking_check_landlord,
  employer: m.booking_check_employer,
  guarantor: m.booking_check_guarantor,
  platform: m.booking_check_platform,
};
export const outcomeNames: Readonly<Record<Outcome, { label: () => string; tone: Tone }>> = {
  open: { label: m.booking_outcome_open, tone: 'neutral' },
  pass: { label: m.booking_outcome_pass, tone: 'good' },
  fail: { label: m.booking_outcome_fail, tone: 'bad' },
  waived: { label: m.booking_outcome_waived, tone: 'warn' },
};
export const reasonText = (reason: string): string => reasonNames[reason as DeclineReason]?.() ?? '';
export const askNames: Names<Askable> = {
  application: m.booking_ask_application,
  identity: m.booking_ask_identity,
  income: m.booking_ask_income,
  landlord: m.booking_ask_landlord,
  employer: m.booking_ask_employer,
  guarantor: m.booking_ask_guarantor,
  other: m.booking_ask_other,
};
export const wayNames: Names<PaidWay> = {
  mpesa: m.booking_way_mpesa,
  bank: m.booking_way_bank,
  cash: m.booking_way_cash,
  cheque: m.booking_way_cheque,
  card: m.booking_way_card,
};
export const historyNames: Readonly<Record<string, () => string>> = {
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
