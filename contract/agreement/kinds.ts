export const agreementKinds = ['lease', 'addendum', 'renewal', 'sale'] as const;
export type AgreementKind = (typeof agreementKinds)[number];
/** What a company makes for a tenancy; a sale has its own file. */
export const tenancyKinds = ['lease', 'addendum', 'renewal'] as const;
export const templateUses = ['residential', 'commercial'] as const;
export const agreementLanguages = ['en', 'sw', 'both'] as const;
export type AgreementLanguage = (typeof agreementLanguages)[number];
export const partyRoles = ['tenant', 'co_tenant', 'guarantor', 'owner', 'agent', 'witness'] as const;
export type PartyRole = (typeof partyRoles)[number];
/** Whoever rents and pays: nothing is agreed without each of them. */
export const payers: readonly PartyRole[] = ['tenant', 'co_tenant'];
/** Whoever lets, or signs for them. */
export const landlords: readonly PartyRole[] = ['owner', 'agent'];
export const partyStatuses = ['waiting', 'sent', 'viewed', 'signed', 'rejected', 'expired', 'void'] as const;
export type PartyStatus = (typeof partyStatuses)[number];
/** Whose turn it is: they were asked and have not answered. */
export const asked: readonly PartyStatus[] = ['sent', 'viewed'];

/** What is written into the trail, in its order on the certificate. */
export const trailNames = [
  'drafted',
  'sent',
  'invited',
  'opened',
  'signed',
  'rejected',
  'reminded',
  'resent',
  'number_changed',
  'expired',
  'voided',
  'paper_brought',
  'paper_confirmed',
  'seal_failed',
  'sealed',
] as const;
export type TrailName = (typeof trailNames)[number];

/** Days from somebody's own turn until it is over, and after which of them they are reminded. */
export const signDays = 7;
export const remindDays = [2, 4, 6] as const;
/** After a lease was rejected or ran out, whoever lets has so many days for a new version; then the home is free again. */
export const settleDays = 7;
/** A number that changed so short a while ago signs nothing. */
export const numberHours = 72;

/** Beyond this, registration, stamp duty and witnesses are said before a lease is sent. */
export const shortLeaseMonths = 24;

/** Found by whoever holds the file, or the code printed on it. */
export const verdicts = ['sealed', 'replaced', 'unknown', 'paper', 'text'] as const;
export type Verdict = (typeof verdicts)[number];

/** The box a signature is drawn in; what is drawn is an SVG path within it. */
export const signatureBox = { width: 600, height: 200 } as const;
/** Lines and curves in whole or decimal points, and nothing else: it is drawn into a paper. */
export const drawnPath = /^[MLCQ0-9 .,-]{4,100000}$/;
