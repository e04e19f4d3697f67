/** Decides which reports count towards the automatic pause. A person reads every report; only these count without a decision by a person. */
export const automaticPauseRules = {
  /** An account made only to complain is younger than this, in days. */
  accountDays: 7,
  /** This many separate reporters pause a listing until a handler has reviewed it. */
  reporters: 3,
} as const;

export type AbuseReporter = {
  readonly active: boolean;
  /** The reporter has confirmed their email address. */
  readonly confirmed: boolean;
  /** The platform has not rejected the account and, where it approves accounts, has approved it. */
  readonly trusted: boolean;
  /** The age of the account at the time of the report. */
  readonly accountDays: number;
  /** The addresses and devices of the report and of recent sign-ins; two reporters with one in common may be the same person. */
  readonly places: readonly string[];
};

export const countsTowardsPause = ({ active, confirmed, trusted, accountDays }: AbuseReporter): boolean =>
  active && confirmed && trusted && accountDays >= automaticPauseRules.accountDays;

/** Counts the trusted reporters that share no address and no device with each other, directly or through a third. */
export function separateReporters(reporters: readonly AbuseReporter[]): number {
  let groups: Set<string>[] = [];
  for (const { places } of reporters.filter(countsTowardsPause)) {
    const mine = new Set(places);
    const near = groups.filter((group) => places.some((place) => group.has(place)));
    for (const group of near) for (const place of group) mine.add(place);
    groups = [...groups.filter((group) => !near.includes(group)), mine];
  }
  return groups.length;
}
