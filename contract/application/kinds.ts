import { prorateCents } from '#contract/money/cents.ts';

/** Documents that prove identity. */
export const identityDocumentKinds = ['national_id', 'passport', 'alien_id'] as const;
export type IdentityDocumentKind = (typeof identityDocumentKinds)[number];
export const employmentKinds = ['employed', 'self_employed', 'business', 'student', 'retired', 'none'] as const;
export type EmploymentKind = (typeof employmentKinds)[number];
/** Kinds of documents in an application. */
export const applicationDocumentKinds = ['identity', 'selfie', 'income', 'history', 'guarantor', 'other'] as const;
export type ApplicationDocumentKind = (typeof applicationDocumentKinds)[number];
/** Parts of an application; whether each is filled in is known without decrypting it. */
export const applicationParts = ['identity', 'income', 'employer', 'landlord', 'guarantor', 'kin'] as const;
export type ApplicationPart = (typeof applicationParts)[number];

/** What applicants consent to, with the version of the wording; a changed wording gets a new version. */
export const applicationConsentVersions = { sharing: 1, references: 1, credit: 1 } as const;
export type ApplicationConsentKind = keyof typeof applicationConsentVersions;
export const applicationConsentKinds = Object.keys(applicationConsentVersions) as ApplicationConsentKind[];

/**
 * Retention in days: one application used for several homes; after a booking ended; after it became a tenancy; the applicant's own copy; access for
 * the companies applied to; access for the platform after a report.
 */
export const applicationRetentionDays = { usable: 30, ended: 30, let: 90, own: 365, grant: 180, reported: 14 } as const;

const digits = /^\d{6,9}$/;
const shapes: Readonly<Record<IdentityDocumentKind, RegExp>> = { national_id: digits, alien_id: digits, passport: /^[A-Z0-9]{6,12}$/ };
/** Normalises an ID number, so that spaces, hyphens and case do not matter. */
export const normaliseIdNumber = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();
export const isIdNumberValid = (kind: IdentityDocumentKind, text: string): boolean => shapes[kind].test(normaliseIdNumber(text));

/** Rent may be at most a third of income. The rule is shown to applicants in advance and is the same for all of them. */
export const maxRentToIncomeRatio = { part: 1, of: 3 } as const;
export const isIncomeSufficient = (rentCents: number, incomeCents: number): boolean =>
  rentCents * maxRentToIncomeRatio.of <= incomeCents * maxRentToIncomeRatio.part;
/** Rent as a share of income in whole percent; null without income. */
export const calculateRentToIncomePercent = (rentCents: number, incomeCents: number): number | null =>
  incomeCents > 0 ? Math.min(999, prorateCents(rentCents, 100, incomeCents)) : null;
