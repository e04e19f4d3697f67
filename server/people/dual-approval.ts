import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import type { PersonDetails, peopleCalls } from '#contract/people/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { assertCanApprove } from '#server/approval/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { add, change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { closeAccountImmediately, disableAccount } from './account-actions.ts';
import { assertMayRequestApproval, superadminRemovalApproval } from './approval.ts';
import { lockPersonForAction } from './lock-person.ts';
import { personNotFound, readPerson } from './person-record.ts';

type Calls = typeof peopleCalls;

/** Dual approval: one super admin requests that another be disabled or deleted. Nothing happens until a second one confirms. */
export async function requestDualApproval(ctx: Ctx, { user_id, act, reason }: HandlerInput<Calls['askSuperadmin']>): Promise<PersonDetails> {
  const person = await lockPersonForAction(ctx, user_id, act);
  await assertMayRequestApproval(ctx);
  if (person.user_type !== userTypes.superadmin) throw new Refusal('conflict', m.people_refusal_not_superadmin());
  if (act === 'disable' && !person.is_active) throw new Refusal('conflict', m.people_refusal_disabled());
  const made = await add(ctx, 'superadmin_request')
    .values({ person_id: user_id, act, reason, asked_by: requireSignedIn(ctx).userId })
    .onConflict((oc) => oc.column('person_id').where('settled_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('conflict', m.people_refusal_asked());
  await audit(ctx.db, ctx, { kind: 'edit', document: 'account', id: user_id, code: person.code, after: { asked_of_second: act }, reason });
  await notifyOthers(ctx, made.id, { id: user_id, code: person.code, name: person.name }, reason);
  return readPerson(ctx, { id: user_id });
}

/** The name of the acting super admin, for the other super admins. */
const superadminName = async (ctx: Ctx, id: number | null): Promise<string> =>
  (
    await unscopedTable(ctx.db, 'person', 'super admins are notified of the request of another super admin')
      .select()
      .select('name')
      .where('id', '=', id)
      .where('user_type', '=', userTypes.superadmin)
      .where('is_active', '=', true)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
  )?.name ?? '';

/** Notifies the super admins of a new super admin. */
export async function notifyNewSuperadmin(ctx: Ctx, joined: { id: number; code: string; name: string }, invitedBy: number): Promise<void> {
  const by = await superadminName(ctx, invitedBy);
  const page = linkTo('people.superadmin', 'superadmin', { id: joined.id, code: joined.code });
  await notifyAudience(ctx, 'account.superadmin_joined', { name: joined.name, by }, createNotificationAudience().superadmins().except(joined.id), {
    key: joined.id,
    page,
  });
}

async function notifyOthers(ctx: Ctx, request: number, about: { id: number; code: string; name: string }, reason: string): Promise<void> {
  const by = await superadminName(ctx, ctx.me.userId);
  const page = linkTo('people.superadmin', 'superadmin', { id: about.id, code: about.code });
  const to = createNotificationAudience().superadmins().except(ctx.me.userId);
  await notifyAudience(ctx, 'account.superadmin_asked', { name: about.name, by, reason }, to, { key: request, page });
}

/** Decides a request: another super admin confirms it and the action takes effect, or any super admin, including the requester, cancels it. */
export async function decideDualApproval(
  ctx: Ctx,
  { id, agree }: HandlerInput<Calls['settleRequest']>,
): Promise<HandlerResult<Calls['settleRequest']>> {
  const request = await from(ctx, 'superadmin_request').selectAll().where('id', '=', id).where('settled_at', 'is', null).executeTakeFirst();
  if (!request) throw personNotFound();
  if (agree) await assertCanApprove(ctx, superadminRemovalApproval, id);
  // The target may confirm their own removal; the requester may not confirm.
  const person = agree ? await lockPersonForAction(ctx, request.person_id, request.act, { self: true }) : null;
  await change(ctx, 'superadmin_request')
    .set({ settled_at: clock.now(), settled_by: ctx.me.userId, agreed: agree })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .$call(oneRow);
  if (person && request.act === 'disable') await disableAccount(ctx, person, request.reason);
  else if (person) await closeAccountImmediately(ctx, person, request.reason);
  else
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'account',
      id: request.person_id,
      before: { asked_of_second: request.act },
      after: { asked_of_second: null },
    });
  return { id: request.person_id, agreed: agree };
}
