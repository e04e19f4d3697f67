import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import type { CollectionAccountDecision } from '#contract/treasury/kinds.ts';
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
/** Notifies the other super admins of a changed or requested platform account, and of the person who did it. */
export async function notifyPlatformAccountChange(
  ctx: Ctx,
  { id, name, number }: Pick<CollectionAccountRow, 'id' | 'name' | 'number'>,
  became: CollectionAccountDecision,
): Promise<void> {
  const { name: who } = await unscopedTable(ctx.db, 'person', why).select().select('name').where('id', '=', ctx.me.userId).executeTakeFirstOrThrow();
  const message = { key: `${id}:${clock.ms()}`, page: `${linkTo('payment.finance', 'superadmin')}?tab=import` };
  await notifyAudience(
    ctx,
    'payment.account',
    { who, name, number, became },
    createNotificationAudience().superadmins().except(ctx.me.userId),
    message,
  );
}
