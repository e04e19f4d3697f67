import type { PartyStatus, TrailName } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { AgreementFull, AgreementHead } from '#contract/agreement/shapes.ts';
import { m } from '#words/messages.js';

export type Status = AgreementHead['status'];
export type Move = AgreementFull['moves'][number];
/** The number the table of states knows a state by. */
export const numberOf = (status: Status): number => agreementMachine.states[status] as number;

export const moveNames: Readonly<Record<Move, () => string>> = {
  edit: m.agreements_act_edit,
  send: m.agreements_act_send,
  void: m.agreements_act_void,
  new_version: m.agreements_act_new_version,
  resend: m.agreements_act_resend,
  change_number: m.agreements_act_change_number,
  bring_paper: m.agreements_act_bring_paper,
  confirm_paper: m.agreements_act_confirm_paper,
  seal_again: m.agreements_act_seal_again,
  sign: m.agreements_act_sign,
};
export const partyNames: Readonly<Record<PartyStatus, { label: () => string; tone: 'neutral' | 'wait' | 'info' | 'good' | 'bad' | 'warn' }>> = {
  waiting: { label: m.agreements_party_waiting, tone: 'neutral' },
  sent: { label: m.agreements_party_sent, tone: 'wait' },
  viewed: { label: m.agreements_party_viewed, tone: 'info' },
  signed: { label: m.agreements_party_signed, tone: 'good' },
  rejected: { label: m.agreements_party_rejected, tone: 'bad' },
  expired: { label: m.agreements_party_expired, tone: 'warn' },
  void: { label: m.agreements_party_void, tone: 'neutral' },
};
export const trailNames: Readonly<Record<TrailName, () => string>> = {
  drafted: m.agreement_trail_drafted,
  sent: m.agreement_trail_sent,
  invited: m.agreement_trail_invited,
  opened: m.agreement_trail_opened,
  signed: m.agreement_trail_signed,
  rejected: m.agreement_trail_rejected,
  reminded: m.agreement_trail_reminded,
  resent: m.agreement_trail_resent,
  number_changed: m.agreement_trail_number_changed,
  expired: m.agreement_trail_expired,
  voided: m.agreement_trail_voided,
  paper_brought: m.agreement_trail_paper_brought,
  paper_confirmed: m.agreement_trail_paper_confirmed,
  seal_failed: m.agreement_trail_seal_failed,
  sealed: m.agreement_trail_sealed,
};
/** What happened, whose words are a person's; the hash of a paper is not. */
export const trailSays: ReadonlySet<TrailName> = new Set(['rejected', 'voided', 'number_changed']);
export const cautionNames: Readonly<Record<AgreementFull['cautions'][number], () => string>> = {
  no_advocate: m.agreement_caution_no_advocate,
  long_lease: m.agreements_caution_long_lease,
  controlled: m.agreements_caution_controlled,
};
