/** Decides which complaints count towards the automatic pause. A person reads every complaint; only these count without a decision by a person. */
export const automaticPauseRules = {
  /** An account made only to complain is younger than this, in days. */
  accountDays: 7,
  /** This many separate complainants pause a listing until a handler has reviewed it. */
  reporters: 3,
} as const;

export type AbuseReporter = {
  readonly active: boolean;
  /** The complainant has confirmed their email address. */
  readonly confirmed: boolean;
  /** The platform has not rejected the account and, where it approves accounts, has approved it. */
  readonly trusted: boolean;
  /** The age of the account at the time of the complaint. */
  readonly accountDays: number;
  /** The addresses and devices of the complaint and of recent sign-ins; two complainants with one in common may be the same person. */
  readonly places: readonly string[];
};

export const shouldCountTowardsPause = ({ active, confirmed, trusted, accountDays }: AbuseReporter): boolean =>
  active && confirmed && trusted && accountDays >= automaticPauseRules.accountDays;

/** Counts the trusted complainants that share no address and no device with each other, directly or through a third. */
export function countIndependentReporters(reporters: readonly AbuseReporter[]): number {
  let groups: Set<string>[] = [];
  for (const { places } of reporters.filter(shouldCountTowardsPause)) {
    const mine = new Set(places);
    const near = groups.filter((group) => places.some((place) => group.has(place)));
    for (const group of near) for (const place of group) mine.add(place);
    groups = [...groups.filter((group) => !near.includes(group)), mine];
  }
  return groups.length;
}
