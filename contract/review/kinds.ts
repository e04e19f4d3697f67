/** Facts about reviews that screens need without Zod. */
export const reviewTargets = ['property', 'unit', 'agent'] as const;
export type ReviewTarget = (typeof reviewTargets)[number];

/** What makes a review real. Tours come from enquiries that got that far; the others come with their rooms. */
export const reviewBases = ['tour', 'tenancy', 'work_order', 'sale'] as const;
export type ReviewBasis = (typeof reviewBases)[number];

/** Stages of an enquiry from which on somebody has seen the home. */
export const touredStages = ['touring', 'applied', 'won'] as const;

/** An author may change a review this long, and whoever answers their answer. */
export const editHours = 48;

/** Why a text waits for a person to look at it. */
export const reviewDoubts = ['link', 'phone', 'email', 'word', 'copy'] as const;
export type ReviewDoubt = (typeof reviewDoubts)[number];

/** At this score or below, an answer about safety is told to whoever manages the place. */
export const unsafeScore = 2;
