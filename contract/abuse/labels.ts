import { labels } from '#contract/kernel/labels.ts';
import { abuseActions, abuseOutcomes, abuseReasons, abuseTargets } from './kinds.ts';

export const abuseReasonNames = labels('abuse_reason', abuseReasons);
export const abuseTargetNames = labels('abuse_target', abuseTargets);
export const abuseOutcomeNames = labels('abuse_outcome', abuseOutcomes);
export const abuseActionNames = labels('abuse_action', abuseActions);
