import { sql } from 'kysely';
import type { LiveRoom } from '#contract/notification/live.ts';
import type { Ctx } from '#server/kernel/ctx.ts';

export { notify, type PageOf, screenPage } from './notify.ts';
export { type Audience, audience, type Reader, recipientOf } from './recipients.ts';
export { type Recipient, type Telling, type Told, tell, tellingStep, tellSome, unsealed, type Waiting } from './tell.ts';

/** Whose open lists are stale: those of a company's people who may read there, or one person's own. */
export type Changed = { readonly room: LiveRoom } & ({ readonly company: number } | { readonly person: number });
/** Open lists are read anew once the caller's transaction is committed. */
export const changed = async (ctx: Pick<Ctx, 'db'>, what: Changed): Promise<void> => {
  await sql`select pg_notify('changed', ${JSON.stringify(what)})`.execute(ctx.db);
};
