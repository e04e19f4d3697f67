import { verificationChecks } from '#contract/catalogue/verification.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import type { UtilityName } from './kinds.ts';
import {
  type PaymentAllocationOrder,
  propertyLateFeeKinds,
  propertyVerificationRequirements,
  taxProfiles,
  type UtilitySupply,
  utilityChargeKinds,
  utilitySupplies,
} from './kinds.ts';
import { propertyMachine } from './machine.ts';
import { unitNamingSchemes } from './unit-naming.ts';
import { unitPatternProblems } from './unit-pattern.ts';

export const propertyStatusLabels = labels('property_status', propertyMachine.states, { pending_verification: m.property_status_pending });
export const propertyVerificationRequirementLabels = labels('property_lack', propertyVerificationRequirements);
export const propertyLateFeeKindLabels = labels('property_late_fee', propertyLateFeeKinds);
export const paymentAllocationOrderLabels: LabelMap<PaymentAllocationOrder> = {
  oldest_first: m.property_order_oldest,
  rent_first: m.property_order_rent,
};
export const taxProfileLabels = labels('property_tax', taxProfiles);
export const utilityLabels: LabelMap<UtilityName> = labels('property', utilitySupplies);
export const utilitySupplyLabels: LabelMap<UtilitySupply> = labels('property_supply', [
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
export const utilityChargeKindLabels = labels('property_charge', utilityChargeKinds);
export const utilityRateLabels = labels('property_rate', utilitySupplies, { garbage: m.property_rate_other, internet: m.property_rate_other });
export const unitPatternProblemTexts = labels('property_pattern', unitPatternProblems);
/** Unit naming schemes, with examples. */
export const unitNamingSchemeLabels = labels('property_naming', unitNamingSchemes);
export const verificationCheckLabels = labels('property_check', verificationChecks);
export const unitPatternErrorTexts = labels('property_problem_pattern', unitPatternProblems);
