import { labels } from '#contract/kernel/labels.ts';
import { consentWays, policyKinds } from './kinds.ts';
import { policyMachine } from './machine.ts';

export const policyKindNames = labels('policy_kind', policyKinds);
export const consentWayNames = labels('policy_how', consentWays);
export const policyStatusLabels = labels('policy_status', policyMachine.states);
