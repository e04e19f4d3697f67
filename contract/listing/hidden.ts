/** Why strangers do not see a listing, in the order one would see to it: one function for every place that says so. Without Zod. */
export const hiddenReasons = [
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
export type HiddenReason = (typeof hiddenReasons)[number];

export type HiddenFacts = {
  readonly status: string;
  readonly paused_by: string | null;
  readonly over_plan: boolean;
  /** A draft that is to go live as soon as it can. */
  readonly wanted: boolean;
  readonly property: { readonly status: string; readonly stalled: boolean; readonly archived: boolean };
  /** Somebody verified leads the company that holds it. */
  readonly holder: boolean;
  /** Null: a whole property is offered. */
  readonly unit_status: string | null;
};

/** Of where it is offered: what keeps it from strangers whatever its own state. */
function around({ property, holder, unit_status }: HiddenFacts): HiddenReason | null {
  if (property.archived) return 'put_away';
  if (property.stalled) return 'stalled';
  if (property.status !== 'verified') return 'unverified';
  if (!holder) return 'holder';
  return unit_status !== null && unit_status !== 'vacant' ? 'taken' : null;
}

export function hiddenBecause(facts: HiddenFacts): HiddenReason | null {
  const { status, paused_by, over_plan, wanted } = facts;
  if (status === 'draft') return wanted ? (around(facts) ?? 'waiting') : 'draft';
  if (status === 'paused') return paused_by === 'platform' || paused_by === 'unit' || paused_by === 'stale' ? paused_by : 'paused';
  if (status === 'review' || status === 'closed' || status === 'archived') return status;
  return around(facts) ?? (over_plan ? 'plan' : null);
}

export type KeptBack = { readonly why: HiddenReason; readonly count: number };

/** Of several listings: how many strangers do not see for each reason, in the order one would see to them. */
export function keptBack(groups: readonly (HiddenFacts & { readonly n: number })[]): KeptBack[] {
  const counts = new Map<HiddenReason, number>();
  for (const group of groups) {
    const why = hiddenBecause(group);
    if (why) counts.set(why, (counts.get(why) ?? 0) + group.n);
  }
  return hiddenReasons.flatMap((why) => {
    const count = counts.get(why);
    return count ? [{ why, count }] : [];
  });
}
