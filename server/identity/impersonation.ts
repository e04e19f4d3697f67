import { randomBytes } from 'node:crypto';
import { impersonationMinutes, mayImpersonate } from '#contract/access/impersonation.ts';
import type { identityCalls } from '#contract/identity/calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { homeOf, layoutOf, userTypeOf } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { meNow } from '#server/kernel/me.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { impersonationCookieName, sign } from './session.ts';

/** A cookie beside the session's own: while it holds, it wins; once gone, the one who looked is themselves again. */
function impersonationCookie(house: House, value: string, seconds: number): string {
  const secure = house.env.appUrl.startsWith('https://');
  return `${impersonationCookieName(secure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
export const endImpersonationCookie = (house: House): string => impersonationCookie(house, '', 0);

export const impersonate =
  (house: House) =>
  async (ctx: Ctx, { user_id, reason }: Input<typeof identityCalls.impersonate>): Promise<Result<typeof identityCalls.impersonate>> => {
    const { me, db } = ctx;
    const them = await everything(db, 'person', 'impersonation: the rule is who may impersonate whom')
      .select()
      .select(['person.id', 'person.code', 'person.name', 'person.company_id'])
      .where('person.id', '=', user_id)
      .where('person.is_active', '=', true)
      .where('person.closed_at', 'is', null)
      .executeTakeFirst();
    if (!them) throw new Refusal('notFound', sentence('itemNotFound'));
    const theirs = await meNow(db, them.id);
    if (me.userId === null || me.sessionId === null || !theirs || !mayImpersonate(me, theirs))
      throw new Refusal('forbidden', sentence('accessForbidden'));
    // One look at a time from one browser.
    await everything(db, 'person_session', 'impersonation: the rule is who may impersonate whom')
      .remove()
      .where('impersonator_session_id', '=', me.sessionId)
      .execute();
    const token = randomBytes(32).toString('base64url');
    const until = new Date(clock.ms() + impersonationMinutes * 60_000);
    const session = await add({ db }, 'person_session')
      .values({
        person_id: them.id,
        token,
        expires_at: until,
        ip_address: ctx.from.ip,
        user_agent: ctx.from.agent,
        impersonator_id: me.userId,
        impersonator_session_id: me.sessionId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The company of the one looked at sees in its log that it happened, and that it ended.
    await audit(db, { ...ctx, me: { ...me, companyId: them.company_id } }, { kind: 'add', document: 'look', id: them.id, code: them.code, reason });
    const { name } = await everything(db, 'person', 'impersonation: the rule is who may impersonate whom')
      .select()
      .select('name')
      .where('id', '=', me.userId)
      .executeTakeFirstOrThrow();
    await tell(ctx, { event: 'security.looked_at', to: { personId: them.id }, params: { name, reason }, key: `looked-at:${session.id}` });
    ctx.note.cookies = [
      impersonationCookie(house, encodeURIComponent(`${token}.${sign(house.secret, `impersonation:${token}`)}`), impersonationMinutes * 60),
    ];
    return { name: them.name, until: until.toISOString(), next: theirs.layout === 'tenant' ? '/dashboard/tenant' : homeOf(theirs.layout) };
  };

/** Ends the look this session is, or the ones begun from it. */
export const stopImpersonating =
  (house: House) =>
  async (ctx: Ctx): Promise<Result<typeof identityCalls.stopImpersonating>> => {
    const ended = await everything(ctx.db, 'person_session', 'impersonation: the rule is who may impersonate whom')
      .remove()
      .where('impersonator_id', 'is not', null)
      .where((eb) => eb.or([eb('id', '=', ctx.me.sessionId), eb('impersonator_session_id', '=', ctx.me.sessionId)]))
      .returning(['person_id', 'impersonator_id'])
      .execute();
    const [first] = ended;
    if (!first) throw new Refusal('conflict', m.identity_refusal_not_impersonating());
    const looker = await everything(ctx.db, 'person', 'impersonation: the rule is who may impersonate whom')
      .select()
      .select(['id', 'user_type'])
      .where('id', '=', first.impersonator_id)
      .executeTakeFirstOrThrow();
    for (const { person_id } of ended) {
      const them = await everything(ctx.db, 'person', 'impersonation: the rule is who may impersonate whom')
        .select()
        .select(['id', 'code', 'company_id'])
        .where('id', '=', person_id)
        .executeTakeFirstOrThrow();
      // Stopping is the looker's own doing, like beginning.
      const me = { ...ctx.me, userId: looker.id, userType: looker.user_type, companyId: them.company_id, impersonatorId: null };
      await audit(ctx.db, { ...ctx, me }, { kind: 'delete', document: 'look', id: them.id, code: them.code });
    }
    ctx.note.cookies = [endImpersonationCookie(house)];
    return { next: homeOf(layoutOf(userTypeOf(looker.user_type))) };
  };
