import type { DomainEventName, DomainEvents } from '#contract/kernel/domain-events.ts';
import type { Ctx } from './ctx.ts';

export type EventHandler<H extends DomainEventName> = (ctx: Ctx, what: DomainEvents[H]) => Promise<void>;
/** Handlers of a module for domain events of other modules, which run in the same transaction. */
export type EventHandlers = { readonly [H in DomainEventName]?: EventHandler<H> };
/** Handlers that take several events at once; a single event is a list of one. A module declares one of the two forms for each event. */
export type BatchEventHandlers = { readonly [H in DomainEventName]?: (ctx: Ctx, all: readonly DomainEvents[H][]) => Promise<void> };

type Many = (ctx: Ctx, all: readonly never[]) => Promise<void>;
/** `declared` is the function that a module registered, by which a second registration is recognised. */
type Known = { readonly declared: unknown; readonly many: Many };
const following = new Map<DomainEventName, Known[]>();

/** Called once for every module at start, in the order of the modules; registering the same handler again changes nothing. */
export function registerEventHandlers(follows: EventHandlers, followsMany: BatchEventHandlers = {}): void {
  const enlist = (name: DomainEventName, declared: unknown, many: Many): void => {
    const known = following.get(name) ?? [];
    if (!known.some((other) => other.declared === declared)) following.set(name, [...known, { declared, many }]);
  };
  for (const [name, one] of Object.entries(follows) as [DomainEventName, EventHandler<never>][])
    enlist(name, one, async (ctx, all) => {
      for (const what of all) await one(ctx, what);
    });
  for (const [name, many] of Object.entries(followsMany) as [DomainEventName, Many][]) {
    if (name in follows) throw new Error(`a module declares a handler and a batch handler for ${name}; it may declare only one`);
    enlist(name, many, many);
  }
}

/** Outside a transaction each handler would commit separately, and a crash between two handlers would leave half of the work. */
function assertInTransaction({ db }: Pick<Ctx, 'db'>, name: DomainEventName): void {
  if (!db.isTransaction) throw new Error(`${name} must be published in a transaction`);
}

/** Publishes a domain event. All handlers succeed or the whole transaction fails, so any handler can refuse the event. */
export const publishEvent = <H extends DomainEventName>(ctx: Ctx, name: H, what: DomainEvents[H]): Promise<void> => publishEvents(ctx, name, [what]);

export async function publishEvents<H extends DomainEventName>(ctx: Ctx, name: H, all: readonly DomainEvents[H][]): Promise<void> {
  assertInTransaction(ctx, name);
  for (const { many } of following.get(name) ?? []) await many(ctx, all as readonly never[]);
}
