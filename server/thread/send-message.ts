import { randomUUID } from 'node:crypto';
import type { UploadedFile } from '#contract/kernel/call.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { countAttemptSeparately } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { readMe } from '#server/kernel/me.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, type ScopedRow, sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildConversationPath, leadPagePath, markLeadAnswered } from '#server/lead/service.ts';
import { readListingContacts } from '#server/listing/service.ts';
import { releaseFile, storeFile } from '#server/media/service.ts';
import { announceListChange, createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { readThreadFacts, type ThreadMembership } from './conversation.ts';

/** The maximum number of mails about one conversation in an hour; every message still notifies in the app. */
const lettersAnHour = 3;

type Spoken = { readonly client_key: string; readonly body: string };
type Kept = { readonly event: string | null; readonly about: DomainEvents['lead.step']['about']; readonly files: readonly number[] };

/** Appends a message. The update locks the conversation while the number is assigned. */
async function put(
  ctx: Ctx,
  thread: ScopedRow<'thread'>,
  memberId: number | null,
  { client_key, body }: Spoken,
  { event, about, files }: Kept,
  guest: boolean,
) {
  const now = clock.now();
  const { last_seq: seq } = await sameRow(ctx.db, 'thread', thread)
    .change()
    .set((eb) => ({
      last_seq: eb('last_seq', '+', 1),
      last_at: now,
      ...(guest ? { guest_seq: eb('last_seq', '+', 1) } : {}),
    }))
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  await add(ctx, 'thread_message')
    .values({ thread_id: thread.id, seq, client_key, member_id: memberId, event, about: JSON.stringify(about), body, files: [...files], at: now })
    .execute();
  return seq;
}

const saidBefore = (ctx: Ctx, thread: ScopedRow<'thread'>, key: string) =>
  childrenOf(ctx.db, thread, 'thread_message', 'thread_id').select().select('seq').where('client_key', '=', key).executeTakeFirst();

/** The author among the members: the visitor, or a person of the company, who becomes a member with their first message. */
export async function findOrAddThreadMember(ctx: Ctx, { thread, visitor, side }: ThreadMembership): Promise<number> {
  if (side === 'visitor') return visitor.id;
  const known = await childrenOf(ctx.db, thread, 'thread_member', 'thread_id')
    .select()
    .select('id')
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

/** The limits are above normal use and stop a flood or a faulty program. */
const anHour = { visitor: { limit: 60, seconds: 3600 }, team: { limit: 300, seconds: 3600 } } as const;

/** Sends a message with or without a file. A message that arrives twice under one key is stored once. */
export async function sendThreadMessage(
  services: RunningServices,
  ctx: Ctx,
  place: ThreadMembership,
  spoken: Spoken,
  file?: UploadedFile,
): Promise<{ seq: number }> {
  const { thread, side } = place;
  if (spoken.body === '' && !file) throw invalidInputRefusal({ body: m.thread_problem_empty() });
  const wait = await countAttemptSeparately(services.database.db, `talk:${side}:${thread.id}`, anHour[side]);
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
  const { code } = await readThreadFacts(ctx.db, place);
  await audit(ctx.db, ctx, { kind: 'add', document: 'thread', id: thread.id, code });
  if (await saidBefore(ctx, thread, spoken.client_key)) return repeat(ctx, thread, spoken.client_key);
  // Storing a file locks its company, which comes before all later locks.
  const kept = file ? await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'file' }) : null;
  // The enquiry is locked before its conversation, the same order as in later steps.
  if (side === 'team') await markLeadAnswered(ctx, thread.lead_id);
  await sameRow(ctx.db, 'thread', thread).select().select('id').forUpdate().executeTakeFirstOrThrow();
  if (await saidBefore(ctx, thread, spoken.client_key)) {
    if (kept) await releaseFile(ctx.db, kept.id);
    return repeat(ctx, thread, spoken.client_key);
  }
  const files = kept ? [kept.id] : [];
  const seq = await put(ctx, thread, await findOrAddThreadMember(ctx, place), spoken, { event: null, about: {}, files }, side === 'visitor');
  await markThreadRead(ctx, place, seq);
  await notifyParticipants(services, ctx, place, seq, spoken.body || file?.name || '');
  await notifyThreadChanged(ctx, place);
  return { seq };
}
const repeat = async (ctx: Ctx, thread: ScopedRow<'thread'>, key: string) => ({ seq: (await saidBefore(ctx, thread, key))?.seq ?? 0 });

/** Records how far a side has read. The value never decreases. */
export async function markThreadRead(ctx: Ctx, { thread, visitor, side }: ThreadMembership, upto: number): Promise<{ read_upto: number }> {
  const most = Math.max(side === 'team' ? thread.team_read : visitor.read_upto, upto);
  if (side === 'visitor') await sameRow(ctx.db, 'thread_member', visitor).change().set({ read_upto: most }).where('read_upto', '<', most).execute();
  else await sameRow(ctx.db, 'thread', thread).change().set({ team_read: most }).where('team_read', '<', most).execute();
  return { read_upto: most };
}

export async function notifyThreadChanged(ctx: Ctx, { thread, visitor }: Pick<ThreadMembership, 'thread' | 'visitor'>): Promise<void> {
  await announceListChange(ctx, { module: 'thread', company: thread.company_id });
  if (visitor.person_id !== null) await announceListChange(ctx, { module: 'thread', person: visitor.person_id });
}

async function notifyParticipants(services: RunningServices, ctx: Ctx, place: ThreadMembership, seq: number, text: string): Promise<void> {
  const { thread, visitor, side } = place;
  const names = await readThreadFacts(ctx.db, place);
  const params = { name: side === 'visitor' ? names.visitor : names.company, title: names.about, text: text.slice(0, 300) };
  const message = { key: `${thread.id}:${seq}`, gather: { about: `thread:${thread.id}:${side}`, anHour: lettersAnHour } };
  if (side === 'visitor') {
    const people = await readListingContacts(ctx, { contact_id: names.assigned_to, property_id: thread.property_id });
    await notifyAudience(ctx, 'thread.message', params, createNotificationAudience().people(people), {
      ...message,
      page: leadPagePath(thread.lead_id),
    });
    return;
  }
  const { person_id, id } = visitor;
  const isTenant = person_id !== null && (await readMe(ctx.db, person_id))?.layout === 'tenant';
  if (!isTenant && names.phone === '') return;
  const to = isTenant
    ? { personId: person_id }
    : { phone: names.phone, ...(names.email === null ? {} : { email: names.email }), locale: names.language };
  const way = isTenant ? { page: linkTo('thread.one', 'tenant', { id: thread.id }) } : { link: buildConversationPath(services, id) };
  await notifyAudience(ctx, 'thread.message', params, createNotificationAudience().readers([{ to, mark: '' }]), { ...message, ...way });
}

/** When a mandate ends, conversations about its homes pass to the owner. */
export async function returnThreadsToOwner(ctx: Ctx, { ownerCompanyId, agentCompanyId, propertyIds }: DomainEvents['mandate.ended']): Promise<void> {
  if (propertyIds.length === 0) return;
  await unscopedTable(ctx.db, 'thread', 'conversations about the units of a mandate that ended')
    .change()
    .set({ company_id: ownerCompanyId, agent_company_id: null })
    .where('company_id', '=', agentCompanyId)
    .where('property_id', 'in', [...propertyIds])
    .execute();
  for (const company of [ownerCompanyId, agentCompanyId]) await announceListChange(ctx, { module: 'thread', company });
}

/** Adds a step of the enquiry to the conversation. The reader's page turns it into a sentence. */
export async function addLeadStep(ctx: Ctx, { leadId, what, about }: DomainEvents['lead.step']): Promise<void> {
  const thread = await systemRows(ctx.db, 'thread', 'the conversation of the enquiry').selectAll().where('lead_id', '=', leadId).executeTakeFirst();
  if (!thread) return;
  const seq = await put(ctx, thread, null, { client_key: randomUUID(), body: '' }, { event: what, about, files: [] }, false);
  const visitor = await childrenOf(ctx.db, thread, 'thread_member', 'thread_id').select().selectAll().where('guest', '=', true).executeTakeFirst();
  if (!visitor) return;
  // A step by the visitor is not new to the visitor, so it is marked as read.
  if (visitor.person_id !== null && visitor.person_id === ctx.me.userId && visitor.read_upto === seq - 1)
    await markThreadRead(ctx, { thread, visitor, side: 'visitor', mayWrite: true }, seq);
  await notifyThreadChanged(ctx, { thread, visitor });
}
