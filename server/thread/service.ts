import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { threadCalls } from '#contract/thread/calls.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import type { Handlers } from '#server/http/registry.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { childrenOf, systemRows } from '#server/kernel/scoped-row.ts';
import { pageOf } from '#server/lists/list.ts';
import { guestDoor, memberByPass } from './guest.ts';
import { readIn, sayIn, stale } from './say.ts';
import { placesOf } from './scopes.ts';
import { type MemberRow, type Place, type ThreadRow, talkOf } from './talk.ts';

type Calls = typeof threadCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

async function visitorOf(ctx: Ctx, thread: ThreadRow): Promise<MemberRow> {
  const row = await childrenOf(ctx.db, thread, 'thread_member', 'thread_id').select().selectAll().where('guest', '=', true).executeTakeFirst();
  if (!row) throw missing();
  return row;
}

/** As one of the company that answers; the platform reads along and says nothing. */
async function asTeam(ctx: Ctx, leadId: number, writing = false): Promise<Place> {
  const seen = await from(ctx, 'lead').select('id').where('id', '=', leadId).executeTakeFirst();
  const thread = seen ? await from(ctx, 'thread').selectAll().where('lead_id', '=', leadId).executeTakeFirst() : undefined;
  if (!thread) throw missing();
  const ours = ctx.me.companyId === thread.company_id;
  if (writing && !ours) throw missing();
  return { thread, visitor: await visitorOf(ctx, thread), side: 'team', mayWrite: ours && ctx.me.grants.has('contacts.edit') };
}

/** As whoever asked, with an account. */
async function asVisitor(ctx: Ctx, id: number): Promise<Place> {
  const thread = await from(ctx, 'thread').selectAll().where('id', '=', id).executeTakeFirst();
  const visitor = await from(ctx, 'thread_member')
    .selectAll()
    .where('thread_id', '=', id)
    .where(sql<boolean>`thread_member.id in ${placesOf(ctx.me)}`)
    .executeTakeFirst();
  if (!thread || !visitor) throw missing();
  return { thread, visitor, side: 'visitor', mayWrite: true };
}

/** As whoever asked, by link and code. */
async function asGuest(house: House, ctx: Ctx, pass: string): Promise<Place> {
  const why = 'the pass of a guest gives the right';
  const id = memberByPass(house, pass);
  const visitor = await systemRows(ctx.db, 'thread_member', why).selectAll().where('id', '=', id).where('guest', '=', true).executeTakeFirst();
  const thread = visitor && (await systemRows(ctx.db, 'thread', why).selectAll().where('id', '=', visitor.thread_id).executeTakeFirst());
  if (!visitor || !thread) throw missing();
  return { thread, visitor, side: 'visitor', mayWrite: true };
}

/** A row of one's own list is unread where something was said after what one has read. */
export const myThreads = (ctx: Ctx, unread?: boolean) => {
  const q = from(ctx, 'thread')
    .innerJoin('thread_member as me', 'me.thread_id', 'thread.id')
    .where(sql<boolean>`me.id in ${placesOf(ctx.me)}`);
  return unread ? q.whereRef('me.read_upto', '<', 'thread.last_seq') : q;
};

async function mine(ctx: Ctx, { page, page_size, z_filter = {} }: Input<Calls['mine']>): Promise<Result<Calls['mine']>> {
  const { rows, count } = await pageOf(myThreads(ctx, z_filter.unread === 'true'), { page, page_size }, (q) =>
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
  const { unread } = await myThreads(ctx, true).select(sql<number>`count(*)`.as('unread')).executeTakeFirstOrThrow();
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

/** Both sides' open windows show how far has been read. */
async function markRead(ctx: Ctx, place: Place, upto: number) {
  const read = await readIn(ctx, place, Math.min(upto, place.thread.last_seq));
  await stale(ctx, place);
  return read;
}

export const threadService = (house: House): Handlers<Calls> => ({
  ofLead: async (ctx, { lead_id, before }) => talkOf(ctx, house.secret, await asTeam(ctx, lead_id), before),
  say: async (ctx, { lead_id, ...spoken }) => sayIn(house, ctx, await asTeam(ctx, lead_id, true), spoken),
  attach: async (ctx, { lead_id, file, ...spoken }) => sayIn(house, ctx, await asTeam(ctx, lead_id, true), spoken, file),
  read: async (ctx, { lead_id, upto }) => {
    const place = await asTeam(ctx, lead_id);
    // The platform looks on: that it has read says nothing about those who answer.
    return ctx.me.companyId === place.thread.company_id ? markRead(ctx, place, upto) : { read_upto: place.thread.team_read };
  },
  mine,
  myTalk: async (ctx, { id, before }) => talkOf(ctx, house.secret, await asVisitor(ctx, id), before),
  mySay: async (ctx, { id, ...spoken }) => sayIn(house, ctx, await asVisitor(ctx, id), spoken),
  myAttach: async (ctx, { id, file, ...spoken }) => sayIn(house, ctx, await asVisitor(ctx, id), spoken, file),
  myRead: async (ctx, { id, upto }) => markRead(ctx, await asVisitor(ctx, id), upto),
  ...guestDoor(house),
  guestTalk: async (ctx, { pass, before }) => talkOf(ctx, house.secret, await asGuest(house, ctx, pass), before),
  guestSay: async (ctx, { pass, ...spoken }) => sayIn(house, ctx, await asGuest(house, ctx, pass), spoken),
  guestAttach: async (ctx, { pass, file, ...spoken }) => sayIn(house, ctx, await asGuest(house, ctx, pass), spoken, file),
  guestRead: async (ctx, { pass, upto }) => markRead(ctx, await asGuest(house, ctx, pass), upto),
});
