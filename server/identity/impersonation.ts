import { randomBytes } from 'node:crypto';
import { canImpersonate, impersonationMinutes } from '#contract/access/impersonation.ts';
import type { identityCalls } from '#contract/identity/calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { getDashboardLayout, getHomePath, toUserType } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { readMe } from '#server/kernel/me.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { getImpersonationCookieName, signCookieText } from './session.ts';

/**
 * The second cookie of an impersonation ("view as"), which overrides the session while it is valid. Without this cookie the viewer is back in their
 * own account.
 */
function impersonationCookie(services: RunningServices, value: string, seconds: number): string {
  const secure = services.env.appUrl.startsWith('https://');
  return `${getImpersonationCookieName(secure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
export const makeExpiredImpersonationCookie = (services: RunningServices): string => impersonationCookie(services, '', 0);

export const impersonate =
  (services: RunningServices) =>
  async (ctx: Ctx, { user_id, reason }: HandlerInput<typeof identityCalls.impersonate>): Promise<HandlerResult<typeof identityCalls.impersonate>> => {
    const { me, db } = ctx;
    const them = await unscopedTable(db, 'person', 'impersonation rules decide which accounts the caller may view as')
      .select()
      .select(['person.id', 'person.code', 'person.name', 'person.company_id'])
      .where('person.id', '=', user_id)
      .where('person.is_active', '=', true)
      .where('person.closed_at', 'is', null)
      .executeTakeFirst();
    if (!them) throw new Refusal('notFound', sentence('itemNotFound'));
    const theirs = await readMe(db, them.id);
    if (me.userId === null || me.sessionId === null || !theirs || !canImpersonate(me, theirs))
      throw new Refusal('forbidden', sentence('accessForbidden'));
    // A browser can have only one "view as" session.
    await unscopedTable(db, 'person_session', 'impersonation rules decide which accounts the caller may view as')
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
    // The start and end appear in the audit log of the viewed person's company.
    await audit(db, { ...ctx, me: { ...me, companyId: them.company_id } }, { kind: 'add', document: 'look', id: them.id, code: them.code, reason });
    const { name } = await unscopedTable(db, 'person', 'impersonation rules decide which accounts the caller may view as')
      .select()
      .select('name')
      .where('id', '=', me.userId)
      .executeTakeFirstOrThrow();
    await notifyPerson(ctx, { event: 'security.looked_at', to: { personId: them.id }, params: { name, reason }, key: `looked-at:${session.id}` });
    ctx.note.cookies = [
      impersonationCookie(
        services,
        encodeURIComponent(`${token}.${signCookieText(services.secret, `impersonation:${token}`)}`),
        impersonationMinutes * 60,
      ),
    ];
    return { name: them.name, until: until.toISOString(), next: theirs.layout === 'tenant' ? '/dashboard/tenant' : getHomePath(theirs.layout) };
  };

/** Ends this "view as" session, or those started from this session. */
export const stopImpersonating =
  (services: RunningServices) =>
  async (ctx: Ctx): Promise<HandlerResult<typeof identityCalls.stopImpersonating>> => {
    const ended = await unscopedTable(ctx.db, 'person_session', 'impersonation rules decide which accounts the caller may view as')
      .remove()
      .where('impersonator_id', 'is not', null)
      .where((eb) => eb.or([eb('id', '=', ctx.me.sessionId), eb('impersonator_session_id', '=', ctx.me.sessionId)]))
      .returning(['person_id', 'impersonator_id'])
      .execute();
    const [first] = ended;
    if (!first) throw new Refusal('conflict', m.identity_refusal_not_impersonating());
    const looker = await unscopedTable(ctx.db, 'person', 'impersonation rules decide which accounts the caller may view as')
      .select()
      .select(['id', 'user_type'])
      .where('id', '=', first.impersonator_id)
      .executeTakeFirstOrThrow();
    for (const { person_id } of ended) {
      const them = await unscopedTable(ctx.db, 'person', 'impersonation rules decide which accounts the caller may view as')
        .select()
        .select(['id', 'code', 'company_id'])
        .where('id', '=', person_id)
        .executeTakeFirstOrThrow();
      // The stop is logged as the viewer's own action, like the start.
      const me = { ...ctx.me, userId: looker.id, userType: looker.user_type, companyId: them.company_id, impersonatorId: null };
      await audit(ctx.db, { ...ctx, me }, { kind: 'delete', document: 'look', id: them.id, code: them.code });
    }
    ctx.note.cookies = [makeExpiredImpersonationCookie(services)];
    return { next: getHomePath(getDashboardLayout(toUserType(looker.user_type))) };
  };
