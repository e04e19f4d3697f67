import type { EventName } from '#contract/notification/events.ts';
import { emit } from '#server/jobs/queue.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Params } from '#server/kernel/event-texts.ts';

/** A person we know, or somebody we only have an address of. */
export type Recipient =
  | { readonly personId: number }
  | { readonly email?: string | undefined; readonly phone?: string | undefined; readonly locale?: 'en' | 'sw' | undefined };

export type Told = {
  readonly event: EventName;
  readonly to: Recipient;
  readonly params: Params;
  /** Names this one telling: the same key twice reaches nobody twice. */
  readonly key: string;
  /** Where the message leads, as a path of ours. */
  readonly page?: string;
  readonly subject?: string;
};

/** Tells somebody something, in the caller's transaction: promised with the change, delivered after it. */
export const tell = (ctx: Pick<Ctx, 'db'>, told: Told) => emit(ctx.db, 'notification.deliver', told, `tell:${told.key}`);
