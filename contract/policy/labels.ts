import { labels } from '#contract/kernel/labels.ts';
import { consentMethods, policyKinds } from './kinds.ts';
import { policyMachine } from './machine.ts';

export const policyKindLabels = labels('policy_kind', policyKinds);
export const consentMethodLabels = labels('policy_how', consentMethods);
export const policyStatusLabels = labels('policy_status', policyMachine.states);
