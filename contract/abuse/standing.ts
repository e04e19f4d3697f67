/** Whose report counts towards the pause that nobody presses. Every report is read by a person; these alone act without one. */
export const standing = {
  /** An account made to complain is younger than this, in days. */
  accountDays: 7,
  /** So many of them, and an offer is paused until somebody has looked. */
  reporters: 3,
} as const;

export type Reporter = {
  readonly active: boolean;
  /** The address they gave is theirs. */
  readonly confirmed: boolean;
  /** The platform has not turned them away, and has let in those it lets in. */
  readonly trusted: boolean;
  /** How old their account was when they reported. */
  readonly accountDays: number;
  /** Where the report came from, and from where and with what they signed in lately: two with one in common may be one. */
  readonly places: readonly string[];
};

export const hasStanding = ({ active, confirmed, trusted, accountDays }: Reporter): boolean =>
  active && confirmed && trusted && accountDays >= standing.accountDays;

/** How many reports come from people with standing who have nothing in common: neither address nor device, nor through a third. */
export function separateReporters(reporters: readonly Reporter[]): number {
  let groups: Set<string>[] = [];
  for (const { places } of reporters.filter(hasStanding)) {
    const mine = new Set(places);
    const near = groups.filter((group) => places.some((place) => group.has(place)));
    for (const group of near) for (const place of group) mine.add(place);
    groups = [...groups.filter((group) => !near.includes(group)), mine];
  }
  return groups.length;
}
