import { sql } from 'kysely';
import { findUnmetMoveInGuards, type MoveInGuard } from '#contract/tenancy/guards.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import type { TenancyRow } from './rows.ts';

export type WaivedMoveInRequirements = Readonly<Record<string, { readonly reason: string; readonly by: string | null; readonly at: string }>>;
export const getWaivedMoveInRequirements = (row: Pick<TenancyRow, 'waived'>): WaivedMoveInRequirements =>
  (row.waived ?? {}) as WaivedMoveInRequirements;

/** The requirements that a pending tenancy still lacks, by the rule of contract/tenancy/guards.ts. */
export async function readMissingMoveInRequirements(ctx: Pick<Ctx, 'db'>, row: TenancyRow): Promise<MoveInGuard[]> {
  if (row.status !== 'pending') return [];
  const { rows } = await sql<{ agreement: boolean; payment: boolean; inspection: boolean; unit: boolean }>`
    /* unscoped: facts of a single tenancy for people who see it */ select
      ${getLookup('hasSignedLease')(row.id)} as agreement,
      exists (select 1 from booking b where b.id = ${row.booking_id} and b.status in ('confirmed', 'closed')) as payment,
      ${getLookup('hasMoveInInspection')(row.id)} as inspection,
      (select coalesce(bool_and(u.status = 'ordered'), false) from stay s join unit u on u.id = s.unit_id where s.tenancy_id = ${row.id} and s.released_at is null) as unit`.execute(
    ctx.db,
  );
  const [facts] = rows;
  if (!facts) return ['unit'];
  // A tenancy that its payers have not confirmed does not begin in any other way.
  const agreement = facts.agreement && row.terms_ask === null;
  return findUnmetMoveInGuards({ ...facts, agreement, start: row.starts_on <= clock.today(), waived: Object.keys(getWaivedMoveInRequirements(row)) });
}
