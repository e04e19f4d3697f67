import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { inspectionItemKinds, inspectionKinds, inspectionMeterKinds, inspectionSignerRoles, itemConditions, repairChargeParties } from './kinds.ts';
import type { DisputeState } from './repair-shares.ts';

export const inspectionItemKindNames = labels('inspection_item', inspectionItemKinds);
export const inspectionKindNames = labels('inspection_kind', inspectionKinds);
export const itemConditionNames = labels('inspection_condition', itemConditions);
export const inspectionMeterNames = labels('inspection_meter', inspectionMeterKinds);
export const signerRoleNames = labels('inspection_signer', inspectionSignerRoles);
export const repairChargePartyNames = labels('inspection_charge', repairChargeParties);
export const disputeStateNames: LabelMap<DisputeState> = labels('inspection_answer', ['agreed', 'disputed', 'waits']);
