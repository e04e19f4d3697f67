import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import type { LeadSummary } from '#contract/lead/calls.ts';
import { leadStatusLabels } from '#contract/lead/labels.ts';
import type { leadMachine } from '#contract/lead/machine.ts';
import { phone } from '#web/ui/format.ts';
import { addTones } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type LeadStatus = StateOf<typeof leadMachine>;
export type LeadMove = MoveOf<typeof leadMachine>;

export const leadStatusNames = addTones(leadStatusLabels, {
  new: 'wait',
  contacted: 'info',
  touring: 'info',
  applied: 'special',
  won: 'good',
  lost: 'done',
});

export const getLeadStatusName = (status: string): string => (status in leadStatusNames ? leadStatusNames[status as LeadStatus].label() : status);
/** The phone number, or a text that says it is hidden. */
export const formatLeadPhone = (lead: Pick<LeadSummary, 'phone'>): string => (lead.phone === null ? m.lead_hidden() : phone(lead.phone));
