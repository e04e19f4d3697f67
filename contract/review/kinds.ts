/** Facts about reviews that screens need without Zod. */
export const reviewTargets = ['property', 'unit', 'agent'] as const;
export type ReviewTarget = (typeof reviewTargets)[number];

/** The proof that a review is real. Tours come from enquiries that reached that stage; the other proofs come from their modules. */
export const reviewBases = ['tour', 'tenancy', 'work_order', 'sale'] as const;
export type ReviewBasis = (typeof reviewBases)[number];

/** Stages of an enquiry from which on the tenant has seen the unit. */
export const reviewableLeadStages = ['touring', 'applied', 'won'] as const;

/** Hours in which an author may change a review, and the reviewed party its reply. */
export const reviewEditHours = 48;

/** The reasons for which a text needs a moderator. */
export const moderationReasons = ['link', 'phone', 'email', 'word', 'copy'] as const;
export type ModerationReason = (typeof moderationReasons)[number];

/** At this score or below, an answer about safety notifies the property manager. */
export const unsafeReviewScore = 2;
