import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { tell } from '#server/notification/service.ts';
import { companyName } from '#server/people/service.ts';
import type { TenantRow } from './rows.ts';

/** Whether somebody pays by it now, or will: whoever has its number hears when it is taken away. */
export const paysBy = async (ctx: Ctx, id: number): Promise<boolean> =>
  (
    await sql<{ pays: boolean }>`/* all: whether a relation the caller changes is in a lease */ select ${lookup('paysStill')(id)} as pays`.execute(
      ctx.db,
    )
  ).rows[0]?.pays === true;

/** A number that stood for somebody in a lease stands for them no more. */
export async function tellGone(ctx: Ctx, { id, company_id, revision }: TenantRow, phone: string): Promise<void> {
  const params = { company: await companyName(ctx.db, company_id) };
  await tell(ctx, { event: 'tenant.number_gone', to: { phone }, params, key: `tenant.number_gone:${id}:${revision}` });
}

/** What was known of somebody without an account is an account's now. */
export async function tellJoined(ctx: Ctx, [personId, other]: readonly [number | null, TenantRow]): Promise<void> {
  if (personId === null) return;
  const params = { company: await companyName(ctx.db, other.company_id), name: other.name };
  await tell(ctx, { event: 'tenant.joined', to: { personId }, params, key: `tenant.joined:${other.id}:${other.revision}` });
}
