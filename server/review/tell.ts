import { type DashboardRole, sixRoles, userTypeOf } from '#contract/kernel/roles.ts';
import type { EventName, EventParams } from '#contract/rooms.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { slugOf } from '#server/kernel/slug.ts';
import { tell } from '#server/notification/service.ts';
import { headsOfHolder } from '#server/people/service.ts';
import type { ReviewRow } from './rows.ts';

type Told = Pick<ReviewRow, 'code' | 'subject' | 'property' | 'agent' | 'author_id'>;
type ReviewEvent = Extract<EventName, `review.${string}`>;
/** What the texts of an event use beside what the review is about. */
type Beside<E extends ReviewEvent> = Omit<EventParams<E>, 'subject'>;

/** Those whom it is about: the agent, or the people who lead the company that holds the place. */
export async function tellTarget<E extends ReviewEvent>(ctx: Ctx, review: Told, event: E, params: Beside<E>): Promise<void> {
  for (const reader of await readersOf(ctx, review))
    await tell(ctx, {
      event,
      to: { personId: reader.id },
      params: { subject: review.subject, ...params } as unknown as EventParams<E>,
      key: `${event}:${review.code}:${reader.id}`,
      subject: review.subject,
      page: pageFor(review, reader),
    });
}

async function readersOf(ctx: Ctx, { agent, property }: Told): Promise<{ id: number; user_type: number }[]> {
  if (!agent) return property ? headsOfHolder(ctx.db, property.id) : [];
  return everything(ctx.db, 'person', 'who is told of a review')
    .select()
    .select(['id', 'user_type'])
    .where('id', '=', agent.id)
    .where('is_active', '=', true)
    .execute();
}

function pageFor({ property, agent }: Told, reader: { user_type: number }): string {
  const role = userTypeOf(reader.user_type);
  if (property && (sixRoles as readonly string[]).includes(role))
    return linkTo('review.property', role as DashboardRole, { id: property.id, code: property.code });
  return agent ? linkTo('agents.public', 'default', { id: agent.id, slug: slugOf(agent.name) }) : '/';
}

export const tellAuthor = <E extends ReviewEvent>(ctx: Ctx, review: Told, event: E, params: Beside<E>, key: string) =>
  tell(ctx, {
    event,
    to: { personId: review.author_id },
    params: { subject: review.subject, ...params } as unknown as EventParams<E>,
    key: `${event}:${review.code}:${key}`,
    subject: review.subject,
    page: linkTo('review.mine', 'tenant'),
  });
