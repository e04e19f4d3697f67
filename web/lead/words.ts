import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import type { LeadHead } from '#contract/lead/calls.ts';
import type { leadMachine } from '#contract/lead/machine.ts';
import { phone } from '#web/ui/format.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type Status = StateOf<typeof leadMachine>;
export type Move = MoveOf<typeof leadMachine>;

export const statusNames: Readonly<Record<Status, { label: () => string; tone: Tone }>> = {
  new: { label: m.lead_status_new, tone: 'wait' },
  contacted: { label: m.lead_status_contacted, tone: 'info' },
  touring: { label: m.lead_status_touring, tone: 'info' },
  applied: { label: m.lead_status_applied, tone: 'special' },
  won: { label: m.lead_status_won, tone: 'good' },
  lost: { label: m.lead_status_lost, tone: 'done' },
};
export const moveNames: Readonly<Record<Move, () => string>> = {
  contact: m.lead_move_contact,
  tour: m.lead_move_tour,
  apply: m.lead_move_apply,
  win: m.lead_move_win,
  lose: m.lead_move_lose,
  reopen: m.lead_move_reopen,
};
export const sourceNames: Readonly<Record<LeadHead['source'], () => string>> = {
  portal: m.lead_source_portal,
  agent_page: m.lead_source_agent_page,
  manual: m.lead_source_manual,
};
export const statusName = (status: string): string => (status in statusNames ? statusNames[status as Status].label() : status);
/** The number, or that it is hidden. */
export const shown = (lead: Pick<LeadHead, 'phone'>): string => (lead.phone === null ? m.lead_hidden() : phone(lead.phone));
