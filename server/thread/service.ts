import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { threadCalls } from '#contract/thread/calls.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { childrenOf, systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readPage } from '#server/lists/list.ts';
import { readThread, type ThreadMemberRow, type ThreadMembership, type ThreadRow } from './conversation.ts';
import { threadGuestService, verifyThreadGuestPass } from './guest.ts';
import { membershipsOfCallerSql } from './scopes.ts';
import { markThreadRead, notifyThreadChanged, sendThreadMessage } from './send-message.ts';

type Calls = typeof threadCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

async function visitorOf(ctx: Ctx, thread: ThreadRow): Promise<ThreadMemberRow> {
  const row = await childrenOf(ctx.db, thread, 'thread_member', 'thread_id').select().selectAll().where('guest', '=', true).executeTakeFirst();
  if (!row) throw missing();
  return row;
}

/** The access of a person of the answering company. Platform staff may read but not write. */
async function asTeam(ctx: Ctx, leadId: number, writing = false): Promise<ThreadMembership> {
  const seen = await from(ctx, 'lead').select('id').where('id', '=', leadId).executeTakeFirst();
  const thread = seen ? await from(ctx, 'thread').selectAll().where('lead_id', '=', leadId).executeTakeFirst() : undefined;
  if (!thread) throw missing();
  const ours = ctx.me.companyId === thread.company_id;
  if (writing && !ours) throw missing();
  return { thread, visitor: await visitorOf(ctx, thread), side: 'team', mayWrite: ours && ctx.me.grants.has('contacts.edit') };
}

/** The access of a visitor with an account. */
async function asVisitor(ctx: Ctx, id: number): Promise<ThreadMembership> {
  const thread = await from(ctx, 'thread').selectAll().where('id', '=', id).executeTakeFirst();
  const visitor = await from(ctx, 'thread_member')
    .selectAll()
    .where('thread_id', '=', id)
    .where(sql<boolean>`thread_member.id in ${membershipsOfCallerSql(ctx.me)}`)
    .executeTakeFirst();
  if (!thread || !visitor) throw missing();
  return { thread, visitor, side: 'visitor', mayWrite: true };
}

/** The access of a visitor with link and code. */
async function asGuest(services: RunningServices, ctx: Ctx, pass: string): Promise<ThreadMembership> {
  const why = 'the guest’s access link grants access';
  const id = verifyThreadGuestPass(services, pass);
  const visitor = await systemRows(ctx.db, 'thread_member', why).selectAll().where('id', '=', id).where('guest', '=', true).executeTakeFirst();
  const thread = visitor && (await systemRows(ctx.db, 'thread', why).selectAll().where('id', '=', visitor.thread_id).executeTakeFirst());
  if (!visitor || !thread) throw missing();
  return { thread, visitor, side: 'visitor', mayWrite: true };
}

/** Whether a conversation is unread: its last message is later than the last one the person has read. */
export const selectOwnThreads = (ctx: Ctx, unread?: boolean) => {
  const q = from(ctx, 'thread')
    .innerJoin('thread_member as me', 'me.thread_id', 'thread.id')
    .where(sql<boolean>`me.id in ${membershipsOfCallerSql(ctx.me)}`);
  return unread ? q.whereRef('me.read_upto', '<', 'thread.last_seq') : q;
};

async function mine(ctx: Ctx, { page, page_size, z_filter = {} }: HandlerInput<Calls['listMine']>): Promise<HandlerResult<Calls['listMine']>> {
  const { rows, count } = await readPage(selectOwnThreads(ctx, z_filter.unread === 'true'), { page, page_size }, (q) =>
    q
      .innerJoin('lead', 'lead.id', 'thread.lead_id')
      .innerJoin('company', 'company.id', 'thread.company_id')
      .leftJoin('listing', 'listing.id', 'lead.listing_id')
      .leftJoin('property', 'property.id', 'lead.property_id')
      .leftJoin('thread_message as last', (join) => join.onRef('last.thread_id', '=', 'thread.id').onRef('last.seq', '=', 'thread.last_seq'))
      .leftJoin('thread_member as by', 'by.id', 'last.member_id')
      .select(['thread.id', 'thread.last_at', 'company.name as other', 'last.event', 'last.about as facts', 'last.body', 'by.guest'])
      .select([
        sql<string>`coalesce(listing.title, property.name, company.name)`.as('about'),
        sql<number>`thread.last_seq - me.read_upto`.as('unread'),
      ])
      .orderBy('thread.last_at', (o) => o.desc().nullsLast())
      .orderBy('thread.id', 'desc'),
  );
  const { unread } = await selectOwnThreads(ctx, true).select(sql<number>`count(*)`.as('unread')).executeTakeFirstOrThrow();
  return {
    count,
    unread,
    results: rows.map((r) => ({
      id: r.id,
      about: r.about,
      other: r.other,
      unread: r.unread,
      last_at: r.last_at?.toISOString() ?? null,
      last:
        r.body === null
          ? null
          : {
              side: r.event !== null ? ('step' as const) : r.guest ? ('visitor' as const) : ('team' as const),
              step: r.event as LeadStep | null,
              about: r.facts as Record<string, string | number | null>,
              body: r.body.slice(0, 200),
            },
    })),
  };
}

/** The open windows of both sides are updated with how far has been read. */
async function markRead(ctx: Ctx, place: ThreadMembership, upto: number) {
  const read = await markThreadRead(ctx, place, Math.min(upto, place.thread.last_seq));
  await notifyThreadChanged(ctx, place);
  return read;
}

export const threadService = (services: RunningServices): CallHandlers<Calls> => ({
  leadMessages: async (ctx, { lead_id, before }) => readThread(ctx, services.secret, await asTeam(ctx, lead_id), before),
  send: async (ctx, { lead_id, ...spoken }) => sendThreadMessage(services, ctx, await asTeam(ctx, lead_id, true), spoken),
  attach: async (ctx, { lead_id, file, ...spoken }) => sendThreadMessage(services, ctx, await asTeam(ctx, lead_id, true), spoken, file),
  markRead: async (ctx, { lead_id, upto }) => {
    const place = await asTeam(ctx, lead_id);
    // Platform staff only observe, so their reading does not mark the conversation as read.
    return ctx.me.companyId === place.thread.company_id ? markRead(ctx, place, upto) : { read_upto: place.thread.team_read };
  },
  listMine: mine,
  myMessages: async (ctx, { id, before }) => readThread(ctx, services.secret, await asVisitor(ctx, id), before),
  mySend: async (ctx, { id, ...spoken }) => sendThreadMessage(services, ctx, await asVisitor(ctx, id), spoken),
  myAttach: async (ctx, { id, file, ...spoken }) => sendThreadMessage(services, ctx, await asVisitor(ctx, id), spoken, file),
  myMarkRead: async (ctx, { id, upto }) => markRead(ctx, await asVisitor(ctx, id), upto),
  ...threadGuestService(services),
  guestMessages: async (ctx, { pass, before }) => readThread(ctx, services.secret, await asGuest(services, ctx, pass), before),
  guestSend: async (ctx, { pass, ...spoken }) => sendThreadMessage(services, ctx, await asGuest(services, ctx, pass), spoken),
  guestAttach: async (ctx, { pass, file, ...spoken }) => sendThreadMessage(services, ctx, await asGuest(services, ctx, pass), spoken, file),
  guestMarkRead: async (ctx, { pass, upto }) => markRead(ctx, await asGuest(services, ctx, pass), upto),
});
