import { randomUUID } from 'node:crypto';
import type { Uploaded } from '#contract/kernel/call.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { takeApart } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { meNow } from '#server/kernel/me.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { answered, leadPage, talkPage } from '#server/lead/service.ts';
import { answering } from '#server/listing/service.ts';
import { giveUpFile, keep } from '#server/media/service.ts';
import { audience, changed, notify } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { namesOf, type Place } from './talk.ts';

const why = 'a conversation the writer was found to take part in';
/** Letters about one conversation in an hour; the bell rings for each. */
const lettersAnHour = 3;

type Spoken = { readonly client_key: string; readonly body: string };
type Kept = { readonly event: string | null; readonly about: Happenings['lead.step']['about']; readonly files: readonly number[] };

/** Puts a message at the end. The conversation is held while its number is taken. */
async function put(ctx: Ctx, threadId: number, memberId: number | null, { client_key, body }: Spoken, { event, about, files }: Kept, guest: boolean) {
  const now = clock.now();
  const { last_seq: seq } = await everything(ctx.db, 'thread', why)
    .change()
    .set((eb) => ({
      last_seq: eb('last_seq', '+', 1),
      last_at: now,
      ...(guest ? { guest_seq: eb('last_seq', '+', 1) } : {}),
    }))
    .where('id', '=', threadId)
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  await add(ctx, 'thread_message')
    .values({ thread_id: threadId, seq, client_key, member_id: memberId, event, about: JSON.stringify(about), body, files: [...files], at: now })
    .execute();
  return seq;
}

const saidBefore = (ctx: Ctx, threadId: number, key: string) =>
  everything(ctx.db, 'thread_message', why).select().select('seq').where('thread_id', '=', threadId).where('client_key', '=', key).executeTakeFirst();

/** The writer among those who take part: the visitor, or one of the company, who does from their first word or look on. */
export async function memberOf(ctx: Ctx, { thread, visitor, side }: Place): Promise<number> {
  if (side === 'visitor') return visitor.id;
  const known = await everything(ctx.db, 'thread_member', why)
    .select()
    .select('id')
    .where('thread_id', '=', thread.id)
    .where('person_id', '=', ctx.me.userId)
    .where('guest', '=', false)
    .executeTakeFirst();
  if (known) return known.id;
  const made = await add(ctx, 'thread_member')
    .values({ thread_id: thread.id, person_id: ctx.me.userId })
    .onConflict((oc) => oc.columns(['thread_id', 'person_id', 'guest']).doUpdateSet({ muted: false }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** More than anybody says; a flood, or a program gone wrong. */
const anHour = { visitor: { limit: 60, seconds: 3600 }, team: { limit: 300, seconds: 3600 } } as const;

/** Says something, with a file or without; what arrives twice under one key is said once. */
export async function sayIn(house: House, ctx: Ctx, place: Place, spoken: Spoken, file?: Uploaded): Promise<{ seq: number }> {
  const { thread, side } = place;
  if (spoken.body === '' && !file) throw invalid({ body: m.thread_problem_empty() });
  const wait = await takeApart(house.database.db, `talk:${side}:${thread.id}`, anHour[side]);
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
  const { code } = await namesOf(ctx.db, place);
  await audit(ctx.db, ctx, { kind: 'add', document: 'thread', id: thread.id, code });
  if (await saidBefore(ctx, thread.id, spoken.client_key)) return repeat(ctx, thread.id, spoken.client_key);
  // A file holds its company, which comes before all that is held below.
  const kept = file ? await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'file' }) : null;
  // The enquiry first, then its conversation: the order in which later steps hold them.
  if (side === 'team') await answered(ctx, thread.lead_id);
  await everything(ctx.db, 'thread', why).select().select('id').where('id', '=', thread.id).forUpdate().executeTakeFirstOrThrow();
  if (await saidBefore(ctx, thread.id, spoken.client_key)) {
    if (kept) await giveUpFile(ctx.db, kept.id);
    return repeat(ctx, thread.id, spoken.client_key);
  }
  const files = kept ? [kept.id] : [];
  const seq = await put(ctx, thread.id, await memberOf(ctx, place), spoken, { event: null, about: {}, files }, side === 'visitor');
  await readIn(ctx, place, seq);
  await tellOthers(house, ctx, place, seq, spoken.body || file?.name || '');
  await stale(ctx, place);
  return { seq };
}
const repeat = async (ctx: Ctx, threadId: number, key: string) => ({ seq: (await saidBefore(ctx, threadId, key))?.seq ?? 0 });

/** How far a side has read, which only grows. */
export async function readIn(ctx: Ctx, { thread, visitor, side }: Place, upto: number): Promise<{ read_upto: number }> {
  const most = Math.max(side === 'team' ? thread.team_read : visitor.read_upto, upto);
  if (side === 'visitor')
    await everything(ctx.db, 'thread_member', why)
      .change()
      .set({ read_upto: most })
      .where('id', '=', visitor.id)
      .where('read_upto', '<', most)
      .execute();
  else await everything(ctx.db, 'thread', why).change().set({ team_read: most }).where('id', '=', thread.id).where('team_read', '<', most).execute();
  return { read_upto: most };
}

export async function stale(ctx: Ctx, { thread, visitor }: Pick<Place, 'thread' | 'visitor'>): Promise<void> {
  await changed(ctx, { room: 'thread', company: thread.company_id });
  if (visitor.person_id !== null) await changed(ctx, { room: 'thread', person: visitor.person_id });
}

async function tellOthers(house: House, ctx: Ctx, place: Place, seq: number, text: string): Promise<void> {
  const { thread, visitor, side } = place;
  const names = await namesOf(ctx.db, place);
  const params = { name: side === 'visitor' ? names.visitor : names.company, title: names.about, text: text.slice(0, 300) };
  const message = { key: `${thread.id}:${seq}`, gather: { about: `thread:${thread.id}:${side}`, anHour: lettersAnHour } };
  if (side === 'visitor') {
    const people = await answering(ctx, { contact_id: names.assigned_to, property_id: thread.property_id });
    await notify(ctx, 'thread.message', params, audience().people(people), { ...message, page: leadPage(thread.lead_id) });
    return;
  }
  const { person_id, id } = visitor;
  const isTenant = person_id !== null && (await meNow(ctx.db, person_id))?.layout === 'tenant';
  if (!isTenant && names.phone === '') return;
  const to = isTenant
    ? { personId: person_id }
    : { phone: names.phone, ...(names.email === null ? {} : { email: names.email }), locale: names.language };
  const way = isTenant ? { page: linkTo('thread.one', 'tenant', { id: thread.id }) } : { link: talkPage(house, id) };
  await notify(ctx, 'thread.message', params, audience().readers([{ to, mark: '' }]), { ...message, ...way });
}

/** Conversations about homes an agency no longer looks after go on with whoever holds them. */
export async function backToHolder(ctx: Ctx, { ownerCompanyId, agentCompanyId, propertyIds }: Happenings['mandate.ended']): Promise<void> {
  if (propertyIds.length === 0) return;
  await everything(ctx.db, 'thread', 'conversations about the homes of a mandate that ended')
    .change()
    .set({ company_id: ownerCompanyId, agent_company_id: null })
    .where('company_id', '=', agentCompanyId)
    .where('property_id', 'in', [...propertyIds])
    .execute();
  for (const company of [ownerCompanyId, agentCompanyId]) await changed(ctx, { room: 'thread', company });
}

/** What becomes of an enquiry stands between the words; the sentence is made where it is read. */
export async function followStep(ctx: Ctx, { leadId, what, about }: Happenings['lead.step']): Promise<void> {
  const thread = await everything(ctx.db, 'thread', 'the conversation of the enquiry')
    .select()
    .selectAll()
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  if (!thread) return;
  const seq = await put(ctx, thread.id, null, { client_key: randomUUID(), body: '' }, { event: what, about, files: [] }, false);
  const visitor = await everything(ctx.db, 'thread_member', 'the conversation of the enquiry')
    .select()
    .selectAll()
    .where('thread_id', '=', thread.id)
    .where('guest', '=', true)
    .executeTakeFirst();
  if (!visitor) return;
  // Nobody is told what they did themselves.
  if (visitor.person_id !== null && visitor.person_id === ctx.me.userId && visitor.read_upto === seq - 1)
    await readIn(ctx, { thread, visitor, side: 'visitor', mayWrite: true }, seq);
  await stale(ctx, { thread, visitor });
}
