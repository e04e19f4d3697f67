export const abuseReasons = [
  'fake_listing',
  'wrong_photos',
  'viewing_fee',
  'already_let',
  'price_bait',
  'discrimination',
  'harassment',
  'double_deposit',
  'illegal_eviction',
  'spam',
  'other',
] as const;
export type AbuseReason = (typeof abuseReasons)[number];
/** Somebody may have lost money: these are answered first. */
export const urgentReasons: readonly AbuseReason[] = ['fake_listing', 'viewing_fee', 'double_deposit'];
/** Hours in which a report is answered. */
export const abuseHours = { urgent: 4, usual: 48 } as const;

export const abuseTargets = ['listing', 'property', 'agent', 'review'] as const;
export type AbuseTarget = (typeof abuseTargets)[number];
export const abuseOutcomes = ['upheld', 'partly', 'not_upheld'] as const;
export type AbuseOutcome = (typeof abuseOutcomes)[number];
/** What is done when a report is closed: nothing, the offer is paused, or the whole property is frozen. */
export const abuseActions = ['none', 'pause', 'stall'] as const;
export type AbuseAction = (typeof abuseActions)[number];
