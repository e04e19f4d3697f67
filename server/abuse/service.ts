import { sql } from 'kysely';
import type { AbuseFull, abuseCalls } from '#contract/abuse/calls.ts';
import { abuseMachine } from '#contract/abuse/machine.ts';
import { waits } from '#contract/home/waits.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import type { Handlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { move } from '#server/kernel/move.ts';
import { change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { holdReported, liftReported } from '#server/listing/service.ts';
import { withHeads } from '#server/lists/holder.ts';
import { asksDays, byColumn, contains, inDays, pageOf, tabsOf } from '#server/lists/list.ts';
import { stall } from '#server/property/service.ts';
import { m } from '#words/messages.js';
import { historyOf, possibleHandlers, reportedCompany } from './around.ts';
import { report } from './report.ts';
import { columns, dueAt, found, hours, missing, subject, toRow } from './rows.ts';
import { against, answer, appeal, mine } from './sides.ts';
import { tellHandler, tellReported, tellReporter } from './tell.ts';

type Calls = typeof abuseCalls;

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
    query = query.where((eb) => eb.or([eb('property.company_id', '=', f.company_id ?? null), eb('agent.company_id', '=', f.company_id ?? null)]));
  if (f.region) query = query.where('abuse_report.region', '=', f.region);
  if (asksDays(f)) query = query.where(inDays('abuse_report.created_at', f));
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

export async function all(ctx: Ctx, { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['all']>): Promise<Result<Calls['all']>> {
  // What still waits stands first, by when it is due.
  const { rows, count } = await pageOf(matching(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns, subject, dueAt])
      .orderBy(sql`abuse_report.status in ('closed', 'revoked')`)
      .orderBy(sort.endsWith('due_at') ? byColumn(sort) : byColumn(sort.replace(/^(-?)/, '$1abuse_report.')))
      .orderBy('abuse_report.id', 'desc'),
  );
  const counts = await tabsOf(tabs, () => matching(ctx, { ...z_filter, status: undefined }), sql`abuse_report.status`);
  return { count, results: await withHeads(ctx, rows.map(toRow)), ...counts };
}

/** The report with everything its page shows. */
const rowOf = (ctx: Ctx, id: number) =>
  found(ctx)
    .leftJoin('person as decider', 'decider.id', 'abuse_report.closed_by')
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
      'property.company_id',
      'agent.company_id as agent_company_id',
      'abuse_report.answer',
      'abuse_report.answered_at',
      'abuse_report.closed_by',
      'decider.name as decided_by',
      'abuse_report.appeal',
      'abuse_report.appealed_at',
      'abuse_report.appeal_outcome',
      'abuse_report.appeal_decision',
    ])
    .where('abuse_report.id', '=', id)
    .executeTakeFirst();

async function one(ctx: Ctx, id: number): Promise<AbuseFull> {
  const row = await rowOf(ctx, id);
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
    answer: row.answer,
    answered_at: row.answered_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    appeal: row.appeal,
    appealed_at: row.appealed_at?.toISOString() ?? null,
    appeal_outcome: row.appeal_outcome,
    appeal_decision: row.appeal_decision,
    may_decide_appeal: row.appealed_at !== null && row.appeal_outcome === null && row.closed_by !== ctx.me.userId,
    history: await historyOf(ctx, id, row.company_id ?? row.agent_company_id),
  };
}

async function othersOf(ctx: Ctx, about: { id: number; listing_id: number | null; property_id: number | null; agent_id: number | null }) {
  const rows = await from(ctx, 'abuse_report')
    .select(['id', 'code', 'reason', 'status', 'created_at'])
    .where('id', '<>', about.id)
    .where((eb) => eb.or([eb('listing_id', '=', about.listing_id), eb('property_id', '=', about.property_id), eb('agent_id', '=', about.agent_id)]))
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

export const details = (ctx: Ctx, { id }: Input<Calls['details']>) => one(ctx, id);

export const handlers = async (ctx: Ctx, { id }: Input<Calls['handlers']>): Promise<Result<Calls['handlers']>> => ({
  results: await possibleHandlers(ctx, id),
});

export async function assign(ctx: Ctx, { id, person_id }: Input<Calls['assign']>): Promise<AbuseFull> {
  const before = await one(ctx, id);
  const [handler] = await possibleHandlers(ctx, id, person_id);
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
  if (person_id !== ctx.me.userId) await tellHandler(ctx, person_id, 'abuse.assigned', before, { code: before.code, subject: before.subject });
  if (before.status === 'pending') await tellReported(ctx, await reportedCompany(ctx, id), 'abuse.about_you', before, { subject: before.subject });
  return one(ctx, id);
}

export async function close(ctx: Ctx, { id, outcome, action, decision }: Input<Calls['close']>): Promise<AbuseFull> {
  const before = await one(ctx, id);
  if (before.reporter?.id === ctx.me.userId) throw new Refusal('forbidden', m.abuse_refusal_own_report());
  await move(ctx, abuseMachine, 'close', id, decision);
  const now = clock.now();
  await change(ctx, 'abuse_report')
    .set({ outcome, action, decision, closed_at: now, closed_by: ctx.me.userId, updated_at: now })
    .where('id', '=', id)
    .$call(oneRow);
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
  if (before.reporter) await tellReporter(ctx, before.reporter.id, before, { code: before.code, subject: before.subject, outcome });
  await tellReported(ctx, await reportedCompany(ctx, id), 'abuse.decided', before, { subject: before.subject, outcome });
  return one(ctx, id);
}

/** Kept, or lifted: then a property that was frozen for it is shown again. Never by who decided first. */
export async function decideAppeal(ctx: Ctx, { id, appeal_outcome, appeal_decision }: Input<Calls['decideAppeal']>): Promise<AbuseFull> {
  const held = await from(ctx, 'abuse_report')
    .select(['closed_by', 'appealed_at', 'appeal_outcome', 'action'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw missing();
  if (held.appealed_at === null || held.appeal_outcome !== null) throw new Refusal('wrongState', m.abuse_refusal_no_appeal());
  if (held.closed_by === ctx.me.userId) throw new Refusal('forbidden', m.abuse_refusal_same());
  const before = await one(ctx, id);
  const now = clock.now();
  await change(ctx, 'abuse_report')
    .set({ appeal_outcome, appeal_decision, appeal_decided_by: ctx.me.userId, appeal_decided_at: now, updated_at: now })
    .where('id', '=', id)
    .$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'abuse_reports',
    id,
    code: before.code,
    before: { appeal_outcome: null },
    after: { appeal_outcome, appeal_decision },
  });
  if (appeal_outcome === 'lifted' && held.action === 'stall' && before.property?.stalled)
    await stall(ctx, { id: before.property.id, stalled: false, reason: appeal_decision });
  if (appeal_outcome === 'lifted' && held.action === 'pause' && before.listing && !(await alsoPaused(ctx, before.listing.id)))
    await liftReported(ctx, before.listing.id, appeal_decision);
  await tellReported(ctx, await reportedCompany(ctx, id), 'abuse.appeal_decided', before, { subject: before.subject, outcome: appeal_outcome });
  return one(ctx, id);
}

/** Another report that went against the same listing keeps it paused. */
const alsoPaused = async (ctx: Ctx, listingId: number): Promise<boolean> =>
  (await everything(ctx.db, 'abuse_report', 'whether another decision keeps a listing paused')
    .select()
    .select('id')
    .where('listing_id', '=', listingId)
    .where('action', '=', 'pause')
    .where(sql<boolean>`appeal_outcome is distinct from 'lifted'`)
    .executeTakeFirst()) !== undefined;

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

export const abuseService = (house: House): Handlers<Calls> => ({
  report: report(house),
  all,
  details,
  handlers,
  assign,
  close,
  revoke,
  decideAppeal,
  mine,
  against,
  answer,
  appeal,
});
