import { labels } from '#contract/kernel/labels.ts';
import { accumulationPeriods, commissionBases, commissionBeneficiaries, commissionRuleKinds } from './kinds.ts';
import { commissionMachine } from './machine.ts';

export const commissionBeneficiaryNames = labels('commission_beneficiary', commissionBeneficiaries);
export const commissionBasisNames = labels('commission_basis', commissionBases);
export const commissionRuleKindNames = labels('commission_kind', commissionRuleKinds);
export const accumulationPeriodNames = labels('commission_per', accumulationPeriods);
export const commissionStatusWords = labels('commission_status', commissionMachine.states);
