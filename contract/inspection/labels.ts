import { type Labels, labels } from '#contract/kernel/labels.ts';
import { chargeTo, conditions, inspectionKinds, itemKinds, meterKinds, signerRoles } from './kinds.ts';
import type { Stand } from './pays.ts';

export const itemKindNames = labels('inspection_item', itemKinds);
export const kindNames = labels('inspection_kind', inspectionKinds);
export const conditionNames = labels('inspection_condition', conditions);
export const meterNames = labels('inspection_meter', meterKinds);
export const signerNames = labels('inspection_signer', signerRoles);
export const chargeNames = labels('inspection_charge', chargeTo);
export const standNames: Labels<Stand> = labels('inspection_answer', ['agreed', 'disputed', 'waits']);
