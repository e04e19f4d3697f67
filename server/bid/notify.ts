import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import type { EventName } from '#contract/modules.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { childrenOf, parentOf } from '#server/kernel/scoped-row.ts';
import { readListingContacts } from '#server/listing/service.ts';
import { createNotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import type { BidRow } from './rows.ts';

type Event = Exclude<Extract<EventName, `offer.${string}`>, 'offer.agent_gone'>;
type About = { readonly bid: BidRow; readonly cents: number; readonly title: string; readonly contact_id: number | null };

export async function readBidMessageFacts(ctx: Ctx, bid: BidRow): Promise<About> {
  const row = await parentOf(ctx.db, bid, 'listing_id', 'listing').select(['title', 'contact_id']).executeTakeFirstOrThrow();
  const turn = await childrenOf(ctx.db, bid, 'bid_turn', 'bid_id').select().select('cents').orderBy('n', 'desc').executeTakeFirst();
  return { bid, cents: turn?.cents ?? 0, ...row };
}

const pageOf = ({ id, code }: BidRow) => screenPagePath('bid.one', { id, code });

/** Notifies the bidder that the agent no longer answers for the home and that its holder does. */
export async function notifyBidderOfAgentChange(ctx: Ctx, bid: BidRow, agent: string, company: string): Promise<void> {
  const { title } = await readBidMessageFacts(ctx, bid);
  const message = { key: `${bid.id}:${bid.turns}:${agent}`, page: pageOf(bid) };
  await notifyAudience(ctx, 'offer.agent_gone', { title, agent, company }, createNotificationAudience().person(bid.person_id, ''), message);
}

/** Notifies one or both sides, and adds a step to the conversation and the enquiry. */
export async function notifyBidEvent(
  ctx: Ctx,
  about: About,
  event: Event,
  to: readonly ('bidder' | 'managers')[],
  step: DomainEvents['lead.step']['what'],
) {
  const { bid, cents, title } = about;
  const bidder = await parentOf(ctx.db, bid, 'person_id', 'person').select('name').executeTakeFirst();
  const managers = to.includes('managers') ? await readListingContacts(ctx, { contact_id: about.contact_id, property_id: bid.property_id }) : [];
  const people = [...(to.includes('bidder') ? [bid.person_id] : []), ...managers];
  const said = { name: bidder?.name ?? '', title, amount: formatKesPlain(cents) };
  const until = event === 'offer.new' || event === 'offer.countered' ? { date: bid.expires_at ? toNairobiDay(bid.expires_at) : '' } : {};
  await notifyAudience(ctx, event, { ...said, ...until }, createNotificationAudience().people(people), {
    key: `${bid.id}:${bid.turns}`,
    page: pageOf(bid),
  });
  if (bid.lead_id !== null)
    await publishEvent(ctx, 'lead.step', { leadId: bid.lead_id, what: step, about: { bid_id: bid.id, code: bid.code, cents } });
}
