import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { describeAccount } from '#contract/treasury/account-name.ts';
import type { CollectionAccountDecision, PlatformAccountNotice } from '#contract/treasury/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import type { CollectionAccountRow } from './accounts.ts';

const why = 'finds the people to notify about an account';

/** The recipients for an account: the leaders of its company, or the platform's payment staff for a platform paybill. */
export async function notifyPaybillRejected(ctx: Ctx, account: CollectionAccountRow): Promise<void> {
  const heads = createNotificationAudience().heads(account.company_id).except(ctx.me.userId);
  const to = account.company_id === null ? heads.otherwise(createNotificationAudience().platform(['superadmin', 'admin'])) : heads;
  await notifyAudience(ctx, 'payment.refused', { account: account.number }, to, { key: `${account.id}:${account.updated_at.getTime()}` });
}
type NotedAccount = Pick<CollectionAccountRow, 'name' | 'number' | 'bank_code' | 'active'>;
/** Notifies the other super admins of a requested change of a platform account, and of its decision. */
export async function notifyPlatformAccountChange(
  ctx: Ctx,
  row: NotedAccount & Pick<CollectionAccountRow, 'id' | 'waiting'>,
  asked: NotedAccount,
  became: CollectionAccountDecision,
): Promise<void> {
  const { name: who } = await unscopedTable(ctx.db, 'person', why).select().select('name').where('id', '=', ctx.me.userId).executeTakeFirstOrThrow();
  const state = ({ active }: NotedAccount) => (active ? 'on' : 'off');
  const params: PlatformAccountNotice = {
    who,
    old: describeAccount(row),
    account: describeAccount(asked),
    became,
    // A new account is off until it is approved.
    ...(row.waiting ? { was: 'new', becomes: 'on' } : { was: state(row), becomes: state(asked) }),
  };
  await notifyAudience(ctx, 'payment.account', params, createNotificationAudience().superadmins().except(ctx.me.userId), {
    key: `${row.id}:${clock.ms()}`,
    page: `${linkTo('payment.finance', 'superadmin')}?tab=import`,
  });
}
