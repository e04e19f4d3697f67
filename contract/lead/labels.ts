import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import type { LeadSummary } from './calls.ts';
import { leadMachine } from './machine.ts';

export const leadStatusLabels = labels('lead_status', leadMachine.states);
export const leadMoveLabels = labels('lead_move', leadMachine.moves);
export const leadSourceLabels: LabelMap<LeadSummary['source']> = labels('lead_source', ['portal', 'agent_page', 'manual']);
export const leadStageLabels = labels('dashboard_stage', leadMachine.states);
