import { portion } from '#contract/money/cents.ts';

/** What somebody proves who they are with. */
export const idKinds = ['national_id', 'passport', 'alien_id'] as const;
export type IdKind = (typeof idKinds)[number];
export const workKinds = ['employed', 'self_employed', 'business', 'student', 'retired', 'none'] as const;
export type WorkKind = (typeof workKinds)[number];
/** Papers that belong to an application. */
export const paperKinds = ['identity', 'selfie', 'income', 'history', 'guarantor', 'other'] as const;
export type PaperKind = (typeof paperKinds)[number];
/** Of which parts of an application it is known, without opening it, that they are filled in. */
export const applicationParts = ['identity', 'income', 'employer', 'landlord', 'guarantor', 'kin'] as const;
export type ApplicationPart = (typeof applicationParts)[number];

/** What applicants agree to, and which wording they have read; a changed wording is a new version. */
export const consentVersions = { sharing: 1, references: 1, credit: 1 } as const;
export type ConsentKind = keyof typeof consentVersions;
export const consentKinds = Object.keys(consentVersions) as ConsentKind[];

/** How long, in days: one application for several homes; after a booking ended; after it became a tenancy; one's own copy; open to the platform after a report. */
export const keeping = { usable: 30, ended: 30, let: 90, own: 365, grant: 180, reported: 14 } as const;

const digits = /^\d{6,9}$/;
const shapes: Readonly<Record<IdKind, RegExp>> = { national_id: digits, alien_id: digits, passport: /^[A-Z0-9]{6,12}$/ };
/** The same number however it was typed. */
export const bareId = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();
export const idFits = (kind: IdKind, text: string): boolean => shapes[kind].test(bareId(text));

/** A third of what comes in goes into rent at most: shown to applicants up front, and the same for everybody. */
export const rentShare = { part: 1, of: 3 } as const;
export const incomeFits = (rentCents: number, incomeCents: number): boolean => rentCents * rentShare.of <= incomeCents * rentShare.part;
/** Rent as a share of income in whole percent; null where nothing comes in. */
export const rentPercent = (rentCents: number, incomeCents: number): number | null =>
  incomeCents > 0 ? Math.min(999, portion(rentCents, 100, incomeCents)) : null;
