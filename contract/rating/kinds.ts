/** The subjects of a rating. Public reviews cover the first three; the others are rated inside the product. */
export const ratingTargets = ['property', 'unit', 'agent', 'owner', 'tenant', 'contractor'] as const;
export type RatingTarget = (typeof ratingTargets)[number];
