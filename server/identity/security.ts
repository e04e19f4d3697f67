import { sql } from 'kysely';
import { isPhoneProofExpired } from '#contract/identity/phone-age.ts';
import type { securityCalls } from '#contract/identity/security-calls.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type CallHandlers, withPreparation } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from, oneRow, remove } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readPage } from '#server/lists/list.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { setAccountClosingTime } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { joinSentences } from '../../words/sentence.ts';
import { formatUserAgentName } from './agent-name.ts';
import { closingGraceDays, findClosingObstacles } from './closing.ts';
import { requireEmail, requireManageableAccount } from './contact/contact.ts';
import { notifyCredentialChange } from './credential-change.ts';
import { exportPersonalData } from './export.ts';
import { assertWithinLimit } from './limits.ts';
import { consumeIdentityLink } from './links.ts';
import { mailIdentityLink } from './mails.ts';
import { maskRoleDetails } from './role-details.ts';
import { assertFreshSession, markSessionFresh } from './sign-in/fresh-session.ts';
import { hashPassword, isPasswordCorrect, replacePassword } from './sign-in/passwords.ts';
import { consumeSecondFactorCode, hasSecondFactor } from './sign-in/second-factor.ts';
import { buildTotpUri, createRecoveryCodes, createTotpSecret, drawTotpQr, encodeBase32, hashRecoveryCode, sealTotpSecret } from './sign-in/totp.ts';

const missing = () => new Refusal('notFound', sentence('itemNotFound'));
const own = (ctx: Ctx) => from(ctx, 'person').selectAll().where('id', '=', ctx.me.userId).executeTakeFirstOrThrow();
const noted = (
  ctx: Ctx,
  person: { id: number; code: string },
  reason: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) => audit(ctx.db, ctx, { kind: 'edit', document: 'account', id: person.id, code: person.code, ...change, reason });

/** Security settings of the caller. Every query covers only the caller's own rows. */
export const securityService = (services: RunningServices): CallHandlers<typeof securityCalls> => {
  const outside = services.database.db;
  const holds = async (ctx: Ctx, { password }: { password: string }) => {
    await assertWithinLimit(outside, 'password', String(ctx.me.userId));
    if (!(await isPasswordCorrect(ctx.db, services.auth, requireSignedIn(ctx).userId, password)))
      throw invalidInputRefusal({ password: m.identity_problem_wrong() });
  };
  const hashIfFresh = async (ctx: Ctx, { password }: { password: string }) => {
    await assertFreshSession(ctx);
    return hashPassword(services.auth, password);
  };
  return {
    async addPasswordless(ctx) {
      const person = await own(ctx);
      const email = requireEmail(person);
      await assertWithinLimit(outside, 'mailTo', email.toLowerCase());
      await mailIdentityLink(ctx.db, 'passwordless', person);
      await noted(ctx, person, 'asked for a link to set up a passkey');
      return { email };
    },
    async listPasswordless(ctx) {
      const rows = await from(ctx, 'person_passkey').selectAll().where('person_id', '=', ctx.me.userId).orderBy('id').execute();
      return { result: rows.map((row) => ({ id: row.id, name: row.name ?? '', created_at: row.created_at.toISOString(), synced: row.backed_up })) };
    },
    async removePasswordless(ctx, { resource_id }) {
      await assertFreshSession(ctx);
      const gone = await remove(ctx, 'person_passkey')
        .where('id', '=', resource_id)
        .where('person_id', '=', ctx.me.userId)
        .returning('name')
        .executeTakeFirst();
      if (!gone) throw missing();
      const person = await own(ctx);
      await noted(ctx, person, 'removed a passkey', { before: { passkey: gone.name ?? '' } });
      await notifyCredentialChange(ctx.db, person.id, 'passkey_removed');
      return { resource_id };
    },

    async sessions(ctx, given) {
      const { rows, count } = await readPage(
        from(ctx, 'person_session').where('person_id', '=', ctx.me.userId).where('expires_at', '>', clock.now()),
        given,
        (q) =>
          q
            .select(['id', 'ip_address', 'user_agent', 'created_at', 'seen_at'])
            .orderBy(sql`id = ${ctx.me.sessionId}`, 'desc')
            .orderBy('seen_at', 'desc')
            .orderBy('id'),
      );
      const results = rows.map((s) => ({
        id: s.id,
        agent: formatUserAgentName(s.user_agent ?? ''),
        ip: s.ip_address ?? '',
        created_at: s.created_at.toISOString(),
        last_seen_at: s.seen_at.toISOString(),
        current: s.id === ctx.me.sessionId,
      }));
      return { results, count };
    },
    async endSession(ctx, { id }) {
      const gone = await remove(ctx, 'person_session')
        .where('id', '=', id)
        .where('person_id', '=', ctx.me.userId)
        .returning('user_agent')
        .executeTakeFirst();
      if (!gone) throw missing();
      await audit(ctx.db, ctx, {
        kind: 'delete',
        document: 'session',
        id: ctx.me.userId,
        before: { agent: formatUserAgentName(gone.user_agent ?? '') },
        reason: 'ended a session',
      });
      return { id };
    },
    async endOtherSessions(ctx) {
      const gone = await remove(ctx, 'person_session')
        .where('person_id', '=', ctx.me.userId)
        .where('id', 'is distinct from', ctx.me.sessionId)
        .returning('id')
        .execute();
      await audit(ctx.db, ctx, {
        kind: 'delete',
        document: 'session',
        id: ctx.me.userId,
        before: { sessions: gone.length },
        reason: 'ended all other sessions',
      });
      return { ended: gone.length };
    },

    confirmPassword: withPreparation(holds, async (ctx) => {
      const until = await markSessionFresh(ctx.db, requiredId(ctx.me.sessionId, 'the session of a signed-in person'));
      await audit(ctx.db, ctx, { kind: 'edit', document: 'session', id: ctx.me.userId, reason: 'proved who they are' });
      return { fresh_until: until.toISOString() };
    }),
    changePassword: withPreparation(hashIfFresh, async (ctx, _, hash) => {
      const person = await own(ctx);
      await replacePassword(ctx.db, person.id, hash);
      await noted(ctx, person, 'changed the password', { before: { password: 'old' }, after: { password: 'new' } });
      return { signed_out: true };
    }),

    async startSecondFactor(ctx) {
      await assertFreshSession(ctx);
      const person = await own(ctx);
      if (await hasSecondFactor(ctx.db, person.id)) throw new Refusal('conflict', m.identity_refusal_second_on());
      const secret = createTotpSecret();
      const kept = { secret: sealTotpSecret(services.secret, secret), last_step: 0, recovery_hashes: [] };
      await add(ctx, 'person_second_factor')
        .values({ person_id: person.id, ...kept })
        .onConflict((oc) => oc.column('person_id').doUpdateSet(kept))
        .execute();
      await noted(ctx, person, 'began to set up a second factor');
      const uri = buildTotpUri(secret, person.email ?? person.code, services.env.PRODUCT_NAME);
      return { secret: encodeBase32(secret), uri, qr: drawTotpQr(uri) };
    },
    async turnOnSecondFactor(ctx, { code }) {
      const person = await own(ctx);
      await assertWithinLimit(outside, 'code', String(person.id));
      if (await hasSecondFactor(ctx.db, person.id)) throw new Refusal('conflict', m.identity_refusal_second_on());
      if (!(await consumeSecondFactorCode(ctx.db, services.secret, person.id, code))) throw invalidInputRefusal({ code: m.identity_problem_wrong() });
      const codes = createRecoveryCodes();
      await change(ctx, 'person_second_factor')
        .set({ confirmed_at: clock.now(), recovery_hashes: codes.map((c) => hashRecoveryCode(services.secret, c)) })
        .where('person_id', '=', person.id)
        .$call(oneRow);
      await noted(ctx, person, 'turned the second factor on', { before: { second_factor: false }, after: { second_factor: true } });
      await notifyCredentialChange(ctx.db, person.id, 'second_step_on');
      return { recovery_codes: codes };
    },
    async turnOffSecondFactor(ctx) {
      await assertFreshSession(ctx);
      const person = await own(ctx);
      const gone = await remove(ctx, 'person_second_factor')
        .where('person_id', '=', person.id)
        .where('confirmed_at', 'is not', null)
        .returning('person_id')
        .executeTakeFirst();
      if (!gone) throw new Refusal('conflict', m.identity_refusal_second_off());
      await noted(ctx, person, 'turned the second factor off', { before: { second_factor: true }, after: { second_factor: false } });
      await notifyCredentialChange(ctx.db, person.id, 'second_step_off');
      return { second_factor: false };
    },

    async sendAppLink(ctx, { to }) {
      const person = await own(ctx);
      await assertWithinLimit(outside, 'mailTo', `app:${person.id}`);
      if (to === 'phone' && !person.phone) throw new Refusal('conflict', m.identity_refusal_no_phone());
      const locale = person.locale === 'sw' ? ('sw' as const) : ('en' as const);
      const recipient = to === 'phone' ? { phone: person.phone ?? undefined, locale } : { email: requireEmail(person), locale };
      await notifyPerson(ctx, { event: 'account.app_link', to: recipient, params: {}, key: `app_link:${person.id}:${to}:${clock.ms()}`, page: '/' });
      await noted(ctx, person, `asked for the address of the app by ${to}`);
      return { to };
    },
    async isActive(ctx, { user_id }) {
      const person = await requireManageableAccount(ctx, user_id);
      return { user_id: person.id, is_active: person.is_active };
    },
    // The profile is never cached, so a request with `reset` is an ordinary read.
    async details(ctx) {
      const person = await own(ctx);
      const [company, profile, password, factor, passkeys] = await Promise.all([
        person.company_id === null
          ? undefined
          : from(ctx, 'company').select(['id', 'code', 'name', 'kind']).where('id', '=', person.company_id).executeTakeFirst(),
        from(ctx, 'person_profile').select('details').where('person_id', '=', person.id).executeTakeFirst(),
        from(ctx, 'person_credential').select('id').where('person_id', '=', person.id).where('provider_id', '=', 'credential').executeTakeFirst(),
        from(ctx, 'person_second_factor')
          .select('recovery_hashes')
          .where('person_id', '=', person.id)
          .where('confirmed_at', 'is not', null)
          .executeTakeFirst(),
        from(ctx, 'person_passkey').select(sql<number>`count(*)`.as('n')).where('person_id', '=', person.id).executeTakeFirstOrThrow(),
      ]);
      const { id, code, name, email, email_verified, phone, image, user_type, onboarding, region, verified_status, locale } = person;
      return {
        id,
        code,
        name,
        email,
        email_verified,
        phone,
        image,
        user_type,
        onboarding,
        region,
        verified_status,
        locale,
        phone_proved: person.phone_proved_at !== null,
        phone_lapsed: isPhoneProofExpired(person.phone_proved_at, clock.ms()),
        company: company ?? null,
        profile: profile ? maskRoleDetails(profile.details) : null,
        has_password: password !== undefined,
        second_factor: factor !== undefined,
        recovery_codes_left: factor?.recovery_hashes.length ?? 0,
        passkeys: passkeys.n,
        closing_at: person.closing_at?.toISOString() ?? null,
        last_sign_in_at: person.last_sign_in_at?.toISOString() ?? null,
      };
    },

    async exportOwn(ctx) {
      await assertWithinLimit(outside, 'export', String(ctx.me.userId));
      const person = await own(ctx);
      const everything = await exportPersonalData(ctx.db, person.id);
      await noted(ctx, person, 'exported their own data');
      return everything;
    },
    async mayClose(ctx) {
      const person = await own(ctx);
      const reasons = await findClosingObstacles(ctx.db, person.id);
      return { allowed: reasons.length === 0, reasons, grace_days: closingGraceDays, closing_at: person.closing_at?.toISOString() ?? null };
    },
    async close(ctx) {
      await assertFreshSession(ctx);
      const person = await own(ctx);
      const reasons = await findClosingObstacles(ctx.db, person.id);
      if (reasons.length > 0) throw new Refusal('conflict', joinSentences(reasons), { reasons });
      const closing_at = person.closing_at ?? new Date(clock.ms() + closingGraceDays * 86_400_000);
      await setAccountClosingTime(ctx, person.id, closing_at);
      await remove(ctx, 'person_session').where('person_id', '=', person.id).execute();
      await notifyPerson(ctx, {
        event: 'account.closing',
        to: { personId: person.id },
        params: { date: toNairobiDay(closing_at) },
        key: `closing:${person.id}:${closing_at.getTime()}`,
      });
      await noted(ctx, person, 'asked for the account to be deleted', { before: { closing_at: person.closing_at }, after: { closing_at } });
      return { closing_at: closing_at.toISOString() };
    },
    async keep(ctx) {
      const person = await own(ctx);
      if (!person.closing_at) throw new Refusal('conflict', m.identity_refusal_not_closing());
      await setAccountClosingTime(ctx, person.id, null);
      await noted(ctx, person, 'kept the account', { before: { closing_at: person.closing_at }, after: { closing_at: null } });
      return { closing_at: null };
    },

    async oauthCallback(ctx, { provider, code, state }) {
      await assertFreshSession(ctx);
      const used = await consumeIdentityLink(ctx.db, 'oauth', { id: state, code });
      const { sub, email } = used.data as { sub: string; email: string };
      if (used.person_id !== ctx.me.userId) throw new Refusal('gone', m.identity_refusal_link_wrong(), { state: 'wrong' });
      const linked = await add(ctx, 'person_credential')
        .values({ person_id: used.person_id, provider_id: provider, account_id: sub })
        .onConflict((oc) => oc.columns(['provider_id', 'account_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!linked) throw new Refusal('conflict', m.identity_refusal_linked());
      await noted(ctx, await own(ctx), `linked an account of ${provider}`);
      await notifyCredentialChange(ctx.db, used.person_id, 'google_linked');
      return { provider, email };
    },
  };
};
