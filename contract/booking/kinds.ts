/** What a manager looks at before deciding; the same for everybody, shown to applicants up front. Traits the law protects are none of them. */
export const checks = ['identity', 'income', 'landlord', 'employer', 'guarantor', 'platform'] as const;
export type Check = (typeof checks)[number];
export const outcomes = ['open', 'pass', 'fail', 'waived'] as const;
export type Outcome = (typeof outcomes)[number];
/** Without these, passed or waived with a reason, nobody is approved. */
export const requiredChecks: readonly Check[] = ['identity', 'income'];

/** What each check counts for in a score of a hundred; waived counts half, since nobody looked. */
export const weights: Readonly<Record<Check, number>> = { identity: 25, income: 30, landlord: 15, employer: 15, guarantor: 5, platform: 10 };
export type Checked = { readonly what: Check; readonly outcome: Outcome };
export type ScoreLine = Checked & { readonly points: number; readonly of: number };

/** A sum that explains itself, line by line. It helps to compare and decides nothing. */
export function scoreOf(found: readonly Checked[]): { readonly score: number; readonly lines: readonly ScoreLine[] } {
  const lines = checks.map((what): ScoreLine => {
    const outcome = found.find((one) => one.what === what)?.outcome ?? 'open';
    const of = weights[what];
    return { what, outcome, of, points: outcome === 'pass' ? of : outcome === 'waived' ? Math.floor(of / 2) : 0 };
  });
  return { score: lines.reduce((sum, line) => sum + line.points, 0), lines };
}
/** What still keeps somebody from being approved. */
export const lackingChecks = (found: readonly Checked[]): Check[] =>
  requiredChecks.filter((what) => !found.some((one) => one.what === what && (one.outcome === 'pass' || one.outcome === 'waived')));

/** Why somebody is declined, in words that name no trait of theirs. */
export const declineReasons = ['income', 'identity', 'references', 'papers', 'household', 'another', 'other'] as const;
export type DeclineReason = (typeof declineReasons)[number];
/** What an applicant can be asked for. */
export const askables = ['application', 'identity', 'income', 'landlord', 'employer', 'guarantor', 'other'] as const;
export type Askable = (typeof askables)[number];
export const paidWays = ['mpesa', 'bank', 'cash', 'cheque', 'card'] as const;
export type PaidWay = (typeof paidWays)[number];

/** Hours: to decide, to pay, for which a back-up comes before others, and to say whether a new holder may read one's application; days on the waiting list; a reminder so many hours before. */
export const clocks = { decide: 72, pay: 48, first: 72, consent: 72, waitlistDays: 30, remind: 24 } as const;
/** What an applicant says they paid keeps their hold for so many hours more at least: somebody has to look. */
export const paidLook = 24;
/** How far ahead a start may lie, in days. */
export const furthestStart = 90;
/** Nobody knows yet when it is free. */
export const furthestWait = 365;

/** What people do with a booking beside the machine's moves. */
export const bookingActs = ['shortlist', 'unlist', 'ask', 'answer', 'check', 'say_paid', 'correct'] as const;
export type BookingAct = (typeof bookingActs)[number];

/** Why a home is frozen: the platform looks into it and nobody pays, or its manager works on it. */
export const frozenFor = ['platform', 'works'] as const;
export type FrozenFor = (typeof frozenFor)[number];

/** Reasons that follow from a check are given only where that check failed. */
export const reasonNeeds: Partial<Readonly<Record<DeclineReason, readonly Check[]>>> = {
  income: ['income'],
  identity: ['identity'],
  references: ['landlord', 'employer', 'guarantor'],
};
export const reasonsFor = (found: readonly Checked[]): DeclineReason[] =>
  declineReasons.filter((reason) => {
    const needs = reasonNeeds[reason];
    return !needs || found.some(({ what, outcome }) => outcome === 'fail' && needs.includes(what));
  });

/** The columns of the board, left to right. */
export const boardColumns = ['screening', 'info_requested', 'shortlisted', 'backup', 'waitlist', 'frozen', 'await_payment', 'confirmed'] as const;
export type BoardColumn = (typeof boardColumns)[number];
