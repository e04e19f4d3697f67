import { labels } from '#contract/kernel/labels.ts';
import { bases, beneficiaries, heaps, ruleKinds } from './kinds.ts';
import { commissionMachine } from './machine.ts';

export const beneficiaryNames = labels('commission_beneficiary', beneficiaries);
export const basisNames = labels('commission_basis', bases);
export const kindNames = labels('commission_kind', ruleKinds);
export const perNames = labels('commission_per', heaps);
export const statusWords = labels('commission_status', commissionMachine.states);
