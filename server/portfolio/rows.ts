import { type Selectable, sql } from 'kysely';
import type { PortfolioImport, PortfolioRow } from '#contract/portfolio/calls.ts';
import { portfolioUndoDays } from '#contract/portfolio/kinds.ts';
import { dayMs } from '#contract/time/days.ts';
import type { PortfolioTable } from '#server/db/types.gen.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import type { CheckedRow } from './check-rows.ts';

export type PortfolioImportRow = Selectable<PortfolioTable>;
export const portfolioImportNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

export const toPortfolioRow = ({ row, building, unit, tenantId: _, email: __, ...said }: CheckedRow): PortfolioRow => ({
  line: row.line,
  sheet: row.sheet,
  property: building,
  name: unit?.name ?? row.cells.name ?? '',
  ...said,
});

/** Locks the import, so that two concurrent continuations import each row once. */
export async function lockPortfolioImport(ctx: Ctx, id: number): Promise<PortfolioImportRow> {
  const sheet = await from(ctx, 'portfolio').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!sheet) throw portfolioImportNotFound();
  return sheet;
}

const count = (state: string) => sql<number>`(select count(*)::int from portfolio_row r where r.portfolio_id = portfolio.id and r.state = ${state})`;
export const computePortfolioUndoDeadline = (created: Date) => new Date(created.getTime() + portfolioUndoDays * dayMs);

/** An import and its results in their current state. */
export async function readPortfolioImport(ctx: Ctx, id: number): Promise<PortfolioImport> {
  const row = await from(ctx, 'portfolio')
    .innerJoin('company as holder', 'holder.id', 'portfolio.holder_id')
    .leftJoin('person', 'person.id', 'portfolio.created_by')
    .select(['portfolio.id', 'portfolio.code', 'file_name', 'portfolio.created_at', 'undone_at', 'holder.name as holder', 'person.name as by'])
    .select([
      sql<number>`(select count(*)::int from portfolio_row r where r.portfolio_id = portfolio.id and r.state in ('brought', 'kept') and r.tenancy_id is not null)`.as(
        'tenancies',
      ),
      count('waiting').as('waiting'),
      count('wrong').as('left_out'),
    ])
    .where('portfolio.id', '=', id)
    .executeTakeFirst();
  if (!row) throw portfolioImportNotFound();
  const { by, created_at, undone_at, ...plain } = row;
  return {
    ...plain,
    created_by: by,
    created_at: created_at.toISOString(),
    undo_until: computePortfolioUndoDeadline(created_at).toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
  };
}
