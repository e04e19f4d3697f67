export const agreementKinds = ['lease', 'addendum', 'renewal', 'sale'] as const;
export type AgreementKind = (typeof agreementKinds)[number];
/** The kinds a company makes for a tenancy; a sale has a file of its own. */
export const tenancyAgreementKinds = ['lease', 'addendum', 'renewal'] as const;
export const agreementTemplateUses = ['residential', 'commercial'] as const;
export const agreementLanguages = ['en', 'sw', 'both'] as const;
export type AgreementLanguage = (typeof agreementLanguages)[number];
export const partyRoles = ['tenant', 'co_tenant', 'guarantor', 'owner', 'agent', 'witness'] as const;
export type PartyRole = (typeof partyRoles)[number];
/** Roles that rent and pay. An agreement needs the signature of each of them. */
export const payingPartyRoles: readonly PartyRole[] = ['tenant', 'co_tenant'];
/** Roles that let, or sign for the landlord. */
export const landlordPartyRoles: readonly PartyRole[] = ['owner', 'agent'];
export const partyStatuses = ['waiting', 'sent', 'viewed', 'signed', 'rejected', 'expired', 'void'] as const;
export type PartyStatus = (typeof partyStatuses)[number];
/** Signers whose turn it is: they were asked and have not answered. */
export const invitedPartyStatuses: readonly PartyStatus[] = ['sent', 'viewed'];

/** Events of the audit trail, in the order of the certificate. */
export const agreementTrailEvents = [
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
export type AgreementTrailEvent = (typeof agreementTrailEvents)[number];

/** Days that a signer has from the start of their turn, and the days of that time on which they are reminded. */
export const signingDeadlineDays = 7;
export const signingReminderDays = [2, 4, 6] as const;
/** After a lease is rejected or expires, the landlord has this many days for a new version. After that the home is available again. */
export const newVersionDeadlineDays = 7;
/** A phone number that changed within these hours cannot be used to sign. */
export const phoneChangeBlockHours = 72;

/** If the landlord replaces a recorded number, its owner has these hours to object before the new number signs. */
export const numberObjectionHours = 48;

/** For a longer lease, the form mentions registration, stamp duty and witnesses before sending. */
export const shortLeaseMonths = 24;

/** Results of a verification by the file, or by the code printed on it. */
export const agreementVerificationResults = ['sealed', 'replaced', 'unknown', 'paper', 'text'] as const;
export type AgreementVerificationResult = (typeof agreementVerificationResults)[number];

/** The size of the box for a drawn signature, which is stored as an SVG path. */
export const signatureBoxSize = { width: 600, height: 200 } as const;
/** Only lines and curves with whole or decimal numbers, because the path is drawn into a document. */
export const drawnSignaturePattern = /^[MLCQ0-9 .,-]{4,100000}$/;
