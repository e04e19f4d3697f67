/** Reasons why a listing is not publicly visible, in the order to resolve them. One function serves every place that shows them. Without Zod. */
export const listingHiddenReasons = [
  'draft',
  'review',
  'closed',
  'archived',
  'platform',
  'unit',
  'stale',
  'paused',
  'put_away',
  'stalled',
  'unverified',
  'holder',
  'taken',
  'plan',
  'waiting',
] as const;
export type ListingHiddenReason = (typeof listingHiddenReasons)[number];

export type ListingVisibilityFacts = {
  readonly status: string;
  readonly paused_by: string | null;
  readonly over_plan: boolean;
  /** A draft that goes live as soon as it is ready. */
  readonly wanted: boolean;
  readonly property: { readonly status: string; readonly stalled: boolean; readonly archived: boolean };
  /** The company that holds it has a verified head. */
  readonly holder: boolean;
  /** Null: the listing is of a whole property. */
  readonly unit_status: string | null;
};

/** The reasons that hide a listing because of its property, owner or unit, for any state of the listing. */
function around({ property, holder, unit_status }: ListingVisibilityFacts): ListingHiddenReason | null {
  if (property.archived) return 'put_away';
  if (property.stalled) return 'stalled';
  if (property.status !== 'verified') return 'unverified';
  if (!holder) return 'holder';
  return unit_status !== null && unit_status !== 'vacant' ? 'taken' : null;
}

export function findListingHiddenReason(facts: ListingVisibilityFacts): ListingHiddenReason | null {
  const { status, paused_by, over_plan, wanted } = facts;
  if (status === 'draft') return wanted ? (around(facts) ?? 'waiting') : 'draft';
  if (status === 'paused') return paused_by === 'platform' || paused_by === 'unit' || paused_by === 'stale' ? paused_by : 'paused';
  if (status === 'review' || status === 'closed' || status === 'archived') return status;
  return around(facts) ?? (over_plan ? 'plan' : null);
}

export type HiddenListingCount = { readonly why: ListingHiddenReason; readonly count: number };

/** Counts hidden listings by reason, in the order to resolve them. */
export function countHiddenListings(groups: readonly (ListingVisibilityFacts & { readonly n: number })[]): HiddenListingCount[] {
  const counts = new Map<ListingHiddenReason, number>();
  for (const group of groups) {
    const why = findListingHiddenReason(group);
    if (why) counts.set(why, (counts.get(why) ?? 0) + group.n);
  }
  return listingHiddenReasons.flatMap((why) => {
    const count = counts.get(why);
    return count ? [{ why, count }] : [];
  });
}
