import type { identityCalls } from '#contract/identity/calls.ts';
import { messages } from '#contract/messages.ts';
import { audit } from '#server/kernel/audit.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import type { Handlers } from '#server/kernel/registry.ts';
import { take } from '#server/kernel/throttle.ts';
import { claimFirstSuperadmin } from './first-superadmin.ts';

/** Calls about identity that need the auth library beside the database. */
export const identityService = (house: House): Handlers<typeof identityCalls> => ({
  async claimFirst(ctx, { token, name, email, password }) {
    const wait = await take(house.database.db, `first-superadmin:${ctx.from.ip}`, { limit: 10, seconds: 900 });
    if (wait > 0) throw new Refusal('tooMany', messages.tooManyRequests.en);
    const id = await claimFirstSuperadmin(house, ctx.db, token, { name, email, password });
    if (id === null) throw new Refusal('gone', 'This link was used already or has expired');
    await audit(ctx.db, ctx, { kind: 'add', document: 'account', id, after: { name, email, user_type: 1 }, reason: 'first superadmin' });
    return { email };
  },
});
