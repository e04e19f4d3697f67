/** Words of an offer, for every storey, without Zod. */
export const closings = ['let', 'sold', 'withdrawn'] as const;
export type Closing = (typeof closings)[number];

export const chargeTimes = ['once', 'monthly'] as const;

/** What has to be so before an offer goes live, in the order one would see to it. */
export const readinessKeys = [
  'pictures',
  'pin',
  'price',
  'verified',
  'not_stalled',
  'holder',
  'vacant',
  'only',
  'not_held',
  'genuine',
  'plan',
] as const;
export type ReadinessKey = (typeof readinessKeys)[number];
/** Beyond the plan an offer goes live and is not shown; a doubt about its pictures sends it to review. Everything else keeps it back. */
export const notBlocking: readonly ReadinessKey[] = ['plan', 'genuine'];

export const picturesNeeded = 3;
/** Days without a word from whoever offers it: asked, then paused. */
export const staleness = { askAfter: 30, pauseAfter: 37 } as const;

export const analyticsDays = [30, 90, 365] as const;
/** At most this many offers are made in one go. */
export const manyLimit = 200;
