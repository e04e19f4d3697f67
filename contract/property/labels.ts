import { verificationChecks } from '#contract/catalogue/verification.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import type { UtilityName } from './kinds.ts';
import {
  lateFeeKinds,
  type PaymentAllocationOrder,
  propertyVerificationNeeds,
  taxProfiles,
  type UtilitySupply,
  utilityCharges,
  utilitySupplies,
} from './kinds.ts';
import { propertyMachine } from './machine.ts';
import { unitNamingSchemes } from './unit-naming.ts';
import { unitPatternProblems } from './unit-pattern.ts';

export const propertyStatusLabels = labels('property_status', propertyMachine.states, { pending_verification: m.property_status_pending });
export const missingPropertyPartNames = labels('property_lack', propertyVerificationNeeds);
export const propertyLateFeeNames = labels('property_late_fee', lateFeeKinds);
export const allocationOrderNames: LabelMap<PaymentAllocationOrder> = { oldest_first: m.property_order_oldest, rent_first: m.property_order_rent };
export const taxProfileNames = labels('property_tax', taxProfiles);
export const utilityLabels: LabelMap<UtilityName> = labels('property', utilitySupplies);
export const utilitySupplyNames: LabelMap<UtilitySupply> = labels('property_supply', [
  'county',
  'borehole',
  'tank',
  'bowser',
  'prepaid',
  'postpaid',
  'submeter',
  'solar',
  'generator',
  'private',
  'fibre',
  'wireless',
]);
export const utilityChargeNames = labels('property_charge', utilityCharges);
export const utilityRateNames = labels('property_rate', utilitySupplies, { garbage: m.property_rate_other, internet: m.property_rate_other });
export const unitPatternProblemTexts = labels('property_pattern', unitPatternProblems);
/** Unit naming schemes, with examples. */
export const unitNamingNames = labels('property_naming', unitNamingSchemes);
export const verificationCheckNames = labels('property_check', verificationChecks);
export const unitPatternRefusals = labels('property_problem_pattern', unitPatternProblems);
