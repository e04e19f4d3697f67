import { sql } from 'kysely';
import { dailyStatementLimit, unreadStatementLimits } from '#contract/bank-statement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { startOfDay } from '#contract/time/days.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { change, from, oneRow, remove } from '#server/kernel/scoped.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { findOpenImportRequest } from './import-request.ts';

const why = 'uploaded statements that were never imported expire';

/** A company keeps a few uploaded files that it has not imported. More would fill the database without any use. */
export async function assertRoomForStatement(ctx: Ctx, account: CollectionAccountRow, characters: number): Promise<void> {
  const company = account.company_id;
  // The limits are those of the company, so uploads to all of its accounts follow each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statements:${company ?? ''}`}, 0))`.execute(ctx.db);
  if (company !== null) await assertDailyLimit(ctx, company);
  const { n, held } = await from(ctx, 'statement')
    .select([sql<number>`count(*)::int`.as('n'), sql<number>`coalesce(sum(statement.characters), 0)::int`.as('held')])
    .where(sql<boolean>`statement.company_id is not distinct from ${account.company_id}::bigint`)
    .where('statement.status', '=', 'read')
    .executeTakeFirstOrThrow();
  const most = unreadStatementLimits.statements;
  if (n >= most || held + characters > unreadStatementLimits.characters) throw new Refusal('conflict', m.payment_refusal_unread({ most }));
}

/** Imported and discarded files count too: each of them was read and classified. */
async function assertDailyLimit(ctx: Ctx, companyId: number): Promise<void> {
  const { n } = await from(ctx, 'statement')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('statement.company_id', '=', companyId)
    .where('created_at', '>=', startOfDay(clock.today()))
    .executeTakeFirstOrThrow();
  if (n >= dailyStatementLimit) throw new Refusal('conflict', m.payment_refusal_daily_statements({ most: dailyStatementLimit }));
}

/** A discarded file that was never imported keeps its entry without its content. */
export async function clearStatementContent(ctx: Ctx, id: number): Promise<void> {
  await remove(ctx, 'statement_line').where('statement_id', '=', id).execute();
  await change(ctx, 'statement').set({ head: [], characters: 0 }).where('id', '=', id).$call(oneRow);
}

/** Deletes uploads that were not imported in time. One with an open request stays until the request is decided or expires. */
export async function expireUnreadStatements(db: Db): Promise<number> {
  const before = new Date(clock.ms() - unreadStatementLimits.days * 24 * 3600 * 1000);
  const due = await from(asClock(db, why), 'statement')
    .select('statement.id')
    .where('status', '=', 'read')
    .where('created_at', '<', before)
    .orderBy('statement.id')
    .limit(500)
    .execute();
  return processDueRows(db, due, async (tx, { id }) => {
    const ctx = asClock(tx, why);
    const row = await from(ctx, 'statement').select('status').where('statement.id', '=', id).forUpdate().executeTakeFirst();
    if (row?.status !== 'read' || (await findOpenImportRequest(ctx, id))) return;
    await remove(ctx, 'statement').where('id', '=', id).$call(oneRow);
  });
}
