import type { AbuseAction, AbuseOutcome, AbuseTarget } from '#contract/abuse/kinds.ts';
import { m } from '#words/messages.js';

export const targetNames: Readonly<Record<AbuseTarget, () => string>> = {
  listing: m.abuse_target_listing,
  property: m.abuse_target_property,
  agent: m.abuse_target_agent,
  review: m.abuse_target_review,
};
export const outcomeNames: Readonly<Record<AbuseOutcome, () => string>> = {
  upheld: m.abuse_outcome_upheld,
  partly: m.abuse_outcome_partly,
  not_upheld: m.abuse_outcome_not_upheld,
};
export const actionNames: Readonly<Record<AbuseAction, () => string>> = {
  none: m.abuse_action_none,
  pause: m.abuse_action_pause,
  stall: m.abuse_action_stall,
};
