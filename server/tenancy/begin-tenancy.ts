import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { calculateMonthlyPrice } from '#contract/listing/cost-breakdown.ts';
import { sumCents } from '#contract/money/cents.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { ownerWaivableMoveInGuards } from '#contract/tenancy/guards.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths } from '#contract/time/days.ts';
import { readGuarantor } from '#server/application/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { readStayUnits, releaseStay } from '#server/stay/service.ts';
import { moveUnitBySystem } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import type { NewTenancy } from './check-input.ts';
import { createTenancy, updateTenancy } from './create-tenancy.ts';
import { getWaivedMoveInRequirements, readMissingMoveInRequirements } from './guards.ts';
import {
  assertTenancyStatus,
  hasPayerWithAccount,
  lockTenancy,
  lockTenancyForManager,
  lockTenancyForTenant,
  logTenancyChange,
  onTenancyFactsChanged,
  readCallerName,
} from './lock-tenancy.ts';
import { notifyTenancyManagers, notifyTenants, notifyTenantsAndManagers } from './notify.ts';
import { type TenancyRow, tenancyNotFound } from './rows.ts';
import { readTenancyDetails } from './tenancy-detail.ts';

type Calls = typeof tenancyActionCalls;

/**
 * Activates the tenancy: the tenant moves in and the unit is occupied from now on. The caller has locked the tenancy and checked the requirements.
 */
export async function beginTenancy(ctx: Ctx, row: TenancyRow, actor: 'clock' | undefined, reason: string | null = null): Promise<TenancyRow> {
  await makeMove(ctx, tenancyMachine, 'activate', row.id, reason, actor);
  for (const unitId of await readStayUnits(ctx, { tenancyId: row.id })) await moveUnitBySystem(ctx, unitId, 'occupy', 'the tenancy began');
  const after = await updateTenancy(ctx, row);
  await logTenancyChange(ctx, row, after);
  await publishEvent(ctx, 'tenancy.activated', { tenancyId: row.id, unitId: row.unit_id, bookingId: row.booking_id });
  await onTenancyFactsChanged(ctx, row.id);
  const lead = await leadOf(ctx, row.booking_id);
  if (lead !== null) await publishEvent(ctx, 'lead.step', { leadId: lead, what: 'tenancy.activated', about: { day: row.starts_on } });
  await notifyTenantsAndManagers(ctx, after, 'tenancy.active', { day: row.starts_on }, String(after.revision));
  return after;
}
async function leadOf(ctx: Ctx, bookingId: number | null): Promise<number | null> {
  if (bookingId === null) return null;
  const row = await unscopedTable(ctx.db, 'booking', 'the enquiry that led to the tenancy')
    .select()
    .select('lead_id')
    .where('id', '=', bookingId)
    .executeTakeFirst();
  return row?.lead_id ?? null;
}

export async function activateTenancy(ctx: Ctx, { id }: HandlerInput<Calls['activate']>): Promise<HandlerResult<Calls['activate']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, ['pending']);
  const lacking = await readMissingMoveInRequirements(ctx, row);
  if (lacking.length > 0) throw new Refusal('conflict', m.tenancy_refusal_missing(), { missing: lacking });
  await beginTenancy(ctx, row, undefined);
  return readTenancyDetails(ctx, { id });
}

/** Only the owner may waive the lease, and only if no payer has an account to sign it with; a manager of the unit may waive the other requirements. */
export async function waiveMoveInRequirement(
  ctx: Ctx,
  { id, what, reason }: HandlerInput<Calls['waiveGuard']>,
): Promise<HandlerResult<Calls['waiveGuard']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, ['pending']);
  if (ownerWaivableMoveInGuards.includes(what) && ctx.me.companyId !== row.company_id)
    throw new Refusal('forbidden', m.tenancy_refusal_holders_own());
  // A payer with an account consents to the terms by signing the lease; the landlord cannot do without that consent.
  if (what === 'agreement' && (await hasPayerWithAccount(ctx, id))) throw new Refusal('conflict', m.tenancy_refusal_waive_agreement());
  const waived = { ...getWaivedMoveInRequirements(row), [what]: { reason, by: await readCallerName(ctx), at: clock.now().toISOString() } };
  const after = await updateTenancy(ctx, row, { waived: JSON.stringify(waived) });
  await logTenancyChange(ctx, row, after, {
    reason,
    was: { went_without: Object.keys(getWaivedMoveInRequirements(row)) },
    is: { went_without: Object.keys(waived) },
  });
  return readTenancyDetails(ctx, { id });
}

/** Withdraws a tenancy before it begins. The reservation of its unit is released, and the participants are notified. */
async function giveUp(ctx: Ctx, row: TenancyRow, reason: string, actor?: 'clock', tells = true): Promise<void> {
  await makeMove(ctx, tenancyMachine, 'withdraw', row.id, reason, actor);
  const termination = { kind: 'withdrawn', reason, on: clock.today() };
  const after = await updateTenancy(ctx, row, { termination: JSON.stringify(termination), terms_ask: null });
  await releaseStay(ctx, { tenancyId: row.id }, 'the tenancy did not come about');
  await logTenancyChange(ctx, row, after, { reason });
  await publishEvent(ctx, 'tenancy.withdrawn', { tenancyId: row.id, unitId: row.unit_id, bookingId: row.booking_id });
  await onTenancyFactsChanged(ctx, row.id);
  if (tells) await notifyTenantsAndManagers(ctx, after, 'tenancy.terminated', { day: termination.on }, 'withdrawn');
}

export async function withdrawTenancy(ctx: Ctx, { id, reason }: HandlerInput<Calls['withdraw']>): Promise<HandlerResult<Calls['withdraw']>> {
  const own = await lockTenancyForTenant(ctx, id);
  const row = own ?? (ctx.me.grants.has('tenancies.edit') ? await lockTenancyForManager(ctx, id) : null);
  if (!row) throw tenancyNotFound();
  assertTenancyStatus(ctx, row, ['pending']);
  if (row.booking_id !== null && (await bookingOf(ctx, row.booking_id))?.status === 'confirmed')
    throw new Refusal('conflict', m.tenancy_refusal_booking());
  // A tenant in the tenancy may cancel it, whatever their other roles.
  await giveUp(ctx, row, reason, own && ctx.me.role !== 'tenant' ? 'clock' : undefined);
  return readTenancyDetails(ctx, { id });
}

/** Withdraws a tenancy without a booking that has not begun two weeks after its start day. */
export const expirePendingTenancy = (ctx: Ctx, row: TenancyRow) => giveUp(ctx, row, 'it had not begun two weeks after its start day', 'clock');

/** The payers did not confirm in time that they rent the unit. */
export const withdrawUnconfirmedTenancy = (ctx: Ctx, row: TenancyRow) => giveUp(ctx, row, 'the tenants did not confirm it', 'clock');

/** The person at the recorded contact does not rent the unit. They get no further message; the caller notifies the managers. */
export const withdrawDisownedTenancy = (ctx: Ctx, row: TenancyRow) => giveUp(ctx, row, 'the person at the recorded contact objected', 'clock', false);

const bookingOf = (ctx: Ctx, id: number) =>
  systemRows(ctx.db, 'booking', 'the booking that led to the tenancy')
    .innerJoin('unit', 'unit.id', 'booking.unit_id')
    .innerJoin('tenant', 'tenant.id', 'booking.tenant_id')
    .selectAll('booking')
    .select('tenant.name as tenant_name')
    .where('booking.id', '=', id)
    .executeTakeFirst();

/** The part of a booking's bill (contract/booking) that its tenancy needs. */
export type BookingBillTerms = {
  readonly listing_type: number;
  readonly price_cents: number;
  readonly price_period: number;
  readonly deposit_cents: number;
  readonly service_charge_cents: number;
  readonly other_charges: readonly { readonly label: string; readonly cents: number; readonly often: 'once' | 'monthly' }[];
  readonly promotion: { readonly months: number; readonly cents: number } | null;
  readonly due?: readonly { readonly kind: string; readonly cents: number }[];
};

/** The terms agreed at application become the terms of the tenancy. */
export function toTenancyTermsOfBooking(
  bill: BookingBillTerms,
  startsOn: string,
  termMonths: number,
): Pick<NewTenancy, 'endsOn' | 'termType' | 'rentCents' | 'period' | 'depositCents' | 'charges' | 'listingType'> {
  const off = bill.promotion ? (calculateMonthlyPrice(bill) ?? bill.price_cents) - bill.promotion.cents : 0;
  return {
    endsOn: termMonths === 0 ? null : addDays(addMonths(startsOn, termMonths), -1),
    termType: termMonths === 0 ? 'periodic' : 'fixed',
    rentCents: bill.price_cents,
    period: bill.price_period,
    // A promotion may have reduced the deposit, so the deposit of the move-in bill is used.
    depositCents: bill.due ? sumCents(bill.due.filter(({ kind }) => kind === 'deposit').map(({ cents }) => cents)) : bill.deposit_cents,
    listingType: bill.listing_type === 1 ? 1 : 0,
    charges: [
      ...(bill.service_charge_cents > 0
        ? [{ label: m.tenancy_charge_service(), kind: 'service' as const, cents: bill.service_charge_cents, often: 'monthly' as const }]
        : []),
      ...bill.other_charges.map((one) => ({ ...one, kind: 'other' as const })),
      ...(bill.promotion && off > 0
        ? [
            {
              label: m.tenancy_charge_promotion(),
              kind: 'discount' as const,
              cents: -off,
              ...(bill.promotion.months > 0
                ? { often: 'monthly' as const, last: addDays(addMonths(startsOn, bill.promotion.months), -1) }
                : { often: 'once' as const }),
            },
          ]
        : []),
    ],
  };
}

/** The tenancies of a booking, except terminated ones. */
const ofBooking = async (ctx: Ctx, bookingId: number) =>
  (
    await sql<{ id: number; status: string }>`/* unscoped: the tenancy of a booking */
      select id, status from tenancy where booking_id = ${bookingId} and status <> 'terminate' order by id`.execute(ctx.db)
  ).rows;

/** A booking was paid: its tenancy is created as pending until its start, with the agreed terms, in the reserved unit. */
export async function createTenancyFromBooking(ctx: Ctx, { bookingId }: { readonly bookingId: number }): Promise<void> {
  if ((await ofBooking(ctx, bookingId)).length > 0) return;
  const booking = await bookingOf(ctx, bookingId);
  if (!booking) return;
  const guarantor = await readGuarantor(ctx, bookingId);
  const made = await createTenancy(ctx, {
    unitId: booking.unit_id,
    whole: booking.whole,
    startsOn: booking.starts_on,
    ...toTenancyTermsOfBooking(booking.bill as BookingBillTerms, booking.starts_on, booking.term_months),
    people: [
      { tenantId: booking.tenant_id, role: 'lead', shareBp: 10_000 },
      ...(guarantor ? [{ role: 'guarantor' as const, shareBp: 0, somebody: { personId: null, email: null, ...guarantor } }] : []),
    ],
    agentCompanyId: booking.agent_company_id,
    bookingId,
  });
  const row = await lockTenancy(ctx, made.id);
  await notifyTenants(ctx, row, 'tenancy.starting', { day: row.starts_on }, 'made');
  await notifyTenancyManagers(ctx, row, 'tenancy.ready', { day: row.starts_on, name: booking.tenant_name }, 'made');
}

/** A paid booking was cancelled or has expired: its pending tenancy is withdrawn. */
export async function onBookingReleased(ctx: Ctx, { bookingId, why }: { readonly bookingId: number; readonly why: string }): Promise<void> {
  for (const { id, status } of await ofBooking(ctx, bookingId))
    if (status === 'pending')
      await giveUp(ctx, await lockTenancy(ctx, id), why === 'expired' ? 'its booking expired' : 'its booking was canceled', 'clock');
}

/** The lease was rejected or expired, and no new version was sent in time, so a tenancy from a booking ends with it. */
export async function onLeaseNotAgreed(
  ctx: Ctx,
  { tenancyId, bookingId }: { readonly tenancyId: number; readonly bookingId: number | null },
): Promise<void> {
  if (bookingId !== null) return;
  const row = await lockTenancy(ctx, tenancyId);
  if (row.status === 'pending') await giveUp(ctx, row, 'the lease was not signed', 'clock');
}
