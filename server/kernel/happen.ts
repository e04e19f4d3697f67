import type { Happening, Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from './ctx.ts';

export type Follow<H extends Happening> = (ctx: Ctx, what: Happenings[H]) => Promise<void>;
/** What a room does when something happens in another one, in the same transaction. */
export type Follows = { readonly [H in Happening]?: Follow<H> };

const following = new Map<Happening, Follow<never>[]>();

/** Said once for every room when a house is opened, in the order of the rooms; saying the same again changes nothing. */
export function enlistFollows(follows: Follows): void {
  for (const [name, follow] of Object.entries(follows) as [Happening, Follow<never>][]) {
    const known = following.get(name) ?? [];
    if (!known.includes(follow)) following.set(name, [...known, follow]);
  }
}

/** Everybody who follows has done their part, or nothing has happened: what they refuse is refused. */
export async function happened<H extends Happening>(ctx: Ctx, name: H, what: Happenings[H]): Promise<void> {
  for (const follow of following.get(name) ?? []) await (follow as Follow<H>)(ctx, what);
}
