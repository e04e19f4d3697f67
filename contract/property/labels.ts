import { verificationChecks } from '#contract/catalogue/verification.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import type { UtilityName } from './kinds.ts';
import { lateFeeKinds, type PaymentOrder, taxProfiles, type UtilitySupply, utilityCharges, utilitySupplies, verificationNeeds } from './kinds.ts';
import { propertyMachine } from './machine.ts';
import { unitNamingSchemes } from './unit-naming.ts';
import { patternProblems } from './unit-pattern.ts';

export const statusLabels = labels('property_status', propertyMachine.states, { pending_verification: m.property_status_pending });
export const missingPartNames = labels('property_lack', verificationNeeds);
export const feeNames = labels('property_late_fee', lateFeeKinds);
export const orderNames: LabelMap<PaymentOrder> = { oldest_first: m.property_order_oldest, rent_first: m.property_order_rent };
export const taxNames = labels('property_tax', taxProfiles);
export const utilityLabels: LabelMap<UtilityName> = labels('property', utilitySupplies);
export const supplyNames: LabelMap<UtilitySupply> = labels('property_supply', [
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
export const chargeNames = labels('property_charge', utilityCharges);
export const utilityRateNames = labels('property_rate', utilitySupplies, { garbage: m.property_rate_other, internet: m.property_rate_other });
export const patternProblemWords = labels('property_pattern', patternProblems);
/** Unit naming schemes, with examples. */
export const namingNames = labels('property_naming', unitNamingSchemes);
export const checkNames = labels('property_check', verificationChecks);
export const patternRefusals = labels('property_problem_pattern', patternProblems);
