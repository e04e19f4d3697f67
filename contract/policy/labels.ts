import { labels } from '#contract/kernel/labels.ts';
import { consentWays, policyKinds } from './kinds.ts';
import { policyMachine } from './machine.ts';

export const kindNames = labels('policy_kind', policyKinds);
export const wayNames = labels('policy_how', consentWays);
export const statusLabels = labels('policy_status', policyMachine.states);
