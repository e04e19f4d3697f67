/** Features that reach across modules. A module that is new has a part in each, or says why not: test/rules/features.test.ts. */
export const sharedFeatures = {
  search: 'global search (Ctrl K)',
  pending: 'pending tasks on the home',
  personPage: 'pages of people and tenants',
  messages: 'messages to an audience',
  reviewBasis: 'what a review rests on',
  unitTimeline: 'timeline of a unit',
  export: 'export of personal data',
  erasure: 'erasure of personal data',
  closing: 'checks before an account is closed',
} as const;
export type SharedFeature = keyof typeof sharedFeatures;

/** What another module shows of this one, and the file that does: no registry says so. */
export type FeatureAudience = { readonly [F in Extract<SharedFeature, 'personPage' | 'reviewBasis' | 'unitTimeline'>]?: string };
/** Why a module has no part in a feature. */
export type MissingFeatures = { readonly [F in SharedFeature]?: string };

/** One reason for several features; for all of them where none is named. */
export const reasonForFeatures = (reason: string, ...named: readonly SharedFeature[]): MissingFeatures => {
  const all = named.length > 0 ? named : Object.keys(sharedFeatures);
  return Object.fromEntries(all.map((feature) => [feature, reason]));
};
