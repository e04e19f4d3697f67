import { m } from '#words/messages.js';
import type { ChargeTo, Condition, InspectionKind, MeterKind, SignerRole } from './kinds.ts';
import type { Stand } from './pays.ts';

/** What the words of an inspection are called, in letters, reports and on screens. */
export const kindNames: Readonly<Record<InspectionKind, () => string>> = {
  verification: m.inspection_kind_verification,
  move_in: m.inspection_kind_move_in,
  move_out: m.inspection_kind_move_out,
  routine: m.inspection_kind_routine,
  complaint: m.inspection_kind_complaint,
  pre_listing: m.inspection_kind_pre_listing,
};
export const conditionNames: Readonly<Record<Condition, () => string>> = {
  excellent: m.inspection_condition_excellent,
  good: m.inspection_condition_good,
  fair: m.inspection_condition_fair,
  poor: m.inspection_condition_poor,
  missing: m.inspection_condition_missing,
};
export const meterNames: Readonly<Record<MeterKind, () => string>> = {
  water: m.inspection_meter_water,
  power: m.inspection_meter_power,
  gas: m.inspection_meter_gas,
};
export const signerNames: Readonly<Record<SignerRole, () => string>> = {
  inspector: m.inspection_signer_inspector,
  tenant: m.inspection_signer_tenant,
  manager: m.inspection_signer_manager,
};
export const chargeNames: Readonly<Record<ChargeTo, () => string>> = {
  none: m.inspection_charge_none,
  owner: m.inspection_charge_owner,
  tenant: m.inspection_charge_tenant,
};
export const standNames: Readonly<Record<Stand, () => string>> = {
  agreed: m.inspection_answer_agreed,
  disputed: m.inspection_answer_disputed,
  waits: m.inspection_answer_waits,
};
