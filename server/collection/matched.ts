import { sql } from 'kysely';
import type { Reason } from '#contract/matching/match.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import type { HomeColumns } from './invoices.ts';
import type { PaymentRow } from './rows.ts';

const why = 'payments that are matched, and whose home becomes another’s';
export type MatchedFacts = HomeColumns &
  Pick<PaymentRow, 'id' | 'allocated_cents' | 'credited_cents' | 'match'> & { readonly reasons: readonly Reason[] };

/** What came of matching payments that were locked before. */
export async function putMatched(db: Db, facts: readonly MatchedFacts[]): Promise<PaymentRow[]> {
  if (facts.length === 0) return [];
  await sql`/* all: payments that were locked before */
    update payment p set allocated_cents = f.allocated_cents, credited_cents = f.credited_cents, match = f.match, looked_at = ${clock.now()}, reasons = f.reasons,
      company_id = f.company_id, property_id = f.property_id, unit_id = f.unit_id, tenancy_id = f.tenancy_id, booking_id = f.booking_id, tenant_id = f.tenant_id,
      updated_at = app.now()
    from jsonb_populate_recordset(null::payment, ${JSON.stringify(facts)}::jsonb) f where p.id = f.id`.execute(db);
  return everything(db, 'payment', why)
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

/** The booking became a tenancy: what was paid for it is the tenancy's from now on. */
export const giveToTenancy = (db: Db, { tenancyId, bookingId }: { readonly tenancyId: number; readonly bookingId: number }) =>
  everything(db, 'payment', why)
    .change()
    .set({ tenancy_id: tenancyId })
    .where('booking_id', '=', bookingId)
    .where('tenancy_id', 'is', null)
    .execute();
/** Two relations of a company to one person became one. */
export async function mergeTenants(ctx: Ctx, { from, into }: { readonly from: number; readonly into: number }): Promise<void> {
  await everything(ctx.db, 'payment', why).change().set({ tenant_id: into }).where('tenant_id', '=', from).execute();
}
