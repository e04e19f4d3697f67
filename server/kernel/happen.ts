import type { Happening, Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from './ctx.ts';

export type Follow<H extends Happening> = (ctx: Ctx, what: Happenings[H]) => Promise<void>;
/** What a room does when something happens in another one, in the same transaction. */
export type Follows = { readonly [H in Happening]?: Follow<H> };
/** The same for many at once; one is many of one. A module declares a handler of an event in one of the two forms. */
export type FollowsMany = { readonly [H in Happening]?: (ctx: Ctx, all: readonly Happenings[H][]) => Promise<void> };

type Many = (ctx: Ctx, all: readonly never[]) => Promise<void>;
/** `declared`: the function a module registered, by which a second registration is recognised. */
type Known = { readonly declared: unknown; readonly many: Many };
const following = new Map<Happening, Known[]>();

/** Said once for every room when a house is opened, in the order of the rooms; saying the same again changes nothing. */
export function enlistFollows(follows: Follows, followsMany: FollowsMany = {}): void {
  const enlist = (name: Happening, declared: unknown, many: Many): void => {
    const known = following.get(name) ?? [];
    if (!known.some((other) => other.declared === declared)) following.set(name, [...known, { declared, many }]);
  };
  for (const [name, one] of Object.entries(follows) as [Happening, Follow<never>][])
    enlist(name, one, async (ctx, all) => {
      for (const what of all) await one(ctx, what);
    });
  for (const [name, many] of Object.entries(followsMany) as [Happening, Many][]) {
    if (name in follows) throw new Error(`${name} is followed in two forms by one module`);
    enlist(name, many, many);
  }
}

/** Outside a transaction each part would stand by itself: who dies in the middle would leave half of what happened. */
function insistTogether({ db }: Pick<Ctx, 'db'>, name: Happening): void {
  if (!db.isTransaction) throw new Error(`${name} happens in a transaction`);
}

/** Everybody who follows has done their part, or nothing has happened: what they refuse is refused. */
export const happened = <H extends Happening>(ctx: Ctx, name: H, what: Happenings[H]): Promise<void> => happenedMany(ctx, name, [what]);

export async function happenedMany<H extends Happening>(ctx: Ctx, name: H, all: readonly Happenings[H][]): Promise<void> {
  insistTogether(ctx, name);
  for (const { many } of following.get(name) ?? []) await many(ctx, all as readonly never[]);
}
