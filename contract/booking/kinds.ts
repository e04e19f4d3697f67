/**
 * The checks a manager makes before deciding. They are the same for every applicant and shown in advance. None of them concerns a trait that the law
 * protects.
 */
export const screeningChecks = ['identity', 'income', 'landlord', 'employer', 'guarantor', 'platform'] as const;
export type ScreeningCheck = (typeof screeningChecks)[number];
export const screeningCheckOutcomes = ['open', 'pass', 'fail', 'waived'] as const;
export type ScreeningCheckOutcome = (typeof screeningCheckOutcomes)[number];
/** An applicant cannot be approved unless these checks are passed, or waived with a reason. */
export const requiredScreeningChecks: readonly ScreeningCheck[] = ['identity', 'income'];

/** The weight of each check in a score of 100. A waived check counts half, because it was not made. */
export const screeningCheckWeights: Readonly<Record<ScreeningCheck, number>> = {
  identity: 25,
  income: 30,
  landlord: 15,
  employer: 15,
  guarantor: 5,
  platform: 10,
};
export type ScreeningCheckResult = { readonly what: ScreeningCheck; readonly outcome: ScreeningCheckOutcome };
export type ScreeningScoreLine = ScreeningCheckResult & { readonly points: number; readonly of: number };

/** A score with an explanation for each line. It helps to compare applicants and makes no decision. */
export function calculateScreeningScore(found: readonly ScreeningCheckResult[]): {
  readonly score: number;
  readonly lines: readonly ScreeningScoreLine[];
} {
  const lines = screeningChecks.map((what): ScreeningScoreLine => {
    const outcome = found.find((one) => one.what === what)?.outcome ?? 'open';
    const of = screeningCheckWeights[what];
    return { what, outcome, of, points: outcome === 'pass' ? of : outcome === 'waived' ? Math.floor(of / 2) : 0 };
  });
  return { score: lines.reduce((sum, line) => sum + line.points, 0), lines };
}
/** The required checks that still block an approval. */
export const findMissingScreeningChecks = (found: readonly ScreeningCheckResult[]): ScreeningCheck[] =>
  requiredScreeningChecks.filter((what) => !found.some((one) => one.what === what && (one.outcome === 'pass' || one.outcome === 'waived')));

/** Reasons to decline an applicant. None of them names a personal trait. */
export const declineReasons = ['income', 'identity', 'references', 'papers', 'household', 'another', 'other'] as const;
export type DeclineReason = (typeof declineReasons)[number];
/** The items that a manager can ask an applicant for. */
export const requestableItems = ['application', 'identity', 'income', 'landlord', 'employer', 'guarantor', 'other'] as const;
export type RequestableItem = (typeof requestableItems)[number];
export const externalPaymentMethods = ['mpesa', 'bank', 'cash', 'cheque', 'card'] as const;
export type ExternalPaymentMethod = (typeof externalPaymentMethods)[number];

/**
 * In hours: time to decide, time to pay, the time in which a backup comes before others, the time to answer whether a new owner may read the
 * application; in days: the waiting list; and how many hours before a deadline a reminder is sent.
 */
export const bookingDeadlines = { decide: 72, pay: 48, first: 72, consent: 72, waitlistDays: 30, remind: 24 } as const;
/** Hours that a reported payment extends the reservation at least, because the manager has to check it. */
export const paymentClaimExtensionHours = 24;
/** The number of days that a start date may lie in the future. */
export const maxDaysUntilStart = 90;
/** Used while the day on which the home becomes available is unknown. */
export const maxDaysUntilStartWhenAvailabilityUnknown = 365;

/** The acts on a booking besides the machine's moves. */
export const bookingActions = ['shortlist', 'unlist', 'ask', 'answer', 'check', 'say_paid', 'correct'] as const;
export type BookingAction = (typeof bookingActions)[number];

/** Why a home is frozen: Makao investigates it, so that no applicant may pay, or its manager does works on it. */
export const bookingFreezeReasons = ['platform', 'works'] as const;
export type BookingFreezeReason = (typeof bookingFreezeReasons)[number];

/** Reasons that follow from a check are given only where that check failed. */
export const checksByDeclineReason: Partial<Readonly<Record<DeclineReason, readonly ScreeningCheck[]>>> = {
  income: ['income'],
  identity: ['identity'],
  references: ['landlord', 'employer', 'guarantor'],
};
export const listAllowedDeclineReasons = (found: readonly ScreeningCheckResult[]): DeclineReason[] =>
  declineReasons.filter((reason) => {
    const needs = checksByDeclineReason[reason];
    return !needs || found.some(({ what, outcome }) => outcome === 'fail' && needs.includes(what));
  });

/** The columns of the board, left to right. */
export const boardColumns = ['screening', 'info_requested', 'shortlisted', 'backup', 'waitlist', 'frozen', 'await_payment', 'confirmed'] as const;
export type BoardColumn = (typeof boardColumns)[number];
