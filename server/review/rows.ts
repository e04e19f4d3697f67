import { type RawBuilder, sql } from 'kysely';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import type { MyReview, PublicReview, StaffReview } from '#contract/review/calls.ts';
import { reviewEditHours } from '#contract/review/kinds.ts';
import { reviewMachine } from '#contract/review/machine.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx, Me } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { type OptionalCompanyAndCounty, toOptionalCompanyAndCounty } from '#server/lists/holder.ts';

type Named = { id: number; code: string; name: string } | null;
type Shown = Omit<PublicReview, 'author' | 'score' | 'created_at' | 'replied_at'> & {
  score: string;
  created_at: Date;
  replied_at: Date | null;
  anonymous: boolean;
  author: string;
};
export type ReviewRow = Shown &
  Pick<MyReview, 'subject' | 'status' | 'status_reason' | 'revision' | 'scores'> &
  Pick<StaffReview, 'doubts'> &
  OptionalCompanyAndCounty & { property: Named; agent: Named; ours: boolean; author_id: number };

/**
 * The people who may reply for the reviewed party: the owner, an agent with a mandate, and the agent's own company. A dealer replies for their own
 * only.
 */
const ours = (me: Me): RawBuilder<boolean> =>
  me.companyId === null
    ? sql<boolean>`false`
    : sql<boolean>`(exists (select 1 from property where property.id = review.property_id and ${mayChange('property', me, 'property.edit')}
          and (${me.layout !== 'dealer'} or property.company_id = ${me.companyId}))
        or exists (select 1 from person about where about.id = review.agent_id and about.company_id = ${me.companyId}))`;

export const publicReviewColumns = sql`review.id, review.code, review.target, review.basis, review.score, review.body, review.pros, review.cons, review.reply,
  review.replied_at, review.helpful, review.created_at, review.anonymous, author.name as author`;

/** The company and county of the reviewed subject. */
export const reviewCompanyIdSql = sql`coalesce(place.company_id, agent.company_id)`;
export const reviewRegionSql = sql`coalesce(place.region, agent.region)`;

/** Reviews with every column the staff views need; the caller adds `where`. */
export const selectReview = (
  me: Me,
) => sql`/* unscoped: the query that this begins selects the rows */ select ${publicReviewColumns}, review.author_id, review.status, review.status_reason, review.revision, review.doubts,
    coalesce(agent.name, case when unit.id is null then place.name else unit.name || ', ' || place.name end, review.code) as subject,
    case when place.id is not null then json_build_object('id', place.id, 'code', place.code, 'name', place.name) end as property,
    case when agent.id is not null then json_build_object('id', agent.id, 'code', agent.code, 'name', agent.name) end as agent,
    coalesce((select json_agg(json_build_object('item_id', i.id, 'label', i.label, 'label_sw', i.label_sw, 'score', s.score) order by c.sort, i.sort, i.id)
      from review_score s join rating_item i on i.id = s.item_id join rating_category c on c.id = i.category_id where s.review_id = review.id), '[]') as scores,
    ${reviewCompanyIdSql} as holder_id, (select c.name from company c where c.id = ${reviewCompanyIdSql}) as holder_name, ${reviewRegionSql} as holder_region,
    ${ours(me)} as ours
  ${reviewTablesSql}`;
export const reviewTablesSql = sql`from review join person author on author.id = review.author_id left join property place on place.id = review.property_id
  left join unit on unit.id = review.unit_id left join person agent on agent.id = review.agent_id`;

const iso = (at: Date | null) => at?.toISOString() ?? null;
const within = (since: Date) => clock.ms() - since.getTime() < reviewEditHours * 3_600_000;
const until = (since: Date) => new Date(since.getTime() + reviewEditHours * 3_600_000).toISOString();

/** First name and initial: enough to show that a person wrote it, too little to find them. */
export function shortenName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1)?.[0];
  return last ? `${first} ${last.toUpperCase()}.` : first;
}

const shown = (row: Shown) => ({
  id: row.id,
  code: row.code,
  target: row.target,
  basis: row.basis,
  score: Number(row.score),
  body: row.body,
  pros: row.pros,
  cons: row.cons,
  reply: row.reply,
  replied_at: iso(row.replied_at),
  helpful: row.helpful,
  created_at: row.created_at.toISOString(),
});
const kept = (row: ReviewRow) => ({
  ...shown(row),
  subject: row.subject,
  anonymous: row.anonymous,
  status: row.status,
  status_reason: row.status_reason,
  revision: row.revision,
  scores: row.scores,
});

export const toPublicReview = (row: Shown): PublicReview => ({ ...shown(row), author: row.anonymous ? null : shortenName(row.author) });

export const canEditReview = (row: Pick<ReviewRow, 'status' | 'created_at'>) =>
  (row.status === 'pending' || row.status === 'published') && within(row.created_at);
export const toMyReview = (row: ReviewRow): MyReview => ({ ...kept(row), editable_until: canEditReview(row) ? until(row.created_at) : null });

/** The reply is written once and may be changed for some hours. */
export const canReplyToReview = (row: Pick<ReviewRow, 'ours' | 'status' | 'replied_at'>) =>
  row.ours && row.status === 'published' && (row.replied_at === null || within(row.replied_at));
export function toStaffReview(ctx: Ctx, row: ReviewRow): StaffReview {
  const platform = (platformRoles as readonly string[]).includes(ctx.me.role);
  return {
    ...kept(row),
    ...toOptionalCompanyAndCounty(row),
    author: row.anonymous && !platform ? null : row.author,
    doubts: platform ? row.doubts : [],
    property: row.property,
    agent: row.agent,
    moves: listAllowedMoves(reviewMachine, row.status, ctx.me.role),
    may_reply: canReplyToReview(row),
  };
}
