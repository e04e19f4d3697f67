import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { inspectionItemKinds, inspectionKinds, inspectionMeterKinds, inspectionSignerRoles, itemConditions, repairChargeParties } from './kinds.ts';
import type { DisputeState } from './repair-shares.ts';

export const inspectionItemKindLabels = labels('inspection_item', inspectionItemKinds);
export const inspectionKindLabels = labels('inspection_kind', inspectionKinds);
export const itemConditionLabels = labels('inspection_condition', itemConditions);
export const inspectionMeterLabels = labels('inspection_meter', inspectionMeterKinds);
export const inspectionSignerRoleLabels = labels('inspection_signer', inspectionSignerRoles);
export const repairChargePartyLabels = labels('inspection_charge', repairChargeParties);
export const disputeStateLabels: LabelMap<DisputeState> = labels('inspection_answer', ['agreed', 'disputed', 'waits']);
