import { labels } from '#contract/kernel/labels.ts';
import { accumulationPeriods, commissionBases, commissionBeneficiaries, commissionRuleKinds } from './kinds.ts';
import { commissionMachine } from './machine.ts';

export const commissionBeneficiaryLabels = labels('commission_beneficiary', commissionBeneficiaries);
export const commissionBasisLabels = labels('commission_basis', commissionBases);
export const commissionRuleKindLabels = labels('commission_kind', commissionRuleKinds);
export const accumulationPeriodLabels = labels('commission_per', accumulationPeriods);
export const commissionStatusLabels = labels('commission_status', commissionMachine.states);
