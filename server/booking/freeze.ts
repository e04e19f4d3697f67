import { sql } from 'kysely';
import { applicationRetentionDays } from '#contract/application/kinds.ts';
import { type BookingFreezeReason, bookingDeadlines } from '#contract/booking/kinds.ts';
import { hasRunningDeadline } from '#contract/booking/machine.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { endApplicationGrants } from '#server/application/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import type { EventHandlers } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, type ScopedRow, systemRow, systemRows } from '#server/kernel/scoped-row.ts';
import { readCompanyName } from '#server/people/service.ts';
import { readListingAvailableFrom, readStayUnits } from '#server/stay/service.ts';
import { createBooking, readUnitIdsOfListing } from './apply.ts';
import { readBookableListing, takePriceSnapshot } from './bill.ts';
import { onPropertySold } from './change-of-owner.ts';
import { bookingFreezeReasonSql, isBookingForUnitsSql, isBookingFrozenSql, readBookedUnits, readUnitsAvailableFrom } from './homes.ts';
import { notifyApplicant, readBookingNames } from './notify.ts';
import { calculateResumedDeadline, computeRemainingDeadlineTime } from './paused-deadline.ts';
import { type BookingRow, type BookingStageName, openBookingStatuses } from './rows.ts';
import { addBookingLeadStep, changeBookingStage, lockBookingById, moveBooking, offerUnitsToNextApplicant, queuePromotionRelease } from './steps.ts';
import { onAgreementUnsettled } from './unsettled-agreement.ts';

const why = 'bookings follow events of their unit';
type Where = { readonly listing_id: number } | { readonly unit_id: number } | { readonly property_id: number };

function rowsOf(ctx: Ctx, where: Where) {
  const rows = systemRows(ctx.db, 'booking', why).selectAll().orderBy('id').forUpdate();
  if ('listing_id' in where) return rows.where('listing_id', '=', where.listing_id);
  return 'unit_id' in where ? rows.where(isBookingForUnitsSql([where.unit_id])) : rows.where('property_id', '=', where.property_id);
}

/** While the home is frozen no booking is decided or paid. Every deadline is suspended with its remaining time. */
async function freeze(ctx: Ctx, where: Where, why: BookingFreezeReason): Promise<void> {
  // Maintenance does not prevent an applicant from paying for a unit that was promised.
  const statuses: readonly BookingRow['status'][] = why === 'works' ? ['await_screening'] : ['await_screening', 'await_payment'];

  await freezeRows(ctx, await rowsOf(ctx, where).where('status', 'in', statuses).where('stage', '<>', 'frozen').execute(), why);
}
async function freezeRows(ctx: Ctx, rows: readonly BookingRow[], why: BookingFreezeReason): Promise<void> {
  for (const row of rows) {
    const after = await changeBookingStage(ctx, row, {
      stage: 'frozen',
      stage_before: row.stage,
      clock_left: computeRemainingDeadlineTime(row.decide_by ?? row.pay_until ?? row.waitlist_until) ?? row.clock_left,
      waitlist_until: null,
      decide_by: null,
      pay_until: null,
    });
    const { home } = await readBookingNames(ctx, after);
    await notifyApplicant(ctx, after, 'booking.frozen', { home, why });
  }
}

/** The reason why the units of a booking are frozen now, or null. */
async function readFreezeReason(ctx: Ctx, row: BookingRow): Promise<BookingFreezeReason | null> {
  const { rows } = await sql<{ why: BookingFreezeReason }>`/* unscoped: checks whether another record still freezes the unit of a booking */
    select ${bookingFreezeReasonSql} as why from booking join property on property.id = booking.property_id left join listing on listing.id = booking.listing_id
    where booking.id = ${row.id} and ${isBookingFrozenSql}`.execute(ctx.db);
  return rows[0]?.why ?? null;
}

/** Deadlines continue with the time that was left when they were paused. */
async function thaw(ctx: Ctx, where: Where): Promise<void> {
  const rows = await rowsOf(ctx, where).where('status', 'in', ['await_screening', 'await_payment']).where('stage', '=', 'frozen').execute();
  for (const row of rows) {
    if (await readFreezeReason(ctx, row)) continue;
    const stage = (row.stage_before ?? 'screening') as BookingStageName;
    const screened = row.status === 'await_screening' && hasRunningDeadline(stage);
    const waits = row.status === 'await_screening' && stage === 'waitlist';
    const after = await changeBookingStage(ctx, row, {
      stage,
      stage_before: null,
      clock_left: screened || waits || row.status === 'await_payment' ? null : row.clock_left,
      decide_by: screened ? calculateResumedDeadline(row.clock_left) : null,
      pay_until: row.status === 'await_payment' ? calculateResumedDeadline(row.clock_left) : null,
      waitlist_until: waits ? calculateResumedDeadline(row.clock_left) : null,
      // Applicants could not consent to the new owner while the booking was frozen.
      consent_until: row.consent_until === null ? null : computeEveningDeadline(clock.now(), bookingDeadlines.consent),
      reminded_at: null,
    });
    const { home } = await readBookingNames(ctx, after);
    await notifyApplicant(ctx, after, 'booking.thawed', { home });
  }
  // The applicant with the unit may have withdrawn in the meantime.
  for (const row of rows) await offerUnitsToNextApplicant(ctx, await readBookedUnits(ctx, row));
}

/** The last turn of an accepted bid, which has the agreed terms. */
const lastTurn = (ctx: Ctx, bid: ScopedRow<'bid'>) =>
  childrenOf(ctx.db, bid, 'bid_turn', 'bid_id').select().selectAll().orderBy('n', 'desc').limit(1).executeTakeFirstOrThrow();

/** An accepted bid creates a booking with the agreed terms that is still to be screened. The deadline is for the application where there is none. */
async function fromBid(ctx: Ctx, bidId: number): Promise<void> {
  const bid = await systemRows(ctx.db, 'bid', why).selectAll().where('id', '=', bidId).executeTakeFirstOrThrow();
  const turn = await lastTurn(ctx, bid);
  const offer = await readBookableListing(ctx, bid.listing_id);
  const unitId = bid.unit_id ?? offer?.home_id ?? null;
  // An accepted bid to buy opens a sale file instead of a booking.
  if (!offer || offer.listing_type === 2 || unitId === null) return;
  const homes = await readUnitIdsOfListing(ctx, offer);
  const terms = turn.terms as { deposit_cents?: number; term_months?: number; starts_on?: string };
  const open = await systemRows(ctx.db, 'booking', why)
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('whole', '=', offer.whole)
    .where('person_id', '=', bid.person_id)
    .where('status', 'in', ['await_screening', 'await_payment', 'confirmed'])
    .forUpdate()
    .executeTakeFirst();
  const bill = takePriceSnapshot(offer, {
    price_cents: turn.cents,
    ...(terms.deposit_cents === undefined ? {} : { deposit_cents: terms.deposit_cents }),
  });
  if (open) {
    // An approved or paid booking keeps its terms; a booking under review takes over the terms of the bid.
    if (open.status === 'await_screening') await changeBookingStage(ctx, open, { bill: JSON.stringify(bill), bid_id: bidId }, 'a bid was accepted');
    return;
  }
  const row = await createBooking(ctx, offer, {
    personId: bid.person_id,
    unitId,
    // The applicant is asked for an application, because a saved one is shared only with consent.
    applicationId: null,
    startsOn: [terms.starts_on ?? '', await readListingAvailableFrom(ctx, offer.id)].reduce((last, one) => (one > last ? one : last)),
    // Older bids have no term, so the listing's minimum, or at least a year, applies.
    termMonths: terms.term_months ?? Math.max(12, offer.min_term_months),
    occupants: 1,
    message: '',
    stage: 'info_requested',
    bill,
    bidId,
    promotionId: null,
  });
  const units = await unscopedTable(ctx.db, 'unit', why)
    .select()
    .select('status')
    .where('id', 'in', [...homes])
    .execute();
  const isHeld = units.some(({ status }) => status === 'ordered') || (await readUnitsAvailableFrom(ctx, homes)) === null;
  const asked = await changeBookingStage(ctx, row, {
    asked: JSON.stringify({ what: ['application'], note: '', at: clock.now().toISOString() }),
    // Another applicant has the unit, so they answer first and this applicant is next.
    ...(isHeld ? { stage_before: 'backup' } : {}),
  });
  const { home, company } = await readBookingNames(ctx, asked);
  await notifyApplicant(ctx, asked, 'booking.more_asked', { home, unsent: company });
  if (isHeld) await notifyApplicant(ctx, asked, 'booking.backup', { home });
  const frozen = await readFreezeReason(ctx, asked);
  if (frozen) await freezeRows(ctx, [asked], frozen);
}

/** The home is occupied now: its booking is closed, and the other applicants are notified that it is let. The waiting list is kept. */
async function livedIn(ctx: Ctx, unitIds: readonly number[], bookingId: number | null): Promise<void> {
  if (bookingId !== null) {
    const row = await lockBookingById(ctx, bookingId);
    if (row.status === 'confirmed') {
      await moveBooking(ctx, row, { name: 'close', actor: 'clock' });
      await endApplicationGrants(ctx, [row.id], { days: applicationRetentionDays.let });
    }
  }
  const others = await systemRows(ctx.db, 'booking', why)
    .selectAll()
    .where(isBookingForUnitsSql(unitIds))
    .orderBy('id')
    .forUpdate()
    .where('status', '=', 'await_screening')
    .where('stage', '<>', 'waitlist')
    .execute();
  for (const row of others) {
    const decision = JSON.stringify({ reason: 'another', note: '', at: clock.now().toISOString(), by: null });
    const after = await moveBooking(ctx, row, { name: 'let_to_another', actor: 'clock', set: { decision } });
    await endApplicationGrants(ctx, [row.id]);
    await queuePromotionRelease(ctx, row);
    const { home } = await readBookingNames(ctx, after);
    await notifyApplicant(ctx, after, 'booking.declined', { home, reason: 'another' });
    await addBookingLeadStep(ctx, after, 'booking.declined');
  }
}

/** An imported tenancy counts as occupied from the start. */
async function broughtAlong(ctx: Ctx, tenancyId: number): Promise<void> {
  const row = await getLookup('homeOfTenancy')(ctx.db, tenancyId);
  if (row?.status === 'active') await livedIn(ctx, [row.unit_id, ...(await readStayUnits(ctx, { tenancyId }))], null);
}

/** The agent’s staff lose access. The owner of the property decides, and the applicant is notified of the owner’s name. */
async function withoutAgent(ctx: Ctx, { agentCompanyId: agent, propertyIds: properties }: DomainEvents['mandate.ended']): Promise<void> {
  if (properties.length === 0) return;
  const rows = await unscopedTable(ctx.db, 'booking', why)
    .change()
    .set({ agent_company_id: null })
    .where('agent_company_id', '=', agent)
    .where('property_id', 'in', [...properties])
    .returningAll()
    .execute();
  await endApplicationGrants(
    ctx,
    rows.map((row) => row.id),
    { companyId: agent },
  );
  const gone = await readCompanyName(ctx.db, agent);
  for (const row of rows.filter(({ status }) => openBookingStatuses.includes(status))) {
    const booking = { ...row, ...systemRow('booking', row.id, why) };
    const { home, company } = await readBookingNames(ctx, booking);
    await notifyApplicant(ctx, booking, 'booking.agent_gone', { home, agent: gone, company }, `:${agent}`);
  }
}

export const bookingEventHandlers: EventHandlers = {
  'bid.accepted': (ctx, { bidId }) => fromBid(ctx, bidId),
  'tenancy.activated': async (ctx, { tenancyId, unitId, bookingId }) =>
    livedIn(ctx, [unitId, ...(await readStayUnits(ctx, { tenancyId }))], bookingId),
  'tenancy.made': (ctx, { tenancyId }) => broughtAlong(ctx, tenancyId),
  'tenancy.transferred': (ctx, { toUnit }) => livedIn(ctx, [toUnit], null),
  'unit.freed': (ctx, { unitId }) => offerUnitsToNextApplicant(ctx, [unitId]),
  'listing.frozen': (ctx, { listingId }) => freeze(ctx, { listing_id: listingId }, 'platform'),
  'listing.thawed': (ctx, { listingId }) => thaw(ctx, { listing_id: listingId }),
  'unit.frozen': (ctx, { unitId }) => freeze(ctx, { unit_id: unitId }, 'platform'),
  'unit.works': (ctx, { unitId }) => freeze(ctx, { unit_id: unitId }, 'works'),
  'unit.thawed': (ctx, { unitId }) => thaw(ctx, { unit_id: unitId }),
  'property.frozen': (ctx, { propertyId }) => freeze(ctx, { property_id: propertyId }, 'platform'),
  'property.thawed': (ctx, { propertyId }) => thaw(ctx, { property_id: propertyId }),
  'property.sold': onPropertySold,
  'agreement.unsettled': onAgreementUnsettled,
  'mandate.ended': withoutAgent,
};
