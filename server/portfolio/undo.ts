import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { portfolioCalls } from '#contract/portfolio/calls.ts';
import { portfolioRowsPerBatch, portfolioUndoDays } from '#contract/portfolio/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { undoSheet } from '#server/importer/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { findTenanciesChangedSinceImport, undoImportedTenancy } from '#server/tenancy/service.ts';
import { m } from '#words/messages.js';
import { computePortfolioUndoDeadline, lockPortfolioImport, readPortfolioImport } from './rows.ts';

type Calls = typeof portfolioCalls;
const why = 'rows of an import that is locked';

/**
 * Undoes an import part by part. If tenancies were changed since, it refuses and lists them before anything is removed, unless they are to be kept.
 * Tenancies the caller may no longer manage because a mandate ended also stay.
 */
export async function undoPortfolioImport(
  ctx: Ctx,
  { id, keep_changed }: HandlerInput<Calls['undo']>,
  most = portfolioRowsPerBatch,
): Promise<HandlerResult<Calls['undo']>> {
  const sheet = await lockPortfolioImport(ctx, id);
  const open = await unscopedTable(ctx.db, 'portfolio_row', why)
    .select()
    .select(['id', 'tenancy_id', 'took_up', 'vacant_since'])
    .where('portfolio_id', '=', id)
    .where('state', '=', 'brought')
    .where('tenancy_id', 'is not', null)
    .orderBy('id')
    .execute();
  const [tenancies, part] = [open.flatMap((row) => row.tenancy_id ?? []), open.slice(0, most)];
  const mine = await workable(ctx, tenancies);
  const changed = () => findTenanciesChangedSinceImport(ctx, tenancies);
  const remove = async () => {
    if (!keep_changed && mine.size < tenancies.length)
      throw new Refusal('forbidden', m.portfolio_refusal_out_of_hand({ count: tenancies.length - mine.size }));
    // Pending rows are not imported any more.
    await unscopedTable(ctx.db, 'portfolio_row', why).remove().where('portfolio_id', '=', id).where('state', '=', 'waiting').execute();
    let removed = 0;
    for (const row of part) {
      const gone =
        row.tenancy_id !== null &&
        mine.has(row.tenancy_id) &&
        (await undoImportedTenancy(ctx, row.tenancy_id, { tookUp: row.took_up, vacantSince: row.vacant_since, reason: 'sheet taken back' }));
      if (gone) removed += 1;
      await unscopedTable(ctx.db, 'portfolio_row', why)
        .change()
        .set({ state: gone ? 'undone' : 'kept' })
        .where('id', '=', row.id)
        .$call(oneRow);
    }
    if (part.length === open.length) await change(ctx, 'portfolio').set({ undone_at: clock.now() }).where('id', '=', id).$call(oneRow);
    return { removed, kept: part.length - removed };
  };
  const until = {
    at: computePortfolioUndoDeadline(sheet.created_at),
    late: () => new Refusal('conflict', m.portfolio_refusal_late({ days: portfolioUndoDays })),
  };
  const how = { sheet, document: 'tenancies', reason: 'sheet taken back', keepChanged: keep_changed, until } as const;
  const done = await undoSheet(ctx, { ...how, changed, remove });
  return { ...(await readPortfolioImport(ctx, id)), ...done, left: open.length - part.length };
}

/** The tenancies at properties where the caller may still create and undo tenancies. */
async function workable(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await from(ctx, 'tenancy:managed')
    .innerJoin('property', 'property.id', 'tenancy.property_id')
    .select('tenancy.id')
    .where('tenancy.id', 'in', [...ids])
    .where(mayChange('property', ctx.me, 'tenancies.create'))
    .execute();
  return new Set(rows.map((row) => row.id));
}
