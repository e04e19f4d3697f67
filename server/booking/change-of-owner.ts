import { bookingDeadlines } from '#contract/booking/kinds.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { endApplicationGrants } from '#server/application/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { childrenOf, parentOf, systemRows } from '#server/kernel/scoped-row.ts';
import { findOrCreateTenant } from '#server/tenant/service.ts';
import { formatBookingDay, notifyApplicant, readBookingNames } from './notify.ts';
import { computeRemainingDeadlineTime } from './paused-deadline.ts';
import { type BookingRow, openBookingStatuses } from './rows.ts';
import { changeBookingStage } from './steps.ts';

const why = 'the unit of the booking was sold';

/** Applicants still under review. A frozen booking is asked too; its time starts when it is released. */
const isAsked = ({ status }: BookingRow): boolean => status === 'await_screening';
/** The status to which a booking returns when the applicant accepts. */
const stageAfter = ({ stage, stage_before }: BookingRow) => {
  const [now, before] = stage === 'frozen' ? [stage_before, null] : [stage, stage_before];
  return now === 'info_requested' ? before : now;
};

/**
 * Approved bookings continue with the buyer of the home. The applicants did not apply to the buyer, who can therefore read no application before the
 * applicant consents. Without an answer within 72 hours the application is withdrawn.
 */
export async function onPropertySold(ctx: Ctx, { propertyId, fromCompany, toCompany }: DomainEvents['property.sold']): Promise<void> {
  // A buyer without a company: the home stays with the present owner until it is handed over.
  if (toCompany === null) return;
  const rows = await systemRows(ctx.db, 'booking', why)
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('company_id', '<>', toCompany)
    .where('status', 'in', openBookingStatuses)
    .orderBy('id')
    .forUpdate()
    .execute();
  await endApplicationGrants(
    ctx,
    rows.map((row) => row.id),
  );
  // The screening results stay with the former owner; the new owner checks the applicants again.
  await childrenOf(ctx.db, rows, 'screening_check', 'booking_id')
    .change()
    .set({ former_company_id: fromCompany })
    .where('former_company_id', 'is', null)
    .execute();
  for (const row of rows) {
    const person = await parentOf(ctx.db, row, 'person_id', 'person').select(['name', 'phone', 'email']).executeTakeFirstOrThrow();
    const tenantId = await findOrCreateTenant(ctx, toCompany, { personId: row.person_id, ...person });
    const until = isAsked(row) ? computeEveningDeadline(clock.now(), bookingDeadlines.consent) : null;
    const after = await changeBookingStage(
      ctx,
      row,
      {
        company_id: toCompany,
        agent_company_id: null,
        tenant_id: tenantId,
        consent_until: until,
        ...(until === null
          ? {}
          : {
              ...(row.stage === 'frozen' ? { stage_before: 'info_requested' } : { stage: 'info_requested', stage_before: stageAfter(row) }),
              // The time left on the waiting list is not time left for the decision.
              clock_left: row.stage_before === 'waitlist' ? null : (computeRemainingDeadlineTime(row.decide_by) ?? row.clock_left),
              decide_by: null,
              reminded_at: null,
              asked: JSON.stringify({ what: ['application'], note: '', at: clock.now().toISOString() }),
            }),
      },
      'the home was sold',
    );
    for (const id of [row.tenant_id, tenantId]) await publishEvent(ctx, 'tenant.facts', { tenantId: id });
    const { home, company } = await readBookingNames(ctx, after);
    await notifyApplicant(ctx, after, 'booking.sold', { home, company, date: formatBookingDay(until) });
  }
}
