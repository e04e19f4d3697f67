import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import { readPayers } from './payers.ts';

/** The member ids (places in the tenancy) of the payers at the time of the request. They stay the same when a tenant record is merged or replaced. */
export type RequestedPayers = { readonly to?: readonly number[] };

export const readPayingMemberIds = async (ctx: Pick<Ctx, 'db'>, tenancyId: number): Promise<number[]> =>
  (await readPayers(ctx.db, tenancyId)).map((one) => one.member).sort((a, b) => a - b);

/** An answer counts for the people who were asked, not for people who replaced them. */
export async function assertSamePayers(ctx: Pick<Ctx, 'db'>, tenancyId: number, { to }: RequestedPayers): Promise<void> {
  if (to && (await readPayingMemberIds(ctx, tenancyId)).join() !== to.join()) throw new Refusal('conflict', m.tenancy_refusal_asked_others());
}
