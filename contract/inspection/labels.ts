import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { chargeParties, inspectionKinds, itemConditions, itemKinds, meterKinds, signerRoles } from './kinds.ts';
import type { DisputeState } from './repair-shares.ts';

export const itemKindNames = labels('inspection_item', itemKinds);
export const kindNames = labels('inspection_kind', inspectionKinds);
export const conditionNames = labels('inspection_condition', itemConditions);
export const meterNames = labels('inspection_meter', meterKinds);
export const signerNames = labels('inspection_signer', signerRoles);
export const chargeNames = labels('inspection_charge', chargeParties);
export const disputeStateNames: LabelMap<DisputeState> = labels('inspection_answer', ['agreed', 'disputed', 'waits']);
