import { labels } from '#contract/kernel/labels.ts';
import { abuseActions, abuseOutcomes, abuseReasons, abuseTargets } from './kinds.ts';

export const abuseReasonLabels = labels('abuse_reason', abuseReasons);
export const abuseTargetLabels = labels('abuse_target', abuseTargets);
export const abuseOutcomeLabels = labels('abuse_outcome', abuseOutcomes);
export const abuseActionLabels = labels('abuse_action', abuseActions);
