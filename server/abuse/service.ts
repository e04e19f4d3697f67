import { sql } from 'kysely';
import type { AbuseFull, AbuseRow, abuseCalls } from '#contract/abuse/calls.ts';
import { abuseHours, urgentReasons } from '#contract/abuse/kinds.ts';
import { abuseMachine } from '#contract/abuse/machine.ts';
import { waits } from '#contract/home/waits.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import type { Handlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { holdReported } from '#server/listing/service.ts';
import { byColumn, contains, pageOf } from '#server/lists/list.ts';
import { tell } from '#server/notification/service.ts';
import { stall } from '#server/property/service.ts';
import { m } from '#words/messages.js';
import { report } from './report.ts';

type Calls = typeof abuseCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

const hours = sql<number>`case when abuse_report.reason in (${sql.join(urgentReasons)}) then ${abuseHours.urgent}::int else ${abuseHours.usual}::int end`;
const dueAt = sql<Date>`abuse_report.created_at + make_interval(hours => ${hours})`.as('due_at');

const found = (ctx: Ctx) =>
  from(ctx, 'abuse_report')
    .leftJoin('listing', 'listing.id', 'abuse_report.listing_id')
    .leftJoin('property', 'property.id', 'abuse_report.property_id')
    .leftJoin('company', 'company.id', 'property.company_id')
    .leftJoin('person as agent', 'agent.id', 'abuse_report.agent_id')
    .leftJoin('person as reporter', 'reporter.id', 'abuse_report.reporter_id')
    .leftJoin('person as handler', 'handler.id', 'abuse_report.assigned_to');
const columns = [
  'abuse_report.id',
  'abuse_report.code',
  'abuse_report.target',
  'abuse_report.reason',
  'abuse_report.body',
  'abuse_report.status',
  'abuse_report.created_at',
  'abuse_report.reporter_id',
  'reporter.name as reporter_name',
  'abuse_report.assigned_to',
  'handler.name as handler_name',
  'company.name as company',
] as const;
const subject = sql<string>`coalesce(listing.title, agent.name, property.name, abuse_report.code)`.as('subject');

type Row = Omit<AbuseRow, 'urgent' | 'due_at' | 'reporter' | 'handler' | 'created_at'> & {
  due_at: Date;
  created_at: Date;
  reporter_id: number | null;
  reporter_name: string | null;
  assigned_to: number | null;
  handler_name: string | null;
};
const who = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
const toRow = ({ due_at, created_at, reporter_id, reporter_name, assigned_to, handler_name, ...row }: Row): AbuseRow => ({
  id: row.id,
  code: row.code,
  target: row.target,
  subject: row.subject,
  company: row.company,
  reason: row.reason,
  body: row.body,
  status: row.status,
  urgent: urgentReasons.includes(row.reason),
  due_at: due_at.toISOString(),
  reporter: who(reporter_id, reporter_name),
  handler: who(assigned_to, handler_name),
  created_at: created_at.toISOString(),
});

function matching(ctx: Ctx, f: NonNullable<Input<Calls['all']>['z_filter']>) {
  let query = found(ctx);
  if (f.text)
    query = query.where((eb) =>
      eb.or([contains('abuse_report.code', f.text ?? ''), contains('listing.title', f.text ?? ''), contains('property.name', f.text ?? '')]),
    );
  if (f.status) query = query.where('abuse_report.status', '=', f.status);
  if (f.reason) query = query.where('abuse_report.reason', '=', f.reason);
  if (f.target) query = query.where('abuse_report.target', '=', f.target);
  if (f.company_id)
    query = query.where((eb) => eb.or([eb('property.company_id', '=', f.company_id ?? 0), eb('agent.company_id', '=', f.company_id ?? 0)]));
  if (f.reporter_id) query = query.where('abuse_report.reporter_id', '=', f.reporter_id);
  if (f.mine) query = query.where('abuse_report.assigned_to', '=', ctx.me.userId);
  // What somebody has taken waits for them alone.
  if (f.waiting)
    query = query.where((eb) =>
      eb.or([
        eb('abuse_report.status', '=', 'pending'),
        eb.and([eb('abuse_report.status', '=', 'assigned'), eb('abuse_report.assigned_to', '=', ctx.me.userId)]),
      ]),
    );
  return query;
}

export const waiting = (ctx: Ctx) =>
  matching(ctx, waits.reports.filter)
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(abuse_report.created_at + make_interval(hours => ${hours}))`.as('due')])
    .executeTakeFirstOrThrow();

export async function all(ctx: Ctx, { page, page_size, sort, z_filter = {} }: Input<Calls['all']>): Promise<Result<Calls['all']>> {
  // What still waits stands first, by when it is due.
  const { rows, count } = await pageOf(matching(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns, subject, dueAt])
      .orderBy(sql`abuse_report.status in ('closed', 'revoked')`)
      .orderBy(sort.endsWith('due_at') ? byColumn(sort) : byColumn(sort.replace(/^(-?)/, '$1abuse_report.')))
      .orderBy('abuse_report.id', 'desc'),
  );
  return { count, results: rows.map(toRow) };
}

async function one(ctx: Ctx, id: number): Promise<AbuseFull> {
  const row = await found(ctx)
    .select([
      ...columns,
      subject,
      dueAt,
      'abuse_report.reporter_contact',
      'abuse_report.outcome',
      'abuse_report.action',
      'abuse_report.decision',
      'abuse_report.closed_at',
      'abuse_report.listing_id',
      'abuse_report.property_id',
      'abuse_report.agent_id',
      'listing.code as listing_code',
      'listing.title as listing_title',
      'listing.status as listing_status',
      'property.code as property_code',
      'property.name as property_name',
      'property.stalled',
    ])
    .where('abuse_report.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const { reporter_contact, outcome, action, decision, closed_at, listing_id } = row;
  return {
    ...toRow(row),
    reporter_contact,
    outcome,
    action,
    decision,
    closed_at: closed_at?.toISOString() ?? null,
    listing_id,
    property:
      row.property_id === null
        ? null
        : { id: row.property_id, code: row.property_code ?? '', name: row.property_name ?? '', stalled: row.stalled ?? false },
    listing:
      listing_id === null ? null : { id: listing_id, code: row.listing_code ?? '', title: row.listing_title ?? '', status: row.listing_status ?? '' },
    others: await othersOf(ctx, row),
    moves: movesFor(abuseMachine, row.status, ctx.me.role),
  };
}

async function othersOf(ctx: Ctx, about: { id: number; listing_id: number | null; property_id: number | null; agent_id: number | null }) {
  const rows = await from(ctx, 'abuse_report')
    .select(['id', 'code', 'reason', 'status', 'created_at'])
    .where('id', '<>', about.id)
    .where((eb) =>
      eb.or([eb('listing_id', '=', about.listing_id ?? 0), eb('property_id', '=', about.property_id ?? 0), eb('agent_id', '=', about.agent_id ?? 0)]),
    )
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

export const details = (ctx: Ctx, { id }: Input<Calls['details']>) => one(ctx, id);

/** Those who run the platform, as far as the caller sees them. */
const possibleHandlers = (ctx: Ctx) =>
  from(ctx, 'person:colleague')
    .select(['id', 'name'])
    .where('user_type', 'in', [userTypes.admin, userTypes.superadmin, userTypes.subadmin])
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .orderBy('name')
    .limit(100);

export const handlers = async (ctx: Ctx): Promise<Result<Calls['handlers']>> => ({ results: await possibleHandlers(ctx).execute() });

export async function assign(ctx: Ctx, { id, person_id }: Input<Calls['assign']>): Promise<AbuseFull> {
  const before = await one(ctx, id);
  const handler = await possibleHandlers(ctx).where('id', '=', person_id).executeTakeFirst();
  if (!handler) throw invalid({ person_id: m.abuse_problem_handler() });
  await move(ctx, abuseMachine, 'assign', id);
  await change(ctx, 'abuse_report').set({ assigned_to: person_id, updated_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'abuse_reports',
    id,
    code: before.code,
    before: { status: before.status, handler: before.handler?.name ?? null },
    after: { status: 'assigned', handler: handler.name },
  });
  return one(ctx, id);
}

export async function close(ctx: Ctx, { id, outcome, action, decision }: Input<Calls['close']>): Promise<AbuseFull> {
  const before = await one(ctx, id);
  await move(ctx, abuseMachine, 'close', id, decision);
  const now = clock.now();
  await change(ctx, 'abuse_report').set({ outcome, action, decision, closed_at: now, updated_at: now }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'abuse_reports',
    id,
    code: before.code,
    before: { status: before.status },
    after: { status: 'closed', outcome, action, decision },
  });
  if (action === 'pause') {
    if (!before.listing) throw invalid({ action: m.abuse_problem_pauses() });
    await holdReported(ctx, before.listing.id, decision);
  }
  if (action === 'stall') {
    if (!before.property) throw invalid({ action: m.abuse_problem_freezes() });
    if (!before.property.stalled) await stall(ctx, { id: before.property.id, stalled: true, reason: decision });
  }
  if (before.reporter)
    await tell(ctx, {
      event: 'abuse.outcome',
      to: { personId: before.reporter.id },
      params: { code: before.code, subject: before.subject, outcome },
      key: `abuse.outcome:${before.code}`,
    });
  return one(ctx, id);
}

export async function revoke(ctx: Ctx, { id }: Input<Calls['revoke']>): Promise<Result<Calls['revoke']>> {
  const mine = await from(ctx, 'abuse_report')
    .select(['code', 'status'])
    .where('id', '=', id)
    .where('reporter_id', '=', ctx.me.userId)
    .executeTakeFirst();
  if (!mine) throw missing();
  await move(ctx, abuseMachine, 'revoke', id);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'report_abuse',
    id,
    code: mine.code,
    before: { status: mine.status },
    after: { status: 'revoked' },
  });
  return { id };
}

export const abuseService = (house: House): Handlers<Calls> => ({ report: report(house), all, details, handlers, assign, close, revoke });
