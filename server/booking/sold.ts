import { clocks } from '#contract/booking/kinds.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import { eveningAfter } from '#contract/time/deadline.ts';
import { endGrants } from '#server/application/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { childrenOf, parentOf, systemRows } from '#server/kernel/scoped-row.ts';
import { relate } from '#server/tenant/service.ts';
import { leftOf } from './left.ts';
import { type BookingRow, open } from './rows.ts';
import { restage } from './steps.ts';
import { dayText, namesOf, tellApplicant } from './tell.ts';

const why = 'the home they are about was sold';

/** Whoever is still being looked at. A frozen one is asked too: its time begins when it is released. */
const isAsked = ({ status }: BookingRow): boolean => status === 'await_screening';
/** What it goes back to once they have said yes. */
const stageAfter = ({ stage, stage_before }: BookingRow) => {
  const [now, before] = stage === 'frozen' ? [stage_before, null] : [stage, stage_before];
  return now === 'info_requested' ? before : now;
};

/**
 * What was promised goes on with whoever bought the home. Nobody applied to them, though: nothing of an application is theirs to read until the
 * applicant says so, and who says nothing within 72 hours has taken it back.
 */
export async function followSale(ctx: Ctx, { propertyId, fromCompany, toCompany }: Happenings['property.sold']): Promise<void> {
  // A buyer without a company here: the home stays with who had it until it is handed over.
  if (toCompany === null) return;
  const rows = await systemRows(ctx.db, 'booking', why)
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('company_id', '<>', toCompany)
    .where('status', 'in', open)
    .orderBy('id')
    .forUpdate()
    .execute();
  await endGrants(
    ctx,
    rows.map((row) => row.id),
  );
  // What the former holder found out stays theirs: the next one looks for themselves.
  await childrenOf(ctx.db, rows, 'screening_check', 'booking_id')
    .change()
    .set({ former_company_id: fromCompany })
    .where('former_company_id', 'is', null)
    .execute();
  for (const row of rows) {
    const person = await parentOf(ctx.db, row, 'person_id', 'person').select(['name', 'phone', 'email']).executeTakeFirstOrThrow();
    const tenantId = await relate(ctx, toCompany, { personId: row.person_id, ...person });
    const until = isAsked(row) ? eveningAfter(clock.now(), clocks.consent) : null;
    const after = await restage(
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
              // What was left of waiting for the home is not what is left to decide.
              clock_left: row.stage_before === 'waitlist' ? null : (leftOf(row.decide_by) ?? row.clock_left),
              decide_by: null,
              reminded_at: null,
              asked: JSON.stringify({ what: ['application'], note: '', at: clock.now().toISOString() }),
            }),
      },
      'the home was sold',
    );
    for (const id of [row.tenant_id, tenantId]) await happened(ctx, 'tenant.facts', { tenantId: id });
    const { home, company } = await namesOf(ctx, after);
    await tellApplicant(ctx, after, 'booking.sold', { home, company, date: dayText(until) });
  }
}
