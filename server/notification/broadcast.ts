import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { notificationCalls } from '#contract/notification/calls.ts';
import { type AudienceKind, broadcastLimit } from '#contract/notification/events.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { spend } from '#server/limits/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof notificationCalls;
type Audience = { audience: AudienceKind; user_type?: number | undefined; region?: string | undefined; ids?: number[] | undefined };
const field = { role: 'user_type', region: 'region', people: 'ids' } as const satisfies Record<AudienceKind, keyof Audience>;

/** The people meant, as far as the caller reaches, who can still be told anything. */
function meant(ctx: Ctx, given: Audience) {
  const name = field[given.audience];
  if (given[name] === undefined) throw invalid({ [name]: sentence('requiredParameter') });
  const reached = from(ctx, 'person:audience').where('person.is_active', '=', true).where('person.closed_at', 'is', null);
  if (given.audience === 'role') return reached.where('person.user_type', '=', given.user_type ?? -1);
  if (given.audience === 'region') return reached.where('person.region', '=', given.region ?? '');
  return reached.where('person.id', 'in', given.ids ?? []);
}

const countOf = async (ctx: Ctx, given: Audience): Promise<number> =>
  (
    await meant(ctx, given)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const mayReach = (ctx: Ctx, people: number) => people <= broadcastLimit || ctx.me.role === 'superadmin';

export async function audience(ctx: Ctx, given: Input<Calls['audience']>): Promise<Result<Calls['audience']>> {
  const people = await countOf(ctx, given);
  return { people, allowed: mayReach(ctx, people) };
}

/** One job a reader, promised by the database itself: a thousand people are one statement. */
export async function send(ctx: Ctx, { heading, message, page, ...given }: Input<Calls['send']>): Promise<Result<Calls['send']>> {
  const people = await countOf(ctx, given);
  if (people === 0) throw invalid({ [field[given.audience]]: m.notification_problem_nobody() });
  if (!mayReach(ctx, people))
    throw new Refusal('forbidden', m.notification_refusal_many({ most: broadcastLimit }), { people, limit: broadcastLimit });
  await spend(ctx, 'broadcast', people);
  const { id } = await add(ctx, 'notification_broadcast')
    .values({ heading, message, audience: JSON.stringify(given), people, created_by: ctx.me.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const told = { event: 'message.broadcast', params: { heading, message }, ...(page ? { page } : {}) };
  const key = sql<string>`'broadcast:' || ${String(id)}::text || ':' || person.id`;
  const payload = sql`${JSON.stringify(told)}::jsonb || jsonb_build_object('key', ${key}, 'to', jsonb_build_object('personId', person.id))`;
  await meant(ctx, given).select(sql`emit_job('notification.deliver', ${payload}, 'tell:' || ${key})`.as('job')).execute();
  await audit(ctx.db, ctx, { kind: 'add', document: 'notifications', id, after: { heading, message, audience: given, people }, reason: 'broadcast' });
  return { id, people };
}
