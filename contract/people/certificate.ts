import { countDaysBetween, type Day } from '#contract/time/days.ts';

/** The yearly certificate of the Estate Agents Registration Board (EARB), without Zod. */
/** Days before the last day on which an agent is reminded. */
export const earbReminderDays = [60, 30, 7] as const;

export type CertificateFacts = { readonly seen: boolean | null; readonly expires_on: Day };
export const earbStatuses = ['none', 'waiting', 'refused', 'valid', 'due', 'lapsed'] as const;
export type EarbStatus = (typeof earbStatuses)[number];

/** In force through its last day, once the platform has approved it. */
export const isCertificateInForce = (paper: CertificateFacts, today: Day): boolean => paper.seen === true && paper.expires_on >= today;

/** The standing of an agent by all their certificates. While the next one is pending, the last one counts and no further one is requested. */
export function toEarbStatus(papers: readonly CertificateFacts[], today: Day): EarbStatus {
  const valid = papers.filter((paper) => isCertificateInForce(paper, today)).sort((a, b) => (a.expires_on < b.expires_on ? 1 : -1))[0];
  const waits = papers.some((paper) => paper.seen === null);
  if (valid) return !waits && countDaysBetween(today, valid.expires_on) <= earbReminderDays[0] ? 'due' : 'valid';
  if (waits) return 'waiting';
  if (papers.some((paper) => paper.seen === true)) return 'lapsed';
  return papers.length > 0 ? 'refused' : 'none';
}

/** The reminder that is due with this many days left: 0 after expiry, null while there is time. */
export const findDueCertificateReminder = (daysLeft: number): number | null =>
  daysLeft < 0 ? 0 : ([...earbReminderDays].reverse().find((n) => daysLeft <= n) ?? null);
