/** Features that several modules share. A new module must take part in each feature or state a reason (test/rules/features.test.ts). */
export const sharedFeatures = {
  search: 'global search (Ctrl K)',
  pending: 'pending tasks on the home page',
  personPage: 'pages of people and tenants',
  messages: 'notifications',
  reviewBasis: 'basis of a review',
  unitTimeline: 'timeline of a unit',
  export: 'export of personal data',
  erasure: 'erasure of personal data',
  closing: 'checks before an account is closed',
} as const;
export type SharedFeature = keyof typeof sharedFeatures;

/** The file in which another module shows the records of this one, for features without a registry. */
export type FeatureDisplayFiles = { readonly [F in Extract<SharedFeature, 'personPage' | 'reviewBasis' | 'unitTimeline'>]?: string };
/** The reason why a module has no part in a feature. */
export type MissingFeatures = { readonly [F in SharedFeature]?: string };

/** Gives one reason for the named features, or for all of them if none is named. */
export const explainMissingFeatures = (reason: string, ...named: readonly SharedFeature[]): MissingFeatures => {
  const all = named.length > 0 ? named : Object.keys(sharedFeatures);
  return Object.fromEntries(all.map((feature) => [feature, reason]));
};
