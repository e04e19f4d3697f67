import type { EventName, EventParams } from '#contract/modules.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { createNotificationAudience, type NotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import type { ReviewRow } from './rows.ts';

type Told = Pick<ReviewRow, 'code' | 'subject' | 'property' | 'agent' | 'author_id'>;
type ReviewEvent = Extract<EventName, `review.${string}`>;
type Subject = { readonly subject: string };
/** The event's parameters without the review subject. */
type Beside<E extends ReviewEvent> = Omit<EventParams<E>, keyof Subject>;

const targetOf = ({ agent, property }: Told): NotificationAudience => {
  if (agent) return createNotificationAudience().active([agent.id]);
  return property ? createNotificationAudience().holders(property.id) : createNotificationAudience();
};

/** Notifies the reviewed agent, or the heads of the company that holds the property. */
export async function notifyReviewTarget<E extends ReviewEvent>(ctx: Ctx, review: Told, event: E, params: Beside<E>): Promise<void> {
  const { subject, code, property, agent } = review;
  const publicPage = agent ? linkTo('agents.public', 'default', { id: agent.id, slug: toSlug(agent.name) }) : '/';
  const page = property ? screenPagePath('review.property', { id: property.id, code: property.code }) : publicPage;
  await notifyAudience<E, Subject>(ctx, event, { subject, ...params }, targetOf(review), { key: code, subject, page });
}

export async function notifyReviewAuthor<E extends ReviewEvent>(ctx: Ctx, review: Told, event: E, params: Beside<E>, key: string): Promise<void> {
  const { subject, code, author_id } = review;
  const message = { key: `${code}:${key}`, subject, page: linkTo('review.mine', 'tenant') };
  await notifyAudience<E, Subject>(ctx, event, { subject, ...params }, createNotificationAudience().person(author_id, ''), message);
}
