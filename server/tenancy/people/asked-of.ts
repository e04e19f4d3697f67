import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import { payersOf } from './payers.ts';

/** Whose answer it is: the places in the tenancy of those who paid when it was asked. A place stays theirs whatever relation it is written under. */
export type AskedOf = { readonly to?: readonly number[] };

export const askedNow = async (ctx: Pick<Ctx, 'db'>, tenancyId: number): Promise<number[]> =>
  (await payersOf(ctx.db, tenancyId)).map((one) => one.member).sort((a, b) => a - b);

/** An answer counts for those it was asked of, and for nobody who came in their place. */
export async function insistOnAsked(ctx: Pick<Ctx, 'db'>, tenancyId: number, { to }: AskedOf): Promise<void> {
  if (to && (await askedNow(ctx, tenancyId)).join() !== to.join()) throw new Refusal('conflict', m.tenancy_refusal_asked_others());
}
