import { type SelectQueryBuilder, sql } from 'kysely';
import type { BookingBill } from '#contract/booking/bill.ts';
import type { BookingAction, BookingFreezeReason } from '#contract/booking/kinds.ts';
import { bookingMachine } from '#contract/booking/machine.ts';
import type { BookingSummary } from '#contract/booking/shapes.ts';
import { listAllowedMoves, type MoveOf } from '#contract/kernel/machine.ts';
import { apiEnumerations } from '#contract/reference/enumerations.ts';
import type { DB } from '#server/db/types.gen.ts';
import { type Ctx, type Me, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { mayChange } from '#server/kernel/scope.ts';
import type { RowOf, ScopeChecked } from '#server/kernel/scoped-row.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';
import { bookingFreezeReasonSql } from './homes.ts';

export type BookingRow = RowOf<'booking'>;
type Status = keyof typeof bookingMachine.states;
export type BookingStageName = BookingSummary['stage'];
export const bookingNotFound = () => new Refusal('notFound', sentence('itemNotFound'));
export const openBookingStatuses: readonly Status[] = ['await_screening', 'await_payment', 'confirmed'];
const managing: readonly string[] = ['owner', 'agent', 'dealer', 'staff'];

/** Joins unit, property and applicant of a booking, which lists show; queries that only filter or count do without. */
export const joinUnitAndProperty = (bookings: SelectQueryBuilder<DB, 'booking', ScopeChecked<'booking'>>) =>
  bookings
    .innerJoin('property', 'property.id', 'booking.property_id')
    .innerJoin('unit', 'unit.id', 'booking.unit_id')
    .innerJoin('person', 'person.id', 'booking.person_id')
    .leftJoin('listing', 'listing.id', 'booking.listing_id');

/** Whether payments of the booking are on its invoice. A booking from before invoices has only its recorded payment. */
export const isBookingBilledSql = (b: string) => getLookup('isBilled')(sql.ref(`${b}.id`));

export const getBookingNameColumns = (ctx: Ctx) =>
  [
    'property.code as property_code',
    'property.name as property_name',
    'unit.code as unit_code',
    sql<string>`case when booking.whole then app.whole_name(booking.property_id) else unit.name end`.as('unit_name'),
    'listing.code as listing_code',
    'listing.title as listing_title',
    'person.name as person_name',
    'person.phone as person_phone',
    mayChange('booking:managed', ctx.me, 'booking.edit').as('may_work'),
    sql<boolean>`(booking.status = 'confirmed' and ${getLookup('leaseSigned')(sql.ref('booking.id'))})`.as('lease_signed'),
    getLookup('paidOnBill')(sql.ref('booking.id')).as('received_cents'),
    isBookingBilledSql('booking').as('billed'),
    bookingFreezeReasonSql.as('frozen_for'),
    ...companyAndCountyColumns('booking.company_id'),
  ] as const;
type Named = { property_code: string; property_name: string; unit_code: string; unit_name: string } & {
  listing_code: string | null;
  listing_title: string | null;
  person_name: string;
  person_phone: string | null;
  may_work: boolean;
  lease_signed: boolean;
  received_cents: number;
  billed: boolean;
  frozen_for: BookingFreezeReason;
} & CompanyAndCountyRow;
export type NamedBooking = BookingRow & Named;

export const readBookingBill = (row: Pick<BookingRow, 'bill'>): BookingBill => row.bill as BookingBill;
export const formatBookedHomeName = (r: Pick<Named, 'unit_name' | 'property_name'>): string => `${r.unit_name}, ${r.property_name}`;

type Whose = { readonly me: Me; readonly mine: boolean; readonly mayWork: boolean };
type Standing = Pick<BookingRow, 'status' | 'stage'> & { readonly billed?: boolean };

/**
 * The moves of the machine that are possible in the current state: a frozen booking cannot be approved or paid, a booking waiting for a unit cannot
 * be approved.
 */
export function getBookingMoves({ status, stage }: Standing, { me, mine, mayWork }: Whose): MoveOf<typeof bookingMachine>[] {
  if (!mine && !(mayWork && me.grants.has('booking.edit'))) return [];
  const shut: readonly string[] = stage === 'frozen' ? ['approve', 'confirm'] : stage === 'waitlist' ? ['approve'] : [];
  return listAllowedMoves(bookingMachine, status, me.role).filter((name) => !shut.includes(name));
}
export function getBookingActions({ status, stage, billed: asked = false }: Standing, { me, mine, mayWork }: Whose): BookingAction[] {
  if (mine && status === 'await_payment') return stage === 'frozen' ? [] : ['say_paid'];
  if (mine) return status === 'await_screening' && stage === 'info_requested' ? ['answer'] : [];
  if (!mayWork || !managing.includes(me.role) || !me.grants.has('booking.edit')) return [];
  if (status === 'confirmed') return asked ? [] : ['correct'];
  if (status !== 'await_screening') return [];
  const acts: BookingAction[] = [];
  if (stage === 'screening') acts.push('shortlist');
  if (stage === 'shortlisted') acts.push('unlist');
  if (stage === 'screening' || stage === 'shortlisted') acts.push('ask');
  if (stage !== 'waitlist') acts.push('check');
  return acts;
}

/** After a sale of the home, the new owner can read the application only once the applicant consents. */
export const isApplicationClosedToBuyer = (r: Pick<BookingRow, 'consent_until' | 'person_id'>, me: Me): boolean =>
  r.consent_until !== null && r.person_id !== me.userId;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
export function toBookingSummary(r: NamedBooking, { me }: Pick<Ctx, 'me'>): BookingSummary {
  const whose = { me, mine: r.person_id === me.userId, mayWork: r.may_work };
  const bill = readBookingBill(r);
  return {
    id: r.id,
    code: r.code,
    status: apiEnumerations.booking_status[r.status],
    stage: r.stage,
    property: { id: r.property_id, code: r.property_code, name: r.property_name },
    unit: { id: r.unit_id, code: r.unit_code, name: r.unit_name },
    listing: r.listing_id === null ? null : { id: r.listing_id, code: r.listing_code ?? '', title: r.listing_title ?? '' },
    frozen_for: r.stage === 'frozen' ? r.frozen_for : null,
    applicant:
      r.status === 'deleted' ? null : { id: r.person_id, name: r.person_name, phone: isApplicationClosedToBuyer(r, me) ? null : r.person_phone },
    starts_on: r.starts_on,
    term_months: r.term_months,
    occupants: r.occupants,
    due_cents: bill.due_cents ?? 0,
    received_cents: r.received_cents,
    month_cents: bill.month_cents ?? 0,
    decide_by: iso(r.decide_by),
    pay_until: iso(r.pay_until),
    said_paid_at: (r.said_paid as { at: string } | null)?.at ?? null,
    waitlist_until: iso(r.waitlist_until),
    lease_signed: r.lease_signed,
    unsent: r.application_id === null && r.stage === 'info_requested',
    first_until: iso(r.first_until),
    consent_until: iso(r.consent_until),
    created_at: r.created_at.toISOString(),
    updated_at: r.updated_at.toISOString(),
    ...toCompanyAndCounty(r),
    revision: r.revision,
    moves: getBookingMoves(r, whose),
    acts: getBookingActions(r, whose),
  };
}

/** The facts in the audit log: status and deadline, but no answers of the applicant. */
export const buildBookingLogFacts = (r: BookingRow) => ({
  property_id: r.property_id,
  unit_id: r.unit_id,
  status: r.status,
  stage: r.stage,
  starts_on: r.starts_on,
  term_months: r.term_months,
  decide_by: iso(r.decide_by),
  pay_until: iso(r.pay_until),
});

/** The earliest deadline first, and bookings without a deadline last. It is a column of the table, so that indexes have this order. */
export const bookingDueOrderSql = sql`booking.due_at asc nulls last`;
