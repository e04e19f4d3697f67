import { sql } from 'kysely';
import type { homeCalls } from '#contract/home/calls.ts';
import { findPendingTask, listPendingTaskKeys, type PendingTaskKey } from '#contract/home/pending-tasks.ts';
import type { HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { linkTo } from '#contract/screens.ts';
import type { AuditChange } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { countPendingTask } from '#server/kernel/pending-tasks.ts';
import { from } from '#server/kernel/scoped.ts';
import { readPropertyDashboardFigures } from '#server/property/service.ts';
import { listMonthlyOccupancy } from '#server/tenancy/service.ts';
import { readDashboardChart } from './chart.ts';

type Calls = typeof homeCalls;
const shown = 8;

export async function listPendingTasks(ctx: Ctx): Promise<HandlerResult<Calls['listPendingTasks']>> {
  const keys = ctx.me.layout === null ? [] : listPendingTaskKeys(ctx.me.layout, ctx.me);
  const counted = await Promise.all(keys.map(async (key) => ({ key, ...(await countPendingTask(ctx, key)) })));
  return {
    results: counted
      .filter((one) => one.count > 0)
      .sort((a, b) => pressing(a) - pressing(b))
      .map(({ key, count, oldest, due, cents }) => ({
        key,
        count,
        oldest: oldest?.toISOString() ?? null,
        due: due?.toISOString() ?? null,
        cents: cents ?? null,
      })),
  };
}

/** Sorts tasks with a deadline first, then by the order of the table, statuses last. */
const pressing = ({ key, due }: { key: PendingTaskKey; due?: Date | null }): number =>
  due ? due.getTime() : Number.MAX_SAFE_INTEGER - (findPendingTask(key).quiet ? 0 : 1);

export async function overview(ctx: Ctx): Promise<HandlerResult<Calls['overview']>> {
  const [portfolio, chart, months, enquiries] = await Promise.all([
    looksAfter(ctx) ? readPropertyDashboardFigures(ctx) : null,
    looksAfter(ctx) ? readDashboardChart(ctx) : null,
    looksAfter(ctx) && ctx.me.grants.has('tenancies.read') ? listMonthlyOccupancy(ctx) : [],
    enquiriesOf(ctx),
  ]);
  return { portfolio, chart, months, enquiries };
}

export async function activity(ctx: Ctx): Promise<HandlerResult<Calls['activity']>> {
  const [account, rows] = await Promise.all([accountOf(ctx), activityOf(ctx)]);
  return { account, activity: rows };
}

/** Tenants may read the catalogue but manage none of it. */
const looksAfter = ({ me }: Ctx): boolean => me.layout !== null && me.layout !== 'tenant' && me.grants.has('property.read');

async function accountOf(ctx: Ctx) {
  const row = await from(ctx, 'person')
    .leftJoin('company', 'company.id', 'person.company_id')
    .select([
      'person.name',
      'person.email',
      'person.phone',
      'person.code',
      'person.user_type',
      'person.created_at',
      'person.last_sign_in_at',
      'company.name as company',
    ])
    .where('person.id', '=', ctx.me.userId)
    .executeTakeFirstOrThrow();
  const { created_at, last_sign_in_at, ...rest } = row;
  return { ...rest, member_since: created_at.toISOString(), last_sign_in: last_sign_in_at?.toISOString() ?? null };
}

async function enquiriesOf(ctx: Ctx) {
  const rows = await from(ctx, 'lead:enquiry')
    .leftJoin('listing', 'listing.id', 'lead.listing_id')
    .leftJoin('property', 'property.id', 'lead.property_id')
    .leftJoin('person as agent', 'agent.id', 'lead.assigned_to')
    .leftJoin('public_listing as shown', 'shown.id', 'lead.listing_id')
    .leftJoin('unit', 'unit.id', 'listing.unit_id')
    .select(['lead.id', 'lead.status', 'lead.first_answer_at', 'lead.created_at', 'shown.id as shown'])
    .select(['property.id as property_id', 'property.slug', 'unit.id as unit_id', 'unit.slug as unit_slug'])
    .select(sql<string>`coalesce(listing.title, property.name, agent.name, lead.code)`.as('about'))
    .orderBy('lead.id', 'desc')
    .limit(shown)
    .execute();
  return rows.map((r) => ({
    id: r.id,
    about: r.about,
    status: r.status,
    answered: r.first_answer_at !== null,
    created_at: r.created_at.toISOString(),
    page: r.shown === null ? null : pageOf(r),
  }));
}

const pageOf = (r: { property_id: number | null; slug: string | null; unit_id: number | null; unit_slug: string | null }): string => {
  const at = { id: requiredId(r.property_id, 'the property of an enquiry whose page is shown'), slug: r.slug ?? '' };
  return r.unit_id === null
    ? linkTo('portal.property', 'default', at)
    : linkTo('portal.unit', 'default', { ...at, unit_id: r.unit_id, unit_slug: r.unit_slug ?? '' });
};

async function activityOf(ctx: Ctx) {
  const rows = await from(ctx, 'audit_log')
    .select(['id', 'at', 'kind', 'document', 'record_code as code', 'diff', 'reason', 'ip'])
    .where('actor_id', '=', ctx.me.userId)
    // Actions during "view as" are not the person's own.
    .where('impersonated_by', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shown)
    .execute();
  return rows.map(({ diff, at, ...row }) => ({ ...row, at: at.toISOString(), fields: (diff as AuditChange[]).map((change) => change.field) }));
}
