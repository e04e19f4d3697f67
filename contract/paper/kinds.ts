import { countDaysBetween, type Day } from '#contract/time/days.ts';

/** Documents of a tenancy, usable in every layer because it does not import Zod. */
export const tenancyDocumentKinds = ['contract', 'addendum', 'id', 'kra_pin', 'receipt', 'inspection', 'notice', 'other'] as const;
export type TenancyDocumentKind = (typeof tenancyDocumentKinds)[number];
/** The readers of a document besides the manager and the uploader: all parties of the lease, or no other person. */
export const tenancyDocumentAudiences = ['manager', 'tenant'] as const;
export const tenancyDocumentReviewStates = ['open', 'ok', 'rejected'] as const;

/** The kinds a tenant may upload; leases and notices are filed by the manager. */
export const tenantUploadKinds: readonly TenancyDocumentKind[] = ['id', 'kra_pin', 'receipt', 'other'];

/** Days before expiry on which the manager and the uploader are notified; they are notified once more after expiry. */
export const documentExpiryWarningDays = [30, 7] as const;
export const documentExpiringSoonDays = documentExpiryWarningDays[0];

export const tenancyDocumentStates = ['missing', 'rejected', 'expired', 'expiring', 'open', 'ok'] as const;
export type TenancyDocumentState = (typeof tenancyDocumentStates)[number];
type Facts = {
  readonly has_file: boolean;
  readonly review: (typeof tenancyDocumentReviewStates)[number];
  readonly expires_on: Day | null;
};

/** The state of a document today. A rejected document counts as missing; an expiring one is valid on its last day. */
export function getTenancyDocumentState({ has_file, review, expires_on }: Facts, today: Day): TenancyDocumentState {
  if (!has_file) return 'missing';
  if (review === 'rejected') return 'rejected';
  if (expires_on !== null && expires_on < today) return 'expired';
  if (expires_on !== null && countDaysBetween(today, expires_on) <= documentExpiringSoonDays) return 'expiring';
  return review;
}
/** Whether the document has to be uploaded, or uploaded again. */
export const isDocumentUploadRequired = (standing: TenancyDocumentState): boolean =>
  standing === 'missing' || standing === 'rejected' || standing === 'expired';

/** The warning due this many days before expiry: 30, 7, or 0 after expiry; null before that. */
export function findDueExpiryWarning(left: number): number | null {
  if (left < 0) return 0;
  return [...documentExpiryWarningDays].sort((a, b) => a - b).find((days) => left <= days) ?? null;
}
