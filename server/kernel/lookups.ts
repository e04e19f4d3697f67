import type { RawBuilder } from 'kysely';
import type { PaymentMethod } from '#contract/collection/kinds.ts';
import type { TenantFull, TenantHead } from '#contract/tenant/calls.ts';
import type { UnitFull, UnitListed } from '#contract/unit/calls.ts';
import type { HeldFor } from '#contract/unit/shapes.ts';
import type { Ctx, Db, Me } from './ctx.ts';
import type { ScopeRule } from './scope.ts';

type Part<T = unknown> = RawBuilder<T>;
type Lives = readonly (readonly [unitId: number, lives: NonNullable<UnitListed['lives']>])[];
/** A payment allocated to an invoice, regardless of the number of lines it paid. */
export type PaidOn = {
  readonly on: string;
  readonly how: PaymentMethod;
  readonly code: string;
  readonly external: string | null;
  readonly cents: number;
};
type Place = { readonly company: number; readonly tenancy: number | null; readonly booking: number | null; readonly fund: 'C' | 'M' };

/**
 * What a module asks about records of modules after it in server/order.ts. The module that has the records answers, as a part of a query or as a
 * function: its tables are named there and nowhere else. Arguments that are parts of a query are columns of the query that asks.
 */
export type ModuleLookups = {
  /** Invitations to a role without an answer. */
  readonly invitedToRole: (role: Part) => Part<number>;
  /** Whether a person became a superadmin in the last days, and whether one of two people accepted an invitation of the other in them. */
  readonly becameSuperadmin: (person: Part, days: number) => Part<boolean>;
  readonly invitedBetween: (one: Part, other: Part, days: number) => Part<boolean>;
  /** The platform's paybill: where money comes that the platform holds, and the one it hears of, by the environment alone. */
  readonly platformPaybill: () => Part<string | null>;
  /** The conversation of an enquiry. */
  readonly threadOfLead: (lead: Part) => Part<number | null>;
  /** The conversation of an enquiry, and the guest's place in it. */
  readonly guestOfLead: (db: Db, leadId: number) => Promise<{ readonly id: number; readonly thread_id: number }>;
  /** The booking a bid became. */
  readonly bookingOfBid: (bid: Part) => Part<number | null>;
  readonly bookingCodeOfBid: (bid: Part) => Part<string | null>;
  /** The payment, as far as the caller manages it. */
  readonly managedPayment: (ctx: Ctx, id: number) => Promise<{ readonly id: number; readonly code: string } | undefined>;
  /** Featured places that are sold there. */
  readonly featuredIn: (db: Db, locationId: number) => Promise<number>;
  /** The number of bookings per promotion that are open or became a lease: `promotion_id` and `n`. */
  readonly bookedWithPromotions: () => Part;
  /** How often a question, or one of its category, was answered, and what with. */
  readonly scoresOfCategory: (category: Part) => Part<number>;
  readonly scoresOfItem: (item: Part) => Part;
  /** The unit a tenancy is to move to. */
  readonly nextUnitOf: (tenancy: Part) => Part<number | null>;
  /** People with an account who enquired about a property. */
  readonly askedAbout: (propertyId: number) => Part;
  /** Units that use a word, as far as the caller sees them: from where on. */
  readonly unitsWith: (me: Ctx['me'], uses: Part<boolean>) => Part;
  /** Enquiries about a property that led to a tour or a tenancy, by the day they were received. */
  readonly enquiriesOf: (propertyId: number, won: boolean, came: (day: Part) => Part<boolean>) => Part<number>;
  /** Whether the occupant of a unit was imported and did not transfer from another unit. */
  readonly livedInBySheet: (unit: Part) => Part<boolean>;
  /** Offers strangers see of companies that `which` selects. */
  readonly offersShown: (which: Part) => Part<number>;
  /** Whether a file is evidence of a booking payment or of a property verification that the caller may see. */
  readonly showsPayment: ScopeRule;
  readonly showsCheck: ScopeRule;
  /** The unit, if the caller sees it. */
  readonly seenUnit: (ctx: Ctx, id: number) => Promise<{ readonly id: number; readonly property_id: number; readonly code: string } | undefined>;
  /** Credit of a tenant that came from payments, not from credit notes. */
  readonly paidCredit: (db: Db, where: Place) => Promise<number>;
  /** A booking became this tenancy and lease. */
  readonly tenancyOfBooking: (booking: Part) => Part<{ id: number; code: string } | null>;
  readonly leaseOfBooking: (booking: Part) => Part<{ id: number; code: string; status: string } | null>;
  readonly leaseSigned: (booking: Part) => Part<boolean>;
  /** Whether a booking has an invoice that did not expire, and what was paid on it. */
  readonly isBilled: (booking: Part) => Part<boolean>;
  readonly paidOnBill: (booking: Part) => Part<number>;
  /** The code of the last payment of a booking. */
  readonly lastPaymentOf: (booking: Part) => Part<string | null>;
  /** Those who live in units, by unit, for who may know of tenants: from a sheet, and by their tenancies. */
  readonly occupantsIn: (ctx: Ctx, unitIds: readonly number[]) => Promise<Lives>;
  readonly tenantsIn: (ctx: Ctx, unitIds: readonly number[]) => Promise<Lives>;
  /** Bookings the caller manages, by their codes. */
  readonly bookingsByCode: (ctx: Ctx, codes: readonly string[]) => Promise<readonly (HeldFor & { readonly code: string })[]>;
  /** Offers of a unit the caller sees, and changes of their prices as steps of its past. */
  readonly offersOfUnit: (ctx: Ctx, unitId: number) => Promise<UnitFull['listings']>;
  readonly pricesOfUnit: (unitId: number) => Part;
  /** Codes of offers that are not closed. */
  readonly openOffersOf: (ctx: Ctx, unitIds: readonly number[]) => Promise<readonly string[]>;
  /** The same for a unit that is being deleted: the last unit of a property represents the property let as a whole. */
  readonly openOfferWith: (ctx: Ctx, unit: { readonly id: number; readonly property_id: number }) => Promise<string | undefined>;
  readonly isOffered: (unit: Part) => Part<boolean>;
  /** Records a relation to a tenant is named in. */
  readonly bookingsOfTenant: (tenant: Part | number) => Part;
  readonly placesOfTenant: (tenant: Part | number) => Part;
  readonly partiesOfTenant: (tenant: Part | number) => Part;
  /** They are held before the relations, in the order of locks. */
  readonly holdBookingsOf: (db: Db, tenantIds: readonly number[]) => Promise<unknown>;
  readonly holdTenanciesOf: (db: Db, tenantIds: readonly number[]) => Promise<unknown>;
  readonly holdAgreementsOf: (db: Db, tenantIds: readonly number[]) => Promise<unknown>;
  /** A lease both are in. */
  readonly sharedTenancy: (db: Db, one: number, other: number) => Promise<string | undefined>;
  /** Whether the caller manages a booking, or a tenancy, of a relation. */
  readonly managesBookingOf: (me: Me, tenant: Part) => Part<boolean>;
  readonly managesTenancyOf: (me: Me, tenant: Part) => Part<boolean>;
  /** Where a relation lives now, else where it lived last, as far as the caller manages it. */
  readonly homeOfTenant: (me: Me, tenant: Part) => Part<TenantHead['home']>;
  /** Since when a relation is in a tenancy, and in a booking. */
  readonly firstTenancyOf: (tenant: Part) => Part<string | null>;
  readonly firstBookingOf: (tenant: Part) => Part<string | null>;
  /** Whether a relation pays in a tenancy of these states, in one that is not over, or did when one ended. */
  readonly paysIn: (tenant: Part, states: readonly string[]) => Part<boolean>;
  readonly paysStill: (tenant: Part | number) => Part<boolean>;
  readonly paidToTheEnd: (tenant: Part) => Part<boolean>;
  readonly hasBooking: (tenant: Part, states: readonly string[]) => Part<boolean>;
  /** What the page of a tenant shows, as far as the caller manages it. */
  readonly tenantBookings: (ctx: Ctx, tenantId: number) => Promise<TenantFull['bookings']>;
  readonly tenantTenancies: (ctx: Ctx, tenantId: number) => Promise<TenantFull['tenancies']>;
  readonly tenantFiles: (ctx: Ctx, tenantId: number) => Promise<TenantFull['files']>;
  /** What there is of a tenancy. */
  readonly hasSignedLease: (tenancy: Part | number) => Part<boolean>;
  readonly hasMoveInInspection: (tenancy: Part | number) => Part<boolean>;
  readonly hasAgreement: (tenancy: Part) => Part<boolean>;
  readonly hasInspection: (tenancy: Part) => Part<boolean>;
  readonly hasInvoice: (tenancy: Part) => Part<boolean>;
  readonly hasPaper: (tenancy: Part) => Part<boolean>;
  /** Documents, with `id` and `name`. */
  readonly papersOfTenancy: (tenancyId: number) => Part;
  /** A notice or an addendum of it that its tenants read. */
  readonly sharedNotice: (ctx: Ctx, tenancyId: number, paperId: number) => Promise<boolean>;
  /** Whether a home was inspected when its tenants left. */
  readonly wasInspected: (db: Db, tenancyId: number, unitId: number) => Promise<boolean>;
  readonly homeOfTenancy: (db: Db, id: number) => Promise<{ readonly unit_id: number; readonly status: string } | undefined>;
  /** What was put to an invoice: of credit, by one of its tenants, each payment, and the parts. */
  readonly creditOn: (invoice: Part) => Part<number>;
  readonly paidBy: (invoice: Part, tenant: { readonly person: Part; readonly phone: Part }) => Part<number>;
  readonly moneyPutTo: (db: Db, invoiceId: number) => Promise<readonly { readonly at: Date; readonly how: string; readonly cents: number }[]>;
  readonly partsOf: (db: Db, invoiceId: number) => Promise<readonly number[]>;
  readonly paymentsOn: (db: Db, invoiceId: number) => Promise<readonly PaidOn[]>;
  /** Whether the platform holds the money of a company. */
  readonly holdsMoneyOf: (company: Part) => Part<boolean>;
};

const known: Partial<ModuleLookups> = {};

/** Registered once for every module at start; registering it again changes nothing. */
export function registerLookups(lookups: Partial<ModuleLookups>): void {
  const before: Readonly<Record<string, unknown>> = known;
  for (const [name, answer] of Object.entries(lookups))
    if (name in before && before[name] !== answer) throw new Error(`two modules implement the lookup ${name}`);
  Object.assign(known, lookups);
}

export function lookup<K extends keyof ModuleLookups>(name: K): ModuleLookups[K] {
  const answer: ModuleLookups[K] | undefined = known[name];
  if (answer === undefined) throw new Error(`no module implements the lookup ${name}`);
  return answer;
}
