import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import type { LeadHead } from './calls.ts';
import { leadMachine } from './machine.ts';

export const statusLabels = labels('lead_status', leadMachine.states);
export const moveNames = labels('lead_move', leadMachine.moves);
export const sourceNames: LabelMap<LeadHead['source']> = labels('lead_source', ['portal', 'agent_page', 'manual']);
export const stageLabels = labels('dashboard_stage', leadMachine.states);
