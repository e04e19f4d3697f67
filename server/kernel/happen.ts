import type { Happening, Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from './ctx.ts';

export type Follow<H extends Happening> = (ctx: Ctx, what: Happenings[H]) => Promise<void>;
/** What a room does when something happens in another one, in the same transaction. */
export type Follows = { readonly [H in Happening]?: Follow<H> };
/** The same for many at once, where one after the other would take too long; a room that has none is told of each. */
export type FollowsMany = { readonly [H in Happening]?: (ctx: Ctx, all: readonly Happenings[H][]) => Promise<void> };

type Known = { readonly one: Follow<never>; readonly many: ((ctx: Ctx, all: readonly never[]) => Promise<void>) | undefined };
const following = new Map<Happening, Known[]>();

/** Said once for every room when a house is opened, in the order of the rooms; saying the same again changes nothing. */
export function enlistFollows(follows: Follows, followsMany: FollowsMany = {}): void {
  for (const [name, one] of Object.entries(follows) as [Happening, Follow<never>][]) {
    const known = following.get(name) ?? [];
    if (!known.some((other) => other.one === one)) following.set(name, [...known, { one, many: followsMany[name] as Known['many'] }]);
  }
}

/** Outside a transaction each part would stand by itself: who dies in the middle would leave half of what happened. */
function insistTogether({ db }: Pick<Ctx, 'db'>, name: Happening): void {
  if (!db.isTransaction) throw new Error(`${name} happens in a transaction`);
}

/** Everybody who follows has done their part, or nothing has happened: what they refuse is refused. */
export async function happened<H extends Happening>(ctx: Ctx, name: H, what: Happenings[H]): Promise<void> {
  insistTogether(ctx, name);
  for (const { one } of following.get(name) ?? []) await (one as Follow<H>)(ctx, what);
}

export async function happenedMany<H extends Happening>(ctx: Ctx, name: H, all: readonly Happenings[H][]): Promise<void> {
  insistTogether(ctx, name);
  for (const { one, many } of following.get(name) ?? [])
    if (many) await many(ctx, all as readonly never[]);
    else for (const what of all) await (one as Follow<H>)(ctx, what);
}
