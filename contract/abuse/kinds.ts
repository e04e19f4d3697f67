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
/** Complaints where money may already be lost; they are answered first. */
export const urgentAbuseReasons: readonly AbuseReason[] = ['fake_listing', 'viewing_fee', 'double_deposit'];
/** Hours in which a complaint is answered. */
export const abuseResponseHours = { urgent: 4, usual: 48 } as const;

export const abuseTargets = ['listing', 'property', 'agent', 'review'] as const;
export type AbuseTarget = (typeof abuseTargets)[number];
export const abuseOutcomes = ['upheld', 'partly', 'not_upheld'] as const;
export type AbuseOutcome = (typeof abuseOutcomes)[number];
/** The action when a complaint is closed: none, pause the listing, or freeze the whole property. */
export const abuseActions = ['none', 'pause', 'stall'] as const;
export type AbuseAction = (typeof abuseActions)[number];
/** The possible outcomes of an appeal. */
export const abuseAppealOutcomes = ['kept', 'lifted'] as const;
export type AbuseAppealOutcome = (typeof abuseAppealOutcomes)[number];

type Sides = {
  readonly status: string;
  readonly outcome: AbuseOutcome | null;
  readonly answered: boolean;
  readonly appealed: boolean;
};
/** The reported party may answer once while the complaint is open. */
export const canAnswerAbuseReport = ({ status, answered }: Pick<Sides, 'status' | 'answered'>): boolean =>
  (status === 'pending' || status === 'assigned') && !answered;
/** The reported party may appeal once against a decision that went against them. */
export const canAppealAbuseReport = ({ status, outcome, appealed }: Sides): boolean =>
  status === 'closed' && !appealed && (outcome === 'upheld' || outcome === 'partly');

/** The roles that have a page with their own complaints; other signed-in users have only the calls. */
export const reporterRoles = ['tenant', 'owner', 'agent', 'dealer'] as const;
