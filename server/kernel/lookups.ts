import type { RawBuilder } from 'kysely';
import type { PaymentMethod } from '#contract/collection/kinds.ts';
import type { CorrectedPayment } from '#contract/kernel/corrected-payment.ts';
import type { ListingDetails } from '#contract/listing/shapes.ts';
import type { TenantDetails, TenantSummary } from '#contract/tenant/calls.ts';
import type { Day } from '#contract/time/days.ts';
import type { UnitDetails, UnitListItem } from '#contract/unit/calls.ts';
import type { UnitReservationBooking } from '#contract/unit/shapes.ts';
import type { Ctx, Db, Me } from './ctx.ts';
import type { ScopeRule } from './scope.ts';

type Part<T = unknown> = RawBuilder<T>;
type Lives = readonly (readonly [unitId: number, lives: NonNullable<UnitListItem['lives']>])[];
/** A payment allocated to an invoice, regardless of the number of lines it paid. */
export type InvoicePayment = {
  readonly on: string;
  readonly how: PaymentMethod;
  readonly code: string;
  readonly external: string | null;
  readonly cents: number;
};
/** A booking that the caller manages, with what its application form is compared with. */
export type ManagedBooking = {
  readonly id: number;
  readonly code: string;
  readonly application_id: number | null;
  readonly status: string;
  readonly stage: string;
  readonly rent: number;
};
/** A public listing as its share image shows it. */
export type SharedListing = {
  readonly id: number;
  readonly listing_type: number;
  readonly title: string;
  readonly price_cents: number;
  readonly price_period: number;
  readonly unit_id: number | null;
  readonly property_id: number;
  readonly name: string;
  readonly place: string;
  readonly county: string | null;
};
/** A collected allocation to an invoice line; `cents` is the amount that no credit note returned. */
export type CollectedAllocation = { readonly invoice_id: number; readonly line_id: number; readonly paid_on: Day; readonly cents: number };
export type PaidRecord = { readonly column: 'unit_id' | 'tenancy_id' | 'tenant_id'; readonly id: number };
type Place = { readonly company: number; readonly tenancy: number | null; readonly booking: number | null; readonly fund: 'C' | 'M' };

/**
 * Questions that a module asks about records of modules that come after it in server/order.ts. The module with the records answers them by a query
 * expression or a function, so that only this module names its tables. An argument that is a query expression is a column of the asking query.
 */
export type ModuleLookups = {
  /** The number of open invitations to a role. */
  readonly invitedToRole: (role: Part) => Part<number>;
  /** Whether one of two people accepted an invitation of the other in the last `days` days. */
  readonly invitedBetween: (one: Part, other: Part, days: number) => Part<boolean>;
  /** The paybill of Makao that receives money held for companies and gets callbacks, as set by the environment. */
  readonly platformPaybill: () => Part<string | null>;
  /** The name of a collection account and the code of a refund, to which ledger accounts refer by id. */
  readonly nameOfCollectionAccount: (account: Part) => Part<string | null>;
  /** The bank account of deposits or of the platform's own money, in use. */
  readonly ownBankOfFund: (fund: Part) => Part<number | null>;
  readonly codeOfRefund: (refund: Part) => Part<string | null>;
  /** Conversations by their enquiry. */
  readonly threadsByLead: () => Part<{ lead_id: number; guest_seq: number; team_read: number; last_at: Date | null }>;
  /** The conversation of an enquiry. */
  readonly threadOfLead: (lead: Part) => Part<number | null>;
  /** The conversation of an enquiry and the guest's membership in it. */
  readonly guestOfLead: (db: Db, leadId: number) => Promise<{ readonly id: number; readonly thread_id: number }>;
  /** The code of a booking and the application form that it names. */
  readonly codeOfBooking: (booking: Part) => Part<string>;
  readonly applicationOfBooking: (booking: Part) => Part<number | null>;
  /** The booking, if the caller manages it, and the booking, if the caller made it; `lock` locks its row. */
  readonly managedBooking: (ctx: Ctx, id: number) => Promise<ManagedBooking | undefined>;
  readonly ownBooking: (
    ctx: Ctx,
    id: number,
    lock?: 'lock',
  ) => Promise<{ readonly id: number; readonly code: string; readonly application_id: number | null } | undefined>;
  /** The code of a booking of a person for which their application form is still needed. */
  readonly bookingWithNeedOfApplication: (person: Part) => Part<string | null>;
  /** The booking that a bid led to. */
  readonly bookingOfBid: (bid: Part) => Part<number | null>;
  /** Whether the booking that an accepted bid became is neither moved in nor ended. */
  readonly hasRunningBookingOfBid: (bid: Part) => Part<boolean>;
  readonly bookingCodeOfBid: (bid: Part) => Part<string | null>;
  /** The payment, if the caller manages it. */
  readonly managedPayment: (ctx: Ctx, id: number) => Promise<{ readonly id: number; readonly code: string } | undefined>;
  /**
   * The corrections of payments of a unit, a tenancy or a tenant record, as far as the caller manages the payments: as a query with `key`, `at`,
   * `actor_id`, `by`, `payment` (code, what, moved_here) and `changes`, and read, newest first.
   */
  readonly paymentCorrections: (me: Me, of: PaidRecord) => Part;
  readonly correctedPayments: (ctx: Ctx, of: PaidRecord) => Promise<readonly CorrectedPayment[]>;
  /** Text of a condition for public reads: whether a listing has a featured slot on the home page. The argument is the text of a column. */
  readonly isFeaturedAtHomeText: (listing: string) => string;
  /** Text of a query for public reads: what the latest verification of a property checked. The arguments are the texts of columns. */
  readonly lastChecksText: (property: string, verifiedAt: string) => string;
  /** The number of featured products that are sold for a location. */
  readonly featuredIn: (db: Db, locationId: number) => Promise<number>;
  /** The number of bookings per promotion that are open or became a lease: `promotion_id` and `n`. */
  readonly bookedWithPromotions: () => Part;
  /** The number of scores in a rating category, and the number and average of the scores of one rating question. */
  readonly scoresOfCategory: (category: Part) => Part<number>;
  readonly scoresOfItem: (item: Part) => Part;
  /** The number of current tenancies of a company. */
  readonly tenanciesOfCompany: (company: Part) => Part<number>;
  /** The unit to which a tenancy will transfer. */
  readonly nextUnitOf: (tenancy: Part) => Part<number | null>;
  /** People with an account who enquired about a property. */
  readonly askedAbout: (propertyId: number) => Part;
  /** Units that use a taxonomy term, as far as the caller sees them. */
  readonly unitsWith: (me: Ctx['me'], uses: Part<boolean>) => Part;
  /** Enquiries about a property that led to a tour or a tenancy, by the day they were received. */
  readonly enquiriesOf: (propertyId: number, won: boolean, came: (day: Part) => Part<boolean>) => Part<number>;
  /** Whether the occupant of a unit was imported from a rent roll and did not transfer from another unit. */
  readonly livedInBySheet: (unit: Part) => Part<boolean>;
  /** The number of public listings of the companies that `which` selects. */
  readonly offersShown: (which: Part) => Part<number>;
  /** Public listings with what their share images show. */
  readonly sharedListings: () => Part<SharedListing>;
  /** Whether a listing has a card in the public search, and the discounts on the card. */
  readonly hasListingCard: (listing: Part) => Part<boolean>;
  readonly discountsOnCard: (listing: Part) => Part<ListingDetails['discounts'] | null>;
  /** Whether a file is evidence of a booking payment or of a property verification that the caller may see. */
  readonly showsPayment: ScopeRule;
  readonly showsCheck: ScopeRule;
  /** The unit, if the caller sees it. */
  readonly seenUnit: (ctx: Ctx, id: number) => Promise<{ readonly id: number; readonly property_id: number; readonly code: string } | undefined>;
  /** The text of the statement lines of a payment; empty without a statement. */
  readonly statementTextOf: (db: Db, paymentId: number) => Promise<string>;
  /** Credit of a tenant that came from payments, not from credit notes. */
  readonly paidCredit: (db: Db, where: Place) => Promise<number>;
  /** The tenancy and the lease that a booking led to. */
  readonly tenancyOfBooking: (booking: Part) => Part<{ id: number; code: string } | null>;
  readonly leaseOfBooking: (booking: Part) => Part<{ id: number; code: string; status: string } | null>;
  readonly leaseSigned: (booking: Part) => Part<boolean>;
  /** Whether a booking has an invoice that has not expired, and the amount paid on it. */
  readonly isBilled: (booking: Part) => Part<boolean>;
  readonly paidOnBill: (booking: Part) => Part<number>;
  /** The code of the last payment of a booking. */
  readonly lastPaymentOf: (booking: Part) => Part<string | null>;
  /** The occupants of units, for callers who may see tenants: those from a rent roll, and those with tenancies. */
  readonly occupantsIn: (ctx: Ctx, unitIds: readonly number[]) => Promise<Lives>;
  readonly tenantsIn: (ctx: Ctx, unitIds: readonly number[]) => Promise<Lives>;
  /** Bookings that the caller manages, by their codes. */
  readonly bookingsByCode: (ctx: Ctx, codes: readonly string[]) => Promise<readonly (UnitReservationBooking & { readonly code: string })[]>;
  /** Listings of a unit that the caller sees, and their price changes for the unit's history. */
  readonly offersOfUnit: (ctx: Ctx, unitId: number) => Promise<UnitDetails['listings']>;
  readonly pricesOfUnit: (unitId: number) => Part;
  /** Codes of listings of these units that are not closed. */
  readonly openOffersOf: (ctx: Ctx, unitIds: readonly number[]) => Promise<readonly string[]>;
  /** The code of an open listing that prevents a unit from being deleted: the last unit also represents the property let as a whole. */
  readonly openOfferWith: (ctx: Ctx, unit: { readonly id: number; readonly property_id: number }) => Promise<string | undefined>;
  readonly isOffered: (unit: Part) => Part<boolean>;
  /** Whether a unit has a listing: live or in review; live or in review as part of the whole property; live; live for another monthly rent. */
  readonly isListedOrInReview: (unit: Part) => Part<boolean>;
  readonly isWholeListedOrInReview: (property: Part) => Part<boolean>;
  readonly isListed: (unit: Part) => Part<boolean>;
  readonly isListedForOtherRent: (unit: Part, rent: Part) => Part<boolean>;
  /** Whether a unit has a tenancy that contradicts the date: not begun on its first day, past its term, not moved out on the last day. */
  readonly hasStartPassed: (unit: Part) => Part<boolean>;
  readonly hasTermOver: (unit: Part) => Part<boolean>;
  readonly hasMoveOutPassed: (unit: Part) => Part<boolean>;
  /** Records that name a tenant record. */
  readonly bookingsOfTenant: (tenant: Part | number) => Part;
  readonly placesOfTenant: (tenant: Part | number) => Part;
  readonly partiesOfTenant: (tenant: Part | number) => Part;
  /** Locks the records that come before tenant records in the lock order. */
  readonly holdBookingsOf: (db: Db, tenantIds: readonly number[]) => Promise<unknown>;
  readonly holdTenanciesOf: (db: Db, tenantIds: readonly number[]) => Promise<unknown>;
  readonly holdAgreementsOf: (db: Db, tenantIds: readonly number[]) => Promise<unknown>;
  /** A tenancy that both tenant records are part of. */
  readonly sharedTenancy: (db: Db, one: number, other: number) => Promise<string | undefined>;
  /** Whether the caller manages a booking or a tenancy of a tenant record. */
  readonly managesBookingOf: (me: Me, tenant: Part) => Part<boolean>;
  readonly managesTenancyOf: (me: Me, tenant: Part) => Part<boolean>;
  /** The current home of a tenant, otherwise the last one, as far as the caller manages it. */
  readonly homeOfTenant: (me: Me, tenant: Part) => Part<TenantSummary['home']>;
  /** The start of a tenant's first tenancy, and the day of the first booking. */
  readonly firstTenancyOf: (tenant: Part) => Part<string | null>;
  readonly firstBookingOf: (tenant: Part) => Part<string | null>;
  /** Whether a tenant pays in a tenancy of these states, pays in any tenancy that has not ended, or paid in one until it ended. */
  readonly paysIn: (tenant: Part, states: readonly string[]) => Part<boolean>;
  readonly paysStill: (tenant: Part | number) => Part<boolean>;
  readonly paidToTheEnd: (tenant: Part) => Part<boolean>;
  readonly hasBooking: (tenant: Part, states: readonly string[]) => Part<boolean>;
  /** The records that the page of a tenant shows, as far as the caller manages them. */
  readonly tenantBookings: (ctx: Ctx, tenantId: number) => Promise<TenantDetails['bookings']>;
  readonly tenantTenancies: (ctx: Ctx, tenantId: number) => Promise<TenantDetails['tenancies']>;
  readonly tenantFiles: (ctx: Ctx, tenantId: number) => Promise<TenantDetails['files']>;
  /** Moves of the agreements and inspections of a tenancy: `id`, `at`, `to_state`, `about`, `reason`, and `by`, who made the move. */
  readonly agreementMovesOf: (tenancyId: number) => Part;
  readonly inspectionMovesOf: (tenancyId: number) => Part;
  /** The agreement that is out for signature, or the signed lease of a tenancy that has not begun: its text states the charges. */
  readonly agreementStatingTerms: (tenancy: Part | number) => Part<{ readonly code: string; readonly signed: boolean } | null>;
  readonly hasSignedLease: (tenancy: Part | number) => Part<boolean>;
  readonly hasMoveInInspection: (tenancy: Part | number) => Part<boolean>;
  /** Which records exist for a tenancy. */
  readonly hasAgreement: (tenancy: Part) => Part<boolean>;
  readonly hasInspection: (tenancy: Part) => Part<boolean>;
  readonly hasInvoice: (tenancy: Part) => Part<boolean>;
  readonly hasPaper: (tenancy: Part) => Part<boolean>;
  /** The documents of a tenancy, with `id` and `name`. */
  readonly papersOfTenancy: (tenancyId: number) => Part;
  /** Whether the document is a notice or an addendum of the tenancy that its tenants can read. */
  readonly sharedNotice: (ctx: Ctx, tenancyId: number, paperId: number) => Promise<boolean>;
  /** Whether the unit has a submitted inspection of this tenancy. */
  readonly wasInspected: (db: Db, tenancyId: number, unitId: number) => Promise<boolean>;
  readonly homeOfTenancy: (db: Db, id: number) => Promise<{ readonly unit_id: number; readonly status: string } | undefined>;
  /**
   * The allocations to an invoice: the sum from tenant credit, the sum paid by one of its tenants, the amount by payment, the ids of the allocations,
   * and the payments.
   */
  readonly creditOn: (invoice: Part) => Part<number>;
  readonly paidBy: (invoice: Part, tenant: { readonly person: Part; readonly phone: Part }) => Part<number>;
  readonly moneyPutTo: (db: Db, invoiceId: number) => Promise<readonly { readonly at: Date; readonly how: string; readonly cents: number }[]>;
  readonly partsOf: (db: Db, invoiceId: number) => Promise<readonly number[]>;
  readonly paymentsOn: (db: Db, invoiceId: number) => Promise<readonly InvoicePayment[]>;
  /** Whether a line of a bank statement shows a journal. */
  readonly isJournalOnStatement: (journal: Part) => Part<boolean>;
  /** Allocations of payments to invoice lines that are not undone. */
  readonly collectedAllocations: () => Part<CollectedAllocation>;
  /** The invoice of an allocation, and all allocations to the invoices of a fund for a tenancy, without the deposit. */
  readonly invoiceOfAllocation: (allocation: Part) => Part<number>;
  readonly rentPaidFor: (tenancyId: number, fund: 'C' | 'M') => Part;
  /** Completed payments that a company collected: `id`, `tenancy_id` and `holder_id`. Whether a company collected a payment. */
  readonly paymentsInHand: () => Part;
  readonly isPaymentInHand: (payment: Part) => Part<boolean>;
  /** Whether Makao holds the money of a company. */
  readonly holdsMoneyOf: (company: Part) => Part<boolean>;
};

const known: Partial<ModuleLookups> = {};

/** Called once for every module at start; registering the same lookup again changes nothing. */
export function registerLookups(lookups: Partial<ModuleLookups>): void {
  const before: Readonly<Record<string, unknown>> = known;
  for (const [name, answer] of Object.entries(lookups))
    if (name in before && before[name] !== answer) throw new Error(`two modules implement the lookup ${name}`);
  Object.assign(known, lookups);
}

export function getLookup<K extends keyof ModuleLookups>(name: K): ModuleLookups[K] {
  const answer: ModuleLookups[K] | undefined = known[name];
  if (answer === undefined) throw new Error(`no module implements the lookup ${name}`);
  return answer;
}
