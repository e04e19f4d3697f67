import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import type { AccountFate } from '#contract/treasury/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { audience, notify } from '#server/notification/service.ts';
import type { AccountRow } from './accounts.ts';

const why = 'whom an account is about, to be told of it';

/** To those who lead its company; of the platform's own to those who keep its money. */
export async function tellRefused(ctx: Ctx, account: AccountRow): Promise<void> {
  const heads = audience().heads(account.company_id).except(ctx.me.userId);
  const to = account.company_id === null ? heads.otherwise(audience().platform(['superadmin', 'admin'])) : heads;
  await notify(ctx, 'payment.refused', { account: account.number }, to, { key: `${account.id}:${account.updated_at.getTime()}` });
}
/** The other superadmins hear where the platform's money comes to by now or is to come to, and who said so. */
export async function tellAccount(ctx: Ctx, { id, name, number }: Pick<AccountRow, 'id' | 'name' | 'number'>, became: AccountFate): Promise<void> {
  const { name: who } = await everything(ctx.db, 'person', why).select().select('name').where('id', '=', ctx.me.userId).executeTakeFirstOrThrow();
  const message = { key: `${id}:${clock.ms()}`, page: `${linkTo('payment.finance', 'superadmin')}?tab=import` };
  await notify(ctx, 'payment.account', { who, name, number, became }, audience().superadmins().except(ctx.me.userId), message);
}
