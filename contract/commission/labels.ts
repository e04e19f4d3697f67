import { labels } from '#contract/kernel/labels.ts';
import { accumulationPeriods, commissionBases, commissionBeneficiaries, ruleKinds } from './kinds.ts';
import { commissionMachine } from './machine.ts';

export const beneficiaryNames = labels('commission_beneficiary', commissionBeneficiaries);
export const basisNames = labels('commission_basis', commissionBases);
export const commissionRuleKindNames = labels('commission_kind', ruleKinds);
export const accumulationPeriodNames = labels('commission_per', accumulationPeriods);
export const commissionStatusWords = labels('commission_status', commissionMachine.states);
