import { type Selectable, sql } from 'kysely';
import type { Portfolio, PortfolioRow } from '#contract/portfolio/calls.ts';
import { undoDays } from '#contract/portfolio/kinds.ts';
import { dayMs } from '#contract/time/days.ts';
import type { PortfolioTable } from '#server/db/types.gen.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import type { Judged } from './judge.ts';

export type Sheet = Selectable<PortfolioTable>;
export const missing = () => new Refusal('notFound', sentence('itemNotFound'));

export const rowOf = ({ row, building, unit, tenantId: _, email: __, ...said }: Judged): PortfolioRow => ({
  line: row.line,
  sheet: row.sheet,
  property: building,
  name: unit?.name ?? row.cells.name ?? '',
  ...said,
});

/** One after the other: two who go on with a sheet at once bring each line once. */
export async function heldSheet(ctx: Ctx, id: number): Promise<Sheet> {
  const sheet = await from(ctx, 'portfolio').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!sheet) throw missing();
  return sheet;
}

const count = (state: string) => sql<number>`(select count(*)::int from portfolio_row r where r.portfolio_id = portfolio.id and r.state = ${state})`;
export const undoUntil = (created: Date) => new Date(created.getTime() + undoDays * dayMs);

/** A sheet and what it brought, as things are now. */
export async function broughtBy(ctx: Ctx, id: number): Promise<Portfolio> {
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
  if (!row) throw missing();
  const { by, created_at, undone_at, ...plain } = row;
  return {
    ...plain,
    created_by: by,
    created_at: created_at.toISOString(),
    undo_until: undoUntil(created_at).toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
  };
}
