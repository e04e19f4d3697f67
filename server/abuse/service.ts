import { sql } from 'kysely';
import type { AbuseReportDetails, abuseCalls } from '#contract/abuse/calls.ts';
import { abuseMachine } from '#contract/abuse/machine.ts';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { pauseReportedListing, resumeReportedListing } from '#server/listing/service.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { setFrozen } from '#server/property/service.ts';
import { m } from '#words/messages.js';
import { notifyReportedCompany, notifyReporter, notifyReportHandler } from './notify.ts';
import { reportAbuse } from './report.ts';
import { findReportedCompany, listEligibleReportHandlers, readReportsAboutCompany } from './report-context.ts';
import { answerReport, appealReport, listOwnReports, listReportsAgainstCompany } from './report-parties.ts';
import { abuseReportNotFound, reportColumns, reportDueAtSql, reportResponseHoursSql, reportSubjectSql, selectReports, toAbuseRow } from './rows.ts';

type Calls = typeof abuseCalls;

function matching(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let query = selectReports(ctx);
  if (f.text)
    query = query.where((eb) =>
      eb.or([
        containsTextSql('abuse_report.code', f.text ?? ''),
        containsTextSql('listing.title', f.text ?? ''),
        containsTextSql('property.name', f.text ?? ''),
      ]),
    );
  if (f.status) query = query.where('abuse_report.status', '=', f.status);
  if (f.reason) query = query.where('abuse_report.reason', '=', f.reason);
  if (f.target) query = query.where('abuse_report.target', '=', f.target);
  if (f.company_id)
    query = query.where((eb) => eb.or([eb('property.company_id', '=', f.company_id ?? null), eb('agent.company_id', '=', f.company_id ?? null)]));
  if (f.region) query = query.where('abuse_report.region', '=', f.region);
  if (hasDayRange(f)) query = query.where(isInDayRangeSql('abuse_report.created_at', f));
  if (f.reporter_id) query = query.where('abuse_report.reporter_id', '=', f.reporter_id);
  if (f.mine) query = query.where('abuse_report.assigned_to', '=', ctx.me.userId);
  // An assigned report is open work for its handler only.
  if (f.waiting)
    query = query.where((eb) =>
      eb.or([
        eb('abuse_report.status', '=', 'pending'),
        eb.and([eb('abuse_report.status', '=', 'assigned'), eb('abuse_report.assigned_to', '=', ctx.me.userId)]),
      ]),
    );
  return query;
}

export const countPendingReports = (ctx: Ctx) =>
  matching(ctx, pendingTaskKinds.reports.filter)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Date | null>`min(abuse_report.created_at + make_interval(hours => ${reportResponseHoursSql}))`.as('due'),
    ])
    .executeTakeFirstOrThrow();

export async function listReports(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  // Open reports come first, ordered by deadline.
  const { rows, count } = await readPage(matching(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...reportColumns, reportSubjectSql, reportDueAtSql])
      .orderBy(sql`abuse_report.status in ('closed', 'revoked')`)
      .orderBy(sort.endsWith('due_at') ? orderByColumn(sort) : orderByColumn(sort.replace(/^(-?)/, '$1abuse_report.')))
      .orderBy('abuse_report.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => matching(ctx, { ...z_filter, status: undefined }), sql`abuse_report.status`);
  return { count, results: await withCompanyHeads(ctx, rows.map(toAbuseRow)), ...counts };
}

/** The report with everything its page shows. */
const rowOf = (ctx: Ctx, id: number) =>
  selectReports(ctx)
    .leftJoin('person as decider', 'decider.id', 'abuse_report.closed_by')
    .select([
      ...reportColumns,
      reportSubjectSql,
      reportDueAtSql,
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

async function one(ctx: Ctx, id: number): Promise<AbuseReportDetails> {
  const row = await rowOf(ctx, id);
  if (!row) throw abuseReportNotFound();
  const { reporter_contact, outcome, action, decision, closed_at, listing_id } = row;
  return {
    ...toAbuseRow(row),
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
    moves: listAllowedMoves(abuseMachine, row.status, ctx.me.role),
    answer: row.answer,
    answered_at: row.answered_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    appeal: row.appeal,
    appealed_at: row.appealed_at?.toISOString() ?? null,
    appeal_outcome: row.appeal_outcome,
    appeal_decision: row.appeal_decision,
    may_decide_appeal: row.appealed_at !== null && row.appeal_outcome === null && row.closed_by !== ctx.me.userId,
    history: await readReportsAboutCompany(ctx, id, row.company_id ?? row.agent_company_id),
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

export const readReportDetails = (ctx: Ctx, { id }: HandlerInput<Calls['details']>) => one(ctx, id);

export const listReportHandlers = async (ctx: Ctx, { id }: HandlerInput<Calls['listHandlers']>): Promise<HandlerResult<Calls['listHandlers']>> => ({
  results: await listEligibleReportHandlers(ctx, id),
});

export async function assignReport(ctx: Ctx, { id, person_id }: HandlerInput<Calls['assign']>): Promise<AbuseReportDetails> {
  const before = await one(ctx, id);
  const [handler] = await listEligibleReportHandlers(ctx, id, person_id);
  if (!handler) throw invalidInputRefusal({ person_id: m.abuse_problem_handler() });
  await makeMove(ctx, abuseMachine, 'assign', id);
  await change(ctx, 'abuse_report').set({ assigned_to: person_id, updated_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'abuse_reports',
    id,
    code: before.code,
    before: { status: before.status, handler: before.handler?.name ?? null },
    after: { status: 'assigned', handler: handler.name },
  });
  if (person_id !== ctx.me.userId)
    await notifyReportHandler(ctx, person_id, 'abuse.assigned', before, { code: before.code, subject: before.subject });
  if (before.status === 'pending')
    await notifyReportedCompany(ctx, await findReportedCompany(ctx, id), 'abuse.about_you', before, { subject: before.subject });
  return one(ctx, id);
}

export async function closeReport(ctx: Ctx, { id, outcome, action, decision }: HandlerInput<Calls['close']>): Promise<AbuseReportDetails> {
  const before = await one(ctx, id);
  if (before.reporter?.id === ctx.me.userId) throw new Refusal('forbidden', m.abuse_refusal_own_report());
  await makeMove(ctx, abuseMachine, 'close', id, decision);
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
    if (!before.listing) throw invalidInputRefusal({ action: m.abuse_problem_pauses() });
    await pauseReportedListing(ctx, before.listing.id, decision);
  }
  if (action === 'stall') {
    if (!before.property) throw invalidInputRefusal({ action: m.abuse_problem_freezes() });
    if (!before.property.stalled) await setFrozen(ctx, { id: before.property.id, stalled: true, reason: decision });
  }
  if (before.reporter) await notifyReporter(ctx, before.reporter.id, before, { code: before.code, subject: before.subject, outcome });
  await notifyReportedCompany(ctx, await findReportedCompany(ctx, id), 'abuse.decided', before, { subject: before.subject, outcome });
  return one(ctx, id);
}

/** Upholds or lifts the decision; a lifted freeze makes the property public again. The person who decided the report cannot decide the appeal. */
export async function decideReportAppeal(
  ctx: Ctx,
  { id, appeal_outcome, appeal_decision }: HandlerInput<Calls['decideAppeal']>,
): Promise<AbuseReportDetails> {
  const held = await from(ctx, 'abuse_report')
    .select(['closed_by', 'appealed_at', 'appeal_outcome', 'action'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw abuseReportNotFound();
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
    await setFrozen(ctx, { id: before.property.id, stalled: false, reason: appeal_decision });
  if (appeal_outcome === 'lifted' && held.action === 'pause' && before.listing && !(await alsoPaused(ctx, before.listing.id)))
    await resumeReportedListing(ctx, before.listing.id, appeal_decision);
  await notifyReportedCompany(ctx, await findReportedCompany(ctx, id), 'abuse.appeal_decided', before, {
    subject: before.subject,
    outcome: appeal_outcome,
  });
  return one(ctx, id);
}

/** Another decided report about the same listing keeps it paused. */
const alsoPaused = async (ctx: Ctx, listingId: number): Promise<boolean> =>
  (await unscopedTable(ctx.db, 'abuse_report', 'whether another decision keeps a listing paused')
    .select()
    .select('id')
    .where('listing_id', '=', listingId)
    .where('action', '=', 'pause')
    .where(sql<boolean>`appeal_outcome is distinct from 'lifted'`)
    .executeTakeFirst()) !== undefined;

export async function revokeReport(ctx: Ctx, { id }: HandlerInput<Calls['revoke']>): Promise<HandlerResult<Calls['revoke']>> {
  const mine = await from(ctx, 'abuse_report')
    .select(['code', 'status'])
    .where('id', '=', id)
    .where('reporter_id', '=', ctx.me.userId)
    .executeTakeFirst();
  if (!mine) throw abuseReportNotFound();
  await makeMove(ctx, abuseMachine, 'revoke', id);
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

export const abuseService = (services: RunningServices): CallHandlers<Calls> => ({
  report: reportAbuse(services),
  list: listReports,
  details: readReportDetails,
  listHandlers: listReportHandlers,
  assign: assignReport,
  close: closeReport,
  revoke: revokeReport,
  decideAppeal: decideReportAppeal,
  listOwn: listOwnReports,
  listAgainstCompany: listReportsAgainstCompany,
  answer: answerReport,
  appeal: appealReport,
});
