import { sql } from 'kysely';
import type { bidCalls } from '#contract/bid/calls.ts';
import type { SaleStep } from '#contract/bid/terms.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { companyAndCountyColumns, toCompanyAndCounty, withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { isBidder } from './bid-queries.ts';

type Calls = typeof bidCalls;
type Filter = NonNullable<HandlerInput<Calls['listSales']>['z_filter']>;

/** Buyers see what they buy; all others see what they manage. */
function foundSales(ctx: Ctx, f: Filter) {
  let q = isBidder(ctx) ? from(ctx, 'sale_file').where('sale_file.buyer_id', '=', ctx.me.userId) : from(ctx, 'sale_file:managed');
  if (f.status) q = q.where('sale_file.status', '=', f.status);
  if (f.company_id) q = q.where('sale_file.company_id', '=', f.company_id);
  const { q: text, region } = f;
  if (region)
    q = q.where((eb) =>
      eb.exists(
        eb.selectFrom('property').select('property.id').whereRef('property.id', '=', 'sale_file.property_id').where('property.region', '=', region),
      ),
    );
  if (text)
    q = q.where((eb) =>
      eb.or([
        containsTextSql('sale_file.code', text),
        eb.exists(
          eb.selectFrom('person').select('person.id').whereRef('person.id', '=', 'sale_file.buyer_id').where(containsTextSql('person.name', text)),
        ),
        eb.exists(
          eb
            .selectFrom('listing')
            .select('listing.id')
            .whereRef('listing.id', '=', 'sale_file.listing_id')
            .where(containsTextSql('listing.title', text)),
        ),
      ]),
    );
  return hasDayRange(f) ? q.where(isInDayRangeSql('sale_file.created_at', f)) : q;
}

const open = sql`from sale_step s where s.sale_id = sale_file.id and s.done_at is null order by s.n limit 1`;
const steps = [
  sql<number>`(select count(*) from sale_step s where s.sale_id = sale_file.id and s.done_at is not null)`.as('done'),
  sql<SaleStep | null>`(select s.step ${open})`.as('next'),
  sql<string | null>`(select s.due_on::text ${open})`.as('due'),
] as const;

/** Sales with their progress and next step. */
export async function listSales(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['listSales']>,
): Promise<HandlerResult<Calls['listSales']>> {
  const { rows, count } = await readPage(foundSales(ctx, z_filter), { page, page_size }, (q) =>
    q
      .innerJoin('listing', 'listing.id', 'sale_file.listing_id')
      .innerJoin('property', 'property.id', 'sale_file.property_id')
      .innerJoin('person', 'person.id', 'sale_file.buyer_id')
      .select(['sale_file.id', 'sale_file.code', 'sale_file.status', 'sale_file.price_cents', 'sale_file.created_at'])
      .select(['listing.title', 'person.name as buyer', ...companyAndCountyColumns('sale_file.company_id'), ...steps])
      .orderBy(orderByColumn(sort.replace(/^(-?)/, '$1sale_file.')))
      .orderBy('sale_file.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => foundSales(ctx, { ...z_filter, status: undefined }), sql`sale_file.status`);
  const heads = await withCompanyHeads(
    ctx,
    rows.map(({ done, next, due, created_at, id, code, status, price_cents, title, buyer, ...holder }) => ({
      id,
      code,
      status,
      price_cents,
      title,
      buyer,
      done,
      ...toCompanyAndCounty(holder),
      next: next === null || status !== 'open' ? null : { step: next, due_on: due },
      created_at: created_at.toISOString(),
    })),
  );
  return { count, results: heads, ...counts };
}
