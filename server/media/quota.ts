import { sql } from 'kysely';
import { invalid } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { m } from '#words/messages.js';

const mega = 1024 * 1024;

/** Refuses what would not fit beside the files a company has. People without a company have no room of their own to fill. */
export async function fit({ env }: Pick<House, 'env'>, { me, db }: Ctx, bytes: number, field: string): Promise<void> {
  if (me.companyId === null) return;
  const { rows } = await sql<{ used: number }>`
    /* all: the caller's own company */ select coalesce(sum(v.bytes), 0)::float8 as used from media_file f join media_variant v on v.file_id = f.id where f.company_id = ${me.companyId}`.execute(
    db,
  );
  const used = rows[0]?.used ?? 0;
  if (used + bytes <= env.STORAGE_QUOTA_MB * mega) return;
  const why = m.media_problem_quota({ used: (used / mega).toFixed(1), most: env.STORAGE_QUOTA_MB });
  throw invalid({ [field]: why }, 'tooLarge');
}

/** The same in the transaction that adds the file: the company is held until it has ended, so that two at once cannot both take the last room. */
export async function fitHeld(house: Pick<House, 'env'>, ctx: Ctx, bytes: number, field: string): Promise<void> {
  if (ctx.me.companyId === null) return;
  // Apart from the sum, which has to see what was committed while this waited. Rows that refer to the company need not wait.
  await sql`/* all: the caller's own company */ select from company where id = ${ctx.me.companyId} for no key update`.execute(ctx.db);
  await fit(house, ctx, bytes, field);
}
