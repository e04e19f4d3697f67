import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { leadCalls } from '#contract/lead/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { countAttemptSeparately, type ThrottleLimit } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { asAddedScopedRow } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { consumeDailySendingLimit } from '#server/limits/service.ts';
import { changeListingCount, readListingContacts } from '#server/listing/service.ts';
import { announceListChange, createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { leadPagePath } from './assignees.ts';
import { buildConversationPath } from './conversation-link.ts';
import { type LeadRow, toLeadAuditValues } from './rows.ts';

type Calls = typeof leadCalls;
type Asked = HandlerInput<Calls['enquire']>;

const limits = { address: { limit: 10, seconds: 60 * 60 }, phone: { limit: 6, seconds: 60 * 60 } } as const satisfies Record<string, ThrottleLimit>;

/** The maximum number of emails and SMS about one listing in an hour. Later enquiries appear in the app at once and in one combined email. */
const lettersAnHour = 6;

/** The company and the person that receive an enquiry: those responsible for the listing, otherwise its owner. */
export type EnquiryRecipient = {
  readonly listing_id: number | null;
  readonly property_id: number | null;
  readonly unit_id: number | null;
  readonly company_id: number;
  readonly assigned_to: number | null;
  readonly tell: readonly number[];
  readonly about: string;
};

export async function readEnquiryRecipient(ctx: Ctx, id: number): Promise<EnquiryRecipient | null> {
  const row = await unscopedTable(ctx.db, 'listing', 'the subject of an enquiry is public or visible to the caller')
    .select()
    .innerJoin('property', 'property.id', 'listing.property_id')
    .leftJoin('person as contact', 'contact.id', 'listing.contact_id')
    .select(['listing.property_id', 'listing.unit_id', 'listing.title', 'listing.contact_id', 'property.company_id as holder'])
    .select(['contact.company_id as company', 'contact.is_active as active', 'contact.closed_at as left'])
    .where('listing.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  // A contact without an active account cannot answer, so the owner's people do.
  const contact = row.active && row.left === null && row.company !== null ? row.contact_id : null;
  return {
    listing_id: id,
    property_id: row.property_id,
    unit_id: row.unit_id,
    company_id: contact === null ? row.holder : (row.company ?? row.holder),
    assigned_to: contact,
    tell: await readListingContacts(ctx, { contact_id: contact, property_id: row.property_id }),
    about: row.title,
  };
}

async function targetOfAgent(ctx: Ctx, id: number): Promise<EnquiryRecipient | null> {
  const agent = await unscopedTable(ctx.db, 'person', 'verified agents are public')
    .select()
    .innerJoin('company', 'company.id', 'person.company_id')
    .select(['person.id', 'person.name', 'person.company_id'])
    .where('person.id', '=', id)
    .where('person.user_type', '=', 5)
    .where('person.is_active', '=', true)
    .where('person.closed_at', 'is', null)
    .where('person.verified_status', '=', 'verified')
    .where('company.is_active', '=', true)
    .executeTakeFirst();
  if (!agent || agent.company_id === null) return null;
  const nothing = { listing_id: null, property_id: null, unit_id: null };
  return { ...nothing, company_id: agent.company_id, assigned_to: agent.id, tell: [agent.id], about: agent.name };
}

async function targetOf(ctx: Ctx, { listing_id, agent_id }: Asked): Promise<EnquiryRecipient> {
  if ((listing_id === undefined) === (agent_id === undefined)) throw invalidInputRefusal({ listing_id: m.lead_problem_one_of_two() });
  if (listing_id !== undefined) {
    const { rows } = await sql`select 1 from public_listing where id = ${listing_id}`.execute(ctx.db);
    const target = rows.length === 1 ? await readEnquiryRecipient(ctx, listing_id) : null;
    if (target) return target;
  } else if (agent_id !== undefined) {
    const target = await targetOfAgent(ctx, agent_id);
    if (target) return target;
  }
  throw new Refusal('notFound', sentence('itemNotFound'));
}

type Said = {
  readonly name: string;
  readonly phone: string;
  readonly email?: string | undefined;
  readonly message: string;
  /** Whether the visitor agreed to be called at once. */
  readonly may_call?: boolean;
};

/** Saves an enquiry and counts it for its listing. */
export async function saveEnquiry(ctx: Ctx, target: EnquiryRecipient, said: Said, source: LeadRow['source']): Promise<LeadRow> {
  const made = await add(ctx, 'lead')
    .values({
      listing_id: target.listing_id,
      property_id: target.property_id,
      unit_id: target.unit_id,
      company_id: target.company_id,
      assigned_to: target.assigned_to,
      person_id: source === 'manual' ? null : ctx.me.userId,
      name: said.name,
      phone: normalizePhoneForStorage(said.phone),
      email: said.email || null,
      message: said.message,
      source,
      language: localeContext.current(),
      // A visitor recorded manually gave the number to the person who records it, so they may be called.
      reachable_at: source === 'manual' || said.may_call ? clock.now() : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const row = asAddedScopedRow('lead', made);
  if (target.listing_id !== null) await changeListingCount(ctx, target.listing_id, 'enquiries', 1);
  await audit(ctx.db, ctx, { kind: 'add', document: 'lead', id: row.id, code: row.code, after: toLeadAuditValues(row) });
  await announceListChange(ctx, { module: 'lead', company: row.company_id });
  return row;
}

/** The limit is counted outside the transaction, so that rejected attempts count too. */
async function within(services: Pick<RunningServices, 'database'>, name: keyof typeof limits, key: string): Promise<void> {
  const wait = await countAttemptSeparately(services.database.db, `enquire:${name}:${key}`, limits[name]);
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
}

/** Where the visitor reads the answer: the messages of the account, or a link that needs a code sent to the phone. */
async function conversationOf(services: Pick<RunningServices, 'secret'>, ctx: Ctx, leadId: number): Promise<string> {
  const row = await getLookup('guestOfLead')(ctx.db, leadId);
  return ctx.me.role === 'tenant' ? linkTo('thread.one', 'tenant', { id: row.thread_id }) : buildConversationPath(services, row.id);
}

export const sendEnquiry =
  (services: Pick<RunningServices, 'database' | 'secret'>) =>
  async (ctx: Ctx, asked: Asked): Promise<HandlerResult<Calls['enquire']>> => {
    await within(services, 'address', getOriginNetworkKey(ctx.from));
    const phone = normalizePhoneForStorage(asked.phone);
    await within(services, 'phone', phone);
    const target = await targetOf(ctx, asked);
    await consumeDailySendingLimit(ctx, 'enquiry');
    if (asked.website !== '') {
      // A robot gets the usual answer, so that it does not notice that its text is discarded.
      await audit(ctx.db, ctx, { kind: 'undefined', document: 'lead', id: null, reason: 'a robot filled in the trap' });
      return { sent: true, talk: buildConversationPath(services, 0) };
    }
    const lead = await saveEnquiry(ctx, target, asked, asked.listing_id === undefined ? 'agent_page' : 'portal');
    const params = {
      name: asked.name,
      title: target.about,
      ...(asked.may_call ? { phone } : {}),
      ...(asked.message ? { message: asked.message.slice(0, 300) } : {}),
    };
    const about = target.listing_id === null ? `agent:${asked.agent_id}` : `listing:${target.listing_id}`;
    const message = { key: lead.id, page: leadPagePath(lead.id), gather: { about, anHour: lettersAnHour } };
    await notifyAudience(ctx, 'lead.new', params, createNotificationAudience().people(target.tell), message);
    return { sent: true, talk: await conversationOf(services, ctx, lead.id) };
  };
