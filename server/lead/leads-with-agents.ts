import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { leadCalls } from '#contract/lead/calls.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';

type Call = (typeof leadCalls)['listWithAgents'];

/** Enquiries that agents answer for the owner, without the visitor's identity, so that the owner sees whether they are answered. */
export async function listAgentHandledLeads(ctx: Ctx, { page, page_size }: HandlerInput<Call>): Promise<HandlerResult<Call>> {
  const found = () =>
    from(ctx, 'lead:with_agents')
      .innerJoin('company', 'company.id', 'lead.company_id')
      .leftJoin('listing', 'listing.id', 'lead.listing_id')
      .leftJoin('property', 'property.id', 'lead.property_id');
  const { rows, count } = await readPage(found(), { page, page_size }, (q) =>
    q
      .select(['lead.id', 'lead.code', 'lead.status', 'lead.listing_id', 'lead.property_id', 'lead.first_answer_at', 'lead.created_at'])
      .select(['listing.code as listing_code', 'listing.title', 'property.code as property_code', 'property.name', 'company.name as agent'])
      .orderBy(sql`lead.first_answer_at is not null`)
      .orderBy('lead.created_at', 'desc')
      .orderBy('lead.id', 'desc'),
  );
  const { unanswered } = await found()
    .select(sql<number>`count(*)`.as('unanswered'))
    .where('lead.first_answer_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    count,
    unanswered,
    results: rows.map((r) => ({
      id: r.id,
      code: r.code,
      status: r.status,
      listing: r.listing_id === null ? null : { id: r.listing_id, code: r.listing_code ?? '', title: r.title ?? '' },
      property: r.property_id === null ? null : { id: r.property_id, code: r.property_code ?? '', name: r.name ?? '' },
      agent: r.agent,
      first_answer_at: r.first_answer_at?.toISOString() ?? null,
      created_at: r.created_at.toISOString(),
    })),
  };
}
