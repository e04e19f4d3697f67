import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { StateOf } from '#contract/kernel/machine.ts';
import type { leadCalls } from '#contract/lead/calls.ts';
import { leadMachine } from '#contract/lead/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove, readMoveHistory } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, orderByColumn, readPage } from '#server/lists/list.ts';
import { announceListChange, createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { leadPagePath, listLeadAssignees } from './assignees.ts';
import { readEnquiryRecipient, saveEnquiry, sendEnquiry } from './enquiry.ts';
import { listAgentHandledLeads } from './leads-with-agents.ts';
import { type LeadRow, leadNameColumns, medianAnswerMinutesSql, selectVisibleLeads, toLeadAuditValues, toLeadSummary } from './rows.ts';

type Calls = typeof leadCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));
/** A column of the board shows its latest enquiries; a filter shows the rest. */
const boardDepth = 25;

export function filterLeads(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let q = selectVisibleLeads(ctx);
  if (f.status) q = q.where('lead.status', '=', f.status);
  if (f.property_id) q = q.where('lead.property_id', '=', f.property_id);
  if (f.listing_id) q = q.where('lead.listing_id', '=', f.listing_id);
  if (f.assigned_to) q = q.where('lead.assigned_to', '=', f.assigned_to);
  if (f.region) q = q.where('property.region', '=', f.region);
  if (f.company_id) q = q.where('lead.company_id', '=', f.company_id);
  if (f.person_id) q = q.where('lead.person_id', '=', f.person_id);
  if (f.came_from) q = q.where(sql<boolean>`app.day(lead.created_at) >= ${f.came_from}::date`);
  if (f.came_to) q = q.where(sql<boolean>`app.day(lead.created_at) <= ${f.came_to}::date`);
  if (f.source) q = q.where('lead.source', '=', f.source);
  if (f.unanswered) q = q.where('lead.first_answer_at', 'is', null);
  if (f.unread) q = q.where('lead.first_answer_at', 'is not', null).whereRef('thread.guest_seq', '>', 'thread.team_read');
  const { q: text } = f;
  if (text)
    q = q.where((eb) =>
      eb.or([
        containsTextSql('lead.name', text),
        eb.and([eb('lead.reachable_at', 'is not', null), containsTextSql('lead.phone', text.replace(/^0(?=[17])/, ''))]),
        containsTextSql('lead.code', text),
        containsTextSql('listing.title', text),
      ]),
    );
  return q;
}

async function all(ctx: Ctx, { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(filterLeads(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('lead')
      .select([...leadNameColumns])
      .orderBy(orderByColumn(sort.replace(/^(-?)/, '$1lead.')))
      .orderBy('lead.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => filterLeads(ctx, { ...z_filter, status: undefined }), sql`lead.status`);
  const heads = await withCompanyHeads(
    ctx,
    rows.map((r) => toLeadSummary(r, ctx)),
  );
  return { count, results: heads, ...counts };
}

async function board(ctx: Ctx, { z_filter = {} }: HandlerInput<Calls['board']>): Promise<HandlerResult<Calls['board']>> {
  const counts = await filterLeads(ctx, z_filter)
    .select(['lead.status', sql<number>`count(*)`.as('n')])
    .groupBy('lead.status')
    .execute();
  const stages: HandlerResult<Calls['board']>['stages'] = [];
  for (const status of Object.keys(leadMachine.states) as StateOf<typeof leadMachine>[]) {
    const count = counts.find((c) => c.status === status)?.n ?? 0;
    const rows =
      count === 0
        ? []
        : await filterLeads(ctx, z_filter)
            .selectAll('lead')
            .select([...leadNameColumns])
            .where('lead.status', '=', status)
            .orderBy('lead.moved_at', 'desc')
            .orderBy('lead.id', 'desc')
            .limit(boardDepth)
            .execute();
    stages.push({ status, count, results: rows.map((r) => toLeadSummary(r, ctx)) });
  }
  const speed = await selectVisibleLeads(ctx)
    .select(medianAnswerMinutesSql.as('minutes'))
    .where(sql<boolean>`lead.created_at > app.now() - interval '90 days'`)
    .executeTakeFirst();
  return { stages, answer_minutes: speed?.minutes ?? null };
}

async function details(ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> {
  const row = await selectVisibleLeads(ctx)
    .selectAll('lead')
    .select([...leadNameColumns])
    .where('lead.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const history = await readMoveHistory(ctx, 'lead', id).execute();
  return {
    ...toLeadSummary(row, ctx),
    history: history.map((h) => ({ at: h.at.toISOString(), move: h.move, to: h.to_state, reason: h.reason, by: h.by })),
  };
}

async function toChange(ctx: Ctx, id: number): Promise<LeadRow> {
  const row = await from(ctx, 'lead').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw missing();
  return row;
}

async function people(ctx: Ctx, { id }: HandlerInput<Calls['listAssignees']>): Promise<HandlerResult<Calls['listAssignees']>> {
  const lead = await from(ctx, 'lead').select(['company_id', 'property_id']).where('id', '=', id).executeTakeFirst();
  if (!lead) throw missing();
  return { results: await listLeadAssignees(ctx, lead) };
}

/** Records an enquiry by hand: for a listing the caller may see, and for the caller's own company. */
async function create(ctx: Ctx, { listing_id, ...said }: HandlerInput<Calls['create']>): Promise<HandlerResult<Calls['create']>> {
  // A dealer reads the whole catalogue of the county, but writes only about the listings of their companies.
  const permission = ctx.me.layout === 'dealer' ? 'contacts.create' : 'property.read';
  const seen = await from(ctx, 'listing')
    .select('id')
    .where('id', '=', listing_id)
    .where(mayChange('listing', ctx.me, permission))
    .executeTakeFirst();
  const target = seen ? await readEnquiryRecipient(ctx, listing_id) : null;
  if (!target) throw missing();
  const own = ctx.me.companyId === null ? target : { ...target, company_id: ctx.me.companyId, assigned_to: ctx.me.userId };
  const row = await saveEnquiry(ctx, own, said, 'manual');
  return details(ctx, { id: row.id });
}

async function update(ctx: Ctx, { id, note, assigned_to, revision }: HandlerInput<Calls['update']>): Promise<HandlerResult<Calls['update']>> {
  const before = await toChange(ctx, id);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await details(ctx, { id }) });
  const given = assigned_to !== undefined && assigned_to !== before.assigned_to;
  if (given && assigned_to !== null && !(await listLeadAssignees(ctx, before)).some((p) => p.id === assigned_to))
    throw invalidInputRefusal({ assigned_to: m.lead_problem_assigned() });
  const after = await change(ctx, 'lead')
    .set({
      ...(note === undefined ? {} : { note }),
      ...(assigned_to === undefined ? {} : { assigned_to }),
      revision: before.revision + 1,
      updated_at: clock.now(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'lead',
    id,
    code: after.code,
    before: toLeadAuditValues(before),
    after: toLeadAuditValues(after),
  });
  await announceListChange(ctx, { module: 'lead', company: after.company_id });
  if (given && assigned_to !== null && assigned_to !== ctx.me.userId)
    await notifyAudience(
      ctx,
      'lead.assigned',
      { name: after.name, ...(after.reachable_at === null ? {} : { phone: after.phone }) },
      createNotificationAudience().person(assigned_to, ''),
      { key: `${id}:${after.revision}`, page: leadPagePath(id) },
    );
  // A caller who saw the enquiry only because it was assigned to them still gets the result after assigning it to another person.
  return details(given ? asUnscoped(ctx, 'the enquiry that the caller just reassigned') : ctx, { id });
}

async function move(ctx: Ctx, { id, move: name, reason }: HandlerInput<Calls['move']>): Promise<HandlerResult<Calls['move']>> {
  const before = await toChange(ctx, id);
  if (name === 'lose' && !reason) throw invalidInputRefusal({ reason: m.lead_problem_lost() });
  await makeMove(ctx, leadMachine, name, id, reason || null);
  const now = clock.now();
  const after = await change(ctx, 'lead')
    .set({
      moved_at: now,
      updated_at: now,
      revision: before.revision + 1,
      lost_reason: name === 'lose' ? reason : '',
      // The first move of an enquiry counts as its first answer.
      first_answer_at: before.first_answer_at ?? now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const said = reason ? { reason } : {};
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'lead',
    id,
    code: after.code,
    before: toLeadAuditValues(before),
    after: toLeadAuditValues(after),
    ...said,
  });
  await announceListChange(ctx, { module: 'lead', company: after.company_id });
  return details(ctx, { id });
}

export { leadPagePath } from './assignees.ts';
export { buildConversationPath, makeConversationToken, signConversation } from './conversation-link.ts';
export { findOrCreateLead, markLeadAnswered } from './steps.ts';

export const leadService = (services: Pick<RunningServices, 'database' | 'secret'>): CallHandlers<Calls> => ({
  enquire: sendEnquiry(services),
  list: all,
  board,
  listWithAgents: listAgentHandledLeads,
  details,
  listAssignees: people,
  create,
  update,
  move,
});
