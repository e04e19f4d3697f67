import { sql } from 'kysely';
import type { ReviewableSubject } from '#contract/review/calls.ts';
import { type ReviewTarget, reviewableLeadStages } from '#contract/review/kinds.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { m } from '#words/messages.js';

/** The tour counts even if the enquiry continued afterwards or was lost. */
const toured = sql<boolean>`(lead.status in (${sql.join(reviewableLeadStages)}) or exists (select 1 from move_log
  where move_log.subject = 'lead' and move_log.subject_id = lead.id and move_log.to_state in (${sql.join(reviewableLeadStages)})))`;

const enquiries = (ctx: Ctx) => sql`select lead.id, coalesce(lead.property_id, listing.property_id) as property_id,
    coalesce(lead.unit_id, listing.unit_id) as unit_id, coalesce(lead.assigned_to, listing.contact_id) as agent_id, lead.updated_at, ${toured} as toured
  from lead left join listing on listing.id = lead.listing_id where ${visibleTo('lead:enquiry', ctx.me)}`;

export type ReviewBasisRow = { readonly property_id: number | null; readonly unit_id: number | null; readonly agent_id: number | null };

/**
 * The subjects that the author of this enquiry may review. The enquiry of another person is not found; for an enquiry without a tour the error states
 * what is missing.
 */
export async function findReviewBasis(ctx: Ctx, target: ReviewTarget, id: number): Promise<ReviewBasisRow> {
  const { rows } = await sql<ReviewBasisRow & { toured: boolean; is_agent: boolean }>`select e.property_id, e.unit_id, e.agent_id, e.toured,
      exists (select 1 from person where person.id = e.agent_id and person.user_type = 5) as is_agent
    from (${enquiries(ctx)}) e where e.id = ${id}`.execute(ctx.db);
  const row = rows[0];
  const there = row && { property: row.property_id !== null, unit: row.unit_id !== null, agent: row.is_agent }[target];
  if (!row || !there) throw new Refusal('notFound', sentence('itemNotFound'));
  if (!row.toured) {
    const said = m.review_refusal_not_seen();
    throw new Refusal('conflict', said, { fields: { basis_id: said } });
  }
  return target === 'agent'
    ? { property_id: null, unit_id: null, agent_id: row.agent_id }
    : { property_id: row.property_id, unit_id: target === 'unit' ? row.unit_id : null, agent_id: null };
}

/** Subjects this person may review now and has not reviewed yet. */
export async function listReviewableSubjects(ctx: Ctx): Promise<ReviewableSubject[]> {
  const { rows } = await sql<
    Omit<ReviewableSubject, 'basis' | 'at'> & { at: Date }
  >`/* unscoped: enquiries that the caller sent */ with seen as (select * from (${enquiries(ctx)}) e where e.toured)
    select o.basis_id, o.target, o.target_id, o.subject, o.place, o.at from (
      select s.id as basis_id, 'property' as target, p.id as target_id, p.name as subject, l.name as place, s.updated_at as at, 1 as n
        from seen s join property p on p.id = s.property_id and p.deleted_at is null join location l on l.id = p.location_id
      union all select s.id, 'unit', u.id, u.name || ', ' || p.name, l.name, s.updated_at, 2
        from seen s join unit u on u.id = s.unit_id and u.deleted_at is null join property p on p.id = u.property_id join location l on l.id = p.location_id
      union all select s.id, 'agent', g.id, g.name, coalesce(c.name, ''), s.updated_at, 3
        from seen s join person g on g.id = s.agent_id and g.user_type = 5 and g.closed_at is null left join company c on c.id = g.company_id) o
    where not exists (select 1 from review where review.author_id = ${ctx.me.userId} and review.target = o.target and review.basis = 'tour'
      and review.basis_id = o.basis_id)
    order by o.at desc, o.basis_id desc, o.n limit 30`.execute(ctx.db);
  return rows.map((row) => ({ ...row, basis: 'tour' as const, at: row.at.toISOString() }));
}
