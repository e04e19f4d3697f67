import { labels } from '#contract/kernel/labels.ts';
import { abuseActions, abuseOutcomes, abuseReasons, abuseTargets } from './kinds.ts';

export const reasonNames = labels('abuse_reason', abuseReasons);
export const targetNames = labels('abuse_target', abuseTargets);
export const outcomeNames = labels('abuse_outcome', abuseOutcomes);
export const actionNames = labels('abuse_action', abuseActions);
