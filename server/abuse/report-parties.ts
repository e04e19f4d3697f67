import { sql } from 'kysely';
import type { abuseCalls, ReceivedAbuseReport, SubmittedAbuseReport } from '#contract/abuse/calls.ts';
import { canAnswerAbuseReport, canAppealAbuseReport } from '#contract/abuse/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { notifyAppealReviewers, notifyReportHandler } from './notify.ts';

type Calls = typeof abuseCalls;
const subject = sql<string>`coalesce(listing.title, agent.name, property.name, abuse_report.code)`.as('subject');

const seen = (ctx: Ctx, as: 'abuse_report' | 'abuse_report:about') =>
  from(ctx, as)
    .leftJoin('listing', 'listing.id', 'abuse_report.listing_id')
    .leftJoin('property', 'property.id', 'abuse_report.property_id')
    .leftJoin('person as agent', 'agent.id', 'abuse_report.agent_id');
const columns = [
  'abuse_report.id',
  'abuse_report.code',
  'abuse_report.target',
  'abuse_report.reason',
  'abuse_report.status',
  'abuse_report.outcome',
  'abuse_report.created_at',
  'abuse_report.closed_at',
] as const;
const times = ({ created_at, closed_at }: { created_at: Date; closed_at: Date | null }) => ({
  created_at: created_at.toISOString(),
  closed_at: closed_at?.toISOString() ?? null,
});

/** Reports are limited to the caller's own, even if the caller can see others. */
export async function listOwnReports(ctx: Ctx, { page, page_size }: HandlerInput<Calls['listOwn']>): Promise<HandlerResult<Calls['listOwn']>> {
  const query = seen(ctx, 'abuse_report').where('abuse_report.reporter_id', '=', ctx.me.userId);
  const { rows, count } = await readPage(query, { page, page_size }, (q) =>
    q.select([...columns, 'abuse_report.body', subject]).orderBy('abuse_report.id', 'desc'),
  );
  return {
    count,
    results: rows.map((row): SubmittedAbuseReport => ({ ...row, ...times(row), may_revoke: row.status === 'pending' || row.status === 'assigned' })),
  };
}

export async function listReportsAgainstCompany(
  ctx: Ctx,
  { page, page_size }: HandlerInput<Calls['listAgainstCompany']>,
): Promise<HandlerResult<Calls['listAgainstCompany']>> {
  const { rows, count } = await readPage(seen(ctx, 'abuse_report:about'), { page, page_size }, (q) =>
    q
      .select([...columns, subject])
      .select(['action', 'decision', 'answer', 'answered_at', 'appeal', 'appealed_at', 'appeal_outcome', 'appeal_decision'])
      .orderBy('abuse_report.id', 'desc'),
  );
  return {
    count,
    results: rows.map(({ answered_at, appealed_at, ...row }): ReceivedAbuseReport => {
      const stands = { status: row.status, outcome: row.outcome, answered: answered_at !== null, appealed: appealed_at !== null };
      return { ...row, ...times(row), may_answer: canAnswerAbuseReport(stands), may_appeal: canAppealAbuseReport(stands) };
    }),
  };
}

/** A report about the caller's company, locked until the transaction ends. */
async function aboutUs(ctx: Ctx, id: number) {
  const row = await from(ctx, 'abuse_report:about').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  return { ...row, answered: row.answered_at !== null, appealed: row.appealed_at !== null };
}

export async function answerReport(ctx: Ctx, { id, answer }: HandlerInput<Calls['answer']>): Promise<HandlerResult<Calls['answer']>> {
  const row = await aboutUs(ctx, id);
  if (!canAnswerAbuseReport(row)) throw new Refusal('wrongState', m.abuse_refusal_answered());
  const now = clock.now();
  await change(ctx, 'abuse_report:about')
    .set({ answer, answered_by: ctx.me.userId, answered_at: now, updated_at: now })
    .where('id', '=', id)
    .$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'report_abuse', id, code: row.code, before: { answer: '' }, after: { answer } });
  if (row.assigned_to !== null) await notifyReportHandler(ctx, row.assigned_to, 'abuse.answered', row, { code: row.code });
  return { id };
}

export async function appealReport(ctx: Ctx, { id, appeal }: HandlerInput<Calls['appeal']>): Promise<HandlerResult<Calls['appeal']>> {
  const row = await aboutUs(ctx, id);
  if (!canAppealAbuseReport(row)) throw new Refusal('wrongState', m.abuse_refusal_appealed());
  const now = clock.now();
  await change(ctx, 'abuse_report:about')
    .set({ appeal, appealed_by: ctx.me.userId, appealed_at: now, updated_at: now })
    .where('id', '=', id)
    .$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'report_abuse', id, code: row.code, before: { appeal: '' }, after: { appeal } });
  await notifyAppealReviewers(ctx, row);
  return { id };
}
