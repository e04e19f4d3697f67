import { z } from 'zod';
import type { ApprovalRequestLink } from '#contract/approval/shapes.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { roleDisplayNames, toUserType, userTypes } from '#contract/kernel/roles.ts';
import type { peopleCalls } from '#contract/people/calls.ts';
import { defineRequestedAct, requestApproval } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import type { RequestedActs } from '#server/kernel/requested-acts.ts';
import { m } from '#words/messages.js';
import { disableAccount, enableAccount } from './account-actions.ts';
import { lockPersonForAction } from './lock-person.ts';
import { needsSecondToEnable, readPerson } from './person-record.ts';
import type { PersonRow } from './rows.ts';

type Calls = typeof peopleCalls;

export async function setAccountActive(
  ctx: Ctx,
  { user_id, is_active, reason }: HandlerInput<Calls['changeActive']>,
): Promise<HandlerResult<Calls['changeActive']>> {
  const before = await lockPersonForAction(ctx, user_id, is_active ? 'enable' : 'disable');
  if (!is_active && !reason) throw invalidInputRefusal({ reason: sentence('requiredParameter') });
  if (before.is_active === is_active) throw new Refusal('conflict', is_active ? m.people_refusal_active() : m.people_refusal_disabled());
  if (is_active) {
    if (!(await requestEnabling(ctx, before, reason))) await enableAccount(ctx, before, reason);
  } else {
    if (before.user_type === userTypes.superadmin) throw new Refusal('conflict', m.people_refusal_two());
    await disableAccount(ctx, before, reason);
  }
  return readPerson(ctx, { id: user_id });
}

/** Requests that a disabled account with permissions on money is enabled; null if a second person is not needed. */
async function requestEnabling(ctx: Ctx, person: PersonRow, reason: string | undefined): Promise<ApprovalRequestLink | null> {
  if (!(await needsSecondToEnable(ctx, person))) return null;
  if (!reason) throw invalidInputRefusal({ reason: sentence('requiredParameter') });
  return requestApproval(ctx, 'accountEnable', {
    subjectId: person.id,
    params: { person: person.id, name: person.name, user_type: person.user_type },
    reason,
  });
}

/** Enabling the account of a super admin or an admin. The waiting period of their role begins again. */
export const accountActs: RequestedActs = {
  accountEnable: defineRequestedAct({
    params: z.object({ person: z.number(), name: z.string(), user_type: z.number() }),
    document: 'account',
    describe: ({ name, user_type }) => m.people_act_enable({ name, role: roleDisplayNames[toUserType(user_type)] }),
    page: ({ person, user_type }) => ({ screen: user_type === userTypes.superadmin ? 'people.superadmin' : 'people.admin', params: { id: person } }),
    execute: async (ctx, { person, user_type }, { reason }) => {
      const before = await lockPersonForAction(ctx, person, 'enable');
      if (before.is_active || before.closed_at !== null || before.user_type !== user_type) throw new Refusal('conflict', m.people_refusal_active());
      await enableAccount(ctx, before, reason);
    },
  }),
};
