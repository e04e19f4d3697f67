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
/** What becomes of a decision somebody appealed against. */
export const appealOutcomes = ['kept', 'lifted'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

type Sides = {
  readonly status: string;
  readonly outcome: AbuseOutcome | null;
  readonly answered: boolean;
  readonly appealed: boolean;
};
/** The reported side answers once while it is looked into. */
export const mayAnswer = ({ status, answered }: Pick<Sides, 'status' | 'answered'>): boolean =>
  (status === 'pending' || status === 'assigned') && !answered;
/** And appeals once against what went against them. */
export const mayAppeal = ({ status, outcome, appealed }: Sides): boolean =>
  status === 'closed' && !appealed && (outcome === 'upheld' || outcome === 'partly');

/** Who has a page of what they reported; others who are signed in have the calls. */
export const reporters = ['tenant', 'owner', 'agent', 'dealer'] as const;
