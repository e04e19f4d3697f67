import { prorateCents } from '#contract/money/cents.ts';

/** Documents that prove identity. */
export const idKinds = ['national_id', 'passport', 'alien_id'] as const;
export type IdKind = (typeof idKinds)[number];
export const workKinds = ['employed', 'self_employed', 'business', 'student', 'retired', 'none'] as const;
export type WorkKind = (typeof workKinds)[number];
/** Kinds of documents in an application. */
export const paperKinds = ['identity', 'selfie', 'income', 'history', 'guarantor', 'other'] as const;
export type PaperKind = (typeof paperKinds)[number];
/** Parts of an application; whether each is filled in is known without decrypting it. */
export const applicationParts = ['identity', 'income', 'employer', 'landlord', 'guarantor', 'kin'] as const;
export type ApplicationPart = (typeof applicationParts)[number];

/** What applicants consent to, with the version of the wording; a changed wording gets a new version. */
export const consentVersions = { sharing: 1, references: 1, credit: 1 } as const;
export type ConsentKind = keyof typeof consentVersions;
export const consentKinds = Object.keys(consentVersions) as ConsentKind[];

/**
 * Retention in days: one application used for several homes; after a booking ended; after it became a tenancy; the applicant's own copy; access for
 * the companies applied to; access for the platform after a report.
 */
export const retentionDays = { usable: 30, ended: 30, let: 90, own: 365, grant: 180, reported: 14 } as const;

const digits = /^\d{6,9}$/;
const shapes: Readonly<Record<IdKind, RegExp>> = { national_id: digits, alien_id: digits, passport: /^[A-Z0-9]{6,12}$/ };
/** Normalises an ID number, so that spaces, hyphens and case do not matter. */
export const normaliseIdNumber = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();
export const isIdNumberValid = (kind: IdKind, text: string): boolean => shapes[kind].test(normaliseIdNumber(text));

/** Rent may be at most a third of income. The rule is shown to applicants in advance and is the same for all of them. */
export const maxRentShare = { part: 1, of: 3 } as const;
export const isIncomeSufficient = (rentCents: number, incomeCents: number): boolean => rentCents * maxRentShare.of <= incomeCents * maxRentShare.part;
/** Rent as a share of income in whole percent; null without income. */
export const rentToIncomePercent = (rentCents: number, incomeCents: number): number | null =>
  incomeCents > 0 ? Math.min(999, prorateCents(rentCents, 100, incomeCents)) : null;
