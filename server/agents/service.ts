import { sql } from 'kysely';
import type { agentsCalls } from '#contract/agents/calls.ts';
import type { ListingStatus } from '#contract/agents/kinds.ts';
import type { ListingTypeNumber } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { reassignContact } from '#server/listing/service.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { readReviewFigures } from '#server/review/service.ts';

export { readOwnAgentProfile as profile, saveAgentProfile as saveProfile } from './profile.ts';

type Calls = typeof agentsCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));
const isoOf = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The public sees approved agents; signed-in people also those within their scope. */
const approved = sql<boolean>`(person.verified_status = 'verified' and person.is_active and person.closed_at is null)`;

async function agentOf(ctx: Ctx, id: number, publicly: boolean) {
  const reach = visibleTo('person', ctx.me);
  const row = await unscopedTable(ctx.db, 'person', 'approved agents are public and the query selects the others')
    .select()
    .select(['person.id', 'person.company_id'])
    .where('person.id', '=', id)
    .where('person.user_type', '=', userTypes.agent)
    .where(publicly ? sql<boolean>`(${approved} or ${reach})` : reach)
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
}

export async function reviews(
  ctx: Ctx,
  { id, page, page_size, z_filter: f = {} }: HandlerInput<Calls['reviews']>,
): Promise<HandlerResult<Calls['reviews']>> {
  await agentOf(ctx, id, true);
  const about = from(ctx, 'review').where('review.agent_id', '=', id).where('review.target', '=', 'agent');
  const listed = f.score === undefined ? about : about.where(sql<boolean>`round(review.score) = ${f.score}`);
  const { rows, count } = await readPage(listed.innerJoin('person', 'person.id', 'review.author_id'), { page, page_size }, (q) =>
    q
      .select(['review.id', 'review.score', 'review.body', 'review.pros', 'review.cons', 'review.anonymous', 'review.basis', 'review.status'])
      .select(['review.reply', 'review.replied_at', 'review.created_at', 'person.name as author'])
      .orderBy('review.id', 'desc'),
  );
  // The figures cover published reviews for every reader: a pending review changes no average.
  const { average, spread, items } = await readReviewFigures(ctx.db, 'agent', id);
  return {
    count,
    results: rows.map(({ anonymous, author, score, ...row }) => ({
      ...row,
      score: Number(score),
      author: anonymous ? null : author,
      replied_at: isoOf(row.replied_at),
      created_at: isoOf(row.created_at) ?? '',
    })),
    average: average === null ? null : Math.round(average * 10) / 10,
    spread,
    items,
  };
}

function offersOf(ctx: Ctx, id: number, f: NonNullable<HandlerInput<Calls['listings']>['z_filter']>) {
  let found = from(ctx, 'listing')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .leftJoin('unit', 'unit.id', 'listing.unit_id')
    .where('listing.contact_id', '=', id);
  if (f.status) found = found.where('listing.status', '=', f.status);
  if (hasDayRange(f)) found = found.where(isInDayRangeSql('listing.updated_at', f));
  if (f.listing_type !== undefined) found = found.where('listing.listing_type', '=', f.listing_type as ListingTypeNumber);
  if (f.title) found = found.where((eb) => eb.or([containsTextSql('listing.title', f.title ?? ''), containsTextSql('property.name', f.title ?? '')]));
  return found;
}

type Offers = Calls['listings'];
export async function listings(ctx: Ctx, { id, page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Offers>): Promise<HandlerResult<Offers>> {
  await agentOf(ctx, id, false);
  const { rows, count } = await readPage(offersOf(ctx, id, z_filter), { page, page_size }, (q) =>
    q
      .select([
        'listing.id',
        'listing.code',
        'listing.title',
        'listing.status',
        'listing.listing_type',
        'listing.price_cents',
        'listing.price_period',
      ])
      .select(['listing.views', 'listing.enquiries', 'listing.published_at', 'listing.updated_at', 'unit.name as unit'])
      .select(['property.id as property_id', 'property.code as property_code', 'property.name as property_name'])
      .orderBy(orderByColumn(sort.replace(/^(-?)/, '$1listing.')))
      .orderBy('listing.id', 'desc'),
  );
  return {
    count,
    ...(await countTabs(tabs, () => offersOf(ctx, id, { ...z_filter, status: undefined }), sql`listing.status`)),
    results: rows.map(({ property_id, property_code, property_name, ...row }) => ({
      ...row,
      status: row.status as ListingStatus,
      property: { id: property_id, code: property_code, name: property_name },
      published_at: isoOf(row.published_at),
      updated_at: isoOf(row.updated_at) ?? '',
    })),
  };
}

/** Other approved agents of the agent's company; empty for an agent who works alone. */
const beside = (ctx: Ctx, agent: { id: number; company_id: number | null }) =>
  from(ctx, 'person')
    .select(['person.id', 'person.name', 'person.code'])
    .where('person.company_id', '=', agent.company_id)
    .where('person.id', '<>', agent.id)
    .where('person.user_type', '=', userTypes.agent)
    .where(approved);

export async function colleagues(ctx: Ctx, { id }: HandlerInput<Calls['colleagues']>): Promise<HandlerResult<Calls['colleagues']>> {
  const agent = await agentOf(ctx, id, false);
  return { results: await beside(ctx, agent).orderBy('person.name').limit(200).execute() };
}

/** Reassigns all or none: a listing that is no longer this agent's is a conflict for the caller. */
export async function reassign(ctx: Ctx, { id, to, listing_ids }: HandlerInput<Calls['reassign']>): Promise<HandlerResult<Calls['reassign']>> {
  const agent = await agentOf(ctx, id, false);
  const next = await beside(ctx, agent).where('person.id', '=', to).executeTakeFirst();
  if (!next) throw missing();
  return { moved: await reassignContact(ctx, listing_ids, id, to) };
}
