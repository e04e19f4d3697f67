import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import { payersOf } from './payers.ts';

/** Whose answer it is: the places in the tenancy of those who paid when it was asked. A place stays theirs whatever relation it is written under. */
export type AskedOf = { readonly to?: readonly number[] };

export const payingMemberIds = async (ctx: Pick<Ctx, 'db'>, tenancyId: number): Promise<number[]> =>
  (await payersOf(ctx.db, tenancyId)).map((one) => one.member).sort((a, b) => a - b);

/** An answer counts for the people who were asked, not for people who replaced them. */
export async function assertSamePayers(ctx: Pick<Ctx, 'db'>, tenancyId: number, { to }: AskedOf): Promise<void> {
  if (to && (await payingMemberIds(ctx, tenancyId)).join() !== to.join()) throw new Refusal('conflict', m.tenancy_refusal_asked_others());
}
