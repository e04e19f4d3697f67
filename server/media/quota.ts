import { sql } from 'kysely';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';

const mega = 1024 * 1024;

/** Refuses a file that exceeds the company's storage quota. People without a company have no quota. */
export async function assertMediaQuota({ env }: Pick<RunningServices, 'env'>, { me, db }: Ctx, bytes: number, field: string): Promise<void> {
  if (me.companyId === null) return;
  const { rows } = await sql<{ used: number }>`
    /* unscoped: the caller's own company */ select coalesce(sum(v.bytes), 0)::float8 as used from media_file f join media_variant v on v.file_id = f.id where f.company_id = ${me.companyId}`.execute(
    db,
  );
  const used = rows[0]?.used ?? 0;
  if (used + bytes <= env.STORAGE_QUOTA_MB * mega) return;
  const why = m.media_problem_quota({ used: (used / mega).toFixed(1), most: env.STORAGE_QUOTA_MB });
  throw invalidInputRefusal({ [field]: why }, 'tooLarge');
}

/** Checks the quota in the transaction that adds the file, with the company locked, so that two uploads cannot both take the last space. */
export async function lockAndAssertMediaQuota(services: Pick<RunningServices, 'env'>, ctx: Ctx, bytes: number, field: string): Promise<void> {
  if (ctx.me.companyId === null) return;
  // The lock is a separate statement, so that the sum includes uploads that were committed while this request waited. Rows that refer to the company
  // are not blocked.
  await sql`/* unscoped: the caller's own company */ select from company where id = ${ctx.me.companyId} for no key update`.execute(ctx.db);
  await assertMediaQuota(services, ctx, bytes, field);
}
