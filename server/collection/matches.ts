import { sql } from 'kysely';
import type { ScoredReason } from '#contract/matching/match.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { HomeColumns } from './invoices.ts';
import type { PaymentRow } from './rows.ts';

const why = 'matching changes the unit to which a payment belongs';
export type MatchChange = HomeColumns &
  Pick<PaymentRow, 'id' | 'allocated_cents' | 'credited_cents' | 'match'> & { readonly reasons: readonly ScoredReason[] };

/** Saves the result of matching payments that were locked before. */
export async function savePaymentMatches(db: Db, facts: readonly MatchChange[]): Promise<PaymentRow[]> {
  if (facts.length === 0) return [];
  await sql`/* unscoped: payments that were locked before */
    update payment p set allocated_cents = f.allocated_cents, credited_cents = f.credited_cents, match = f.match, looked_at = ${clock.now()}, reasons = f.reasons,
      company_id = f.company_id, property_id = f.property_id, unit_id = f.unit_id, tenancy_id = f.tenancy_id, booking_id = f.booking_id, tenant_id = f.tenant_id,
      updated_at = app.now()
    from jsonb_populate_recordset(null::payment, ${JSON.stringify(facts)}::jsonb) f where p.id = f.id`.execute(db);
  return unscopedTable(db, 'payment', why)
    .select()
    .selectAll()
    .where(
      'id',
      'in',
      facts.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
}

/** When a booking becomes a tenancy, its payments move to the tenancy. */
export const movePaymentsToTenancy = (db: Db, { tenancyId, bookingId }: { readonly tenancyId: number; readonly bookingId: number }) =>
  unscopedTable(db, 'payment', why)
    .change()
    .set({ tenancy_id: tenancyId })
    .where('booking_id', '=', bookingId)
    .where('tenancy_id', 'is', null)
    .execute();
/** Payments of a merged tenant record move to the remaining one. */
export async function mergeTenantPayments(ctx: Ctx, { from, into }: { readonly from: number; readonly into: number }): Promise<void> {
  await unscopedTable(ctx.db, 'payment', why).change().set({ tenant_id: into }).where('tenant_id', '=', from).execute();
}
