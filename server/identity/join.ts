import type { joinCalls } from '#contract/identity/join-calls.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { type CallHandlers, withPreparation } from '#server/http/registry.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { addPersonWithNewEmail, markEmailVerified, recordPhoneUse } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { requireConfirmableAccount, requireEmail, requireManageableAccount } from './contact/contact.ts';
import { notifyCredentialChange } from './credential-change.ts';
import { assertWithinLimit, identityLimits } from './limits.ts';
import { consumeIdentityLink, readIdentityLinkState } from './links.ts';
import { mailIdentityLink } from './mails.ts';
import { assertUncommonPassword } from './sign-in/common-passwords.ts';
import { hashPassword, replacePassword } from './sign-in/passwords.ts';

const byEmail = (ctx: Ctx, email: string) =>
  unscopedTable(ctx.db, 'person', 'the caller is not signed in before joining')
    .select()
    .select(['id', 'code', 'name', 'email', 'email_verified', 'is_active'])
    .where('email', '=', email)
    .executeTakeFirst();

/** Registration, email links and password reset. No answer reveals whether an account exists, because both cases take the same steps. */
export const joinService = (services: RunningServices): CallHandlers<typeof joinCalls> => {
  const outside = services.database.db;
  const hashFirst = async (ctx: Ctx, given: HandlerInput<typeof joinCalls.join>) => {
    const phone = normalizePhoneForStorage(given.phone);
    assertUncommonPassword(given.password);
    await assertWithinLimit(outside, 'join', getOriginNetworkKey(ctx.from));
    await assertWithinLimit(outside, 'mailTo', given.email.toLowerCase());
    // Hashing is slow, so it is done in both cases: otherwise the response time would reveal whether an account exists.
    return { phone, hash: await hashPassword(services.auth, given.password) };
  };
  const hashForLink = async (ctx: Ctx, { code, link, password }: HandlerInput<typeof joinCalls.resetPassword>) => {
    await assertWithinLimit(outside, 'link', getOriginNetworkKey(ctx.from));
    assertUncommonPassword(password);
    // The link is checked before hashing, so that requests with an invalid link cost little.
    return (await readIdentityLinkState(ctx.db, 'reset_password', { id: link, code })) === 'open' ? hashPassword(services.auth, password) : null;
  };
  return {
    join: withPreparation(hashFirst, async (ctx, given, { phone, hash }) => {
      const made = await addPersonWithNewEmail(ctx.db, {
        name: given.name,
        email: given.email,
        phone,
        locale: given.locale,
        user_type: userTypes.default,
        onboarding: true,
        email_verified: false,
      });
      const person = made ?? (await byEmail(ctx, given.email));
      if (!person) throw new Error('an account was neither created nor found');
      if (made)
        await add(ctx, 'person_credential')
          .values({ person_id: made.id, account_id: String(made.id), provider_id: 'credential', password: hash })
          .execute();
      // A person who already has an account gets a link by email, because the page must not reveal the account.
      const kind = made || !('email_verified' in person && person.email_verified) ? 'verify_email' : 'reset_password';
      await mailIdentityLink(ctx.db, kind, person, given.callbackUrl);
      await audit(
        ctx.db,
        ctx,
        made
          ? {
              kind: 'add',
              document: 'account',
              id: made.id,
              code: made.code,
              after: { name: given.name, email: given.email, phone },
              reason: 'joined',
            }
          : { kind: 'undefined', document: 'account', id: person.id, code: person.code, reason: 'tried to join again' },
      );
      return { email: given.email };
    }),

    async linkState(ctx, { kind, code, link }) {
      await assertWithinLimit(outside, 'link', getOriginNetworkKey(ctx.from));
      return { state: await readIdentityLinkState(ctx.db, kind, { id: link, code }) };
    },

    async verifyEmail(ctx, { code, link }) {
      await assertWithinLimit(outside, 'link', getOriginNetworkKey(ctx.from));
      const used = await consumeIdentityLink(ctx.db, 'verify_email', { id: link, code });
      const person = await markEmailVerified(ctx.db, used.person_id);
      await audit(ctx.db, ctx, {
        kind: 'edit',
        document: 'account',
        id: person.id,
        code: person.code,
        before: { email_verified: false },
        after: { email_verified: true },
        reason: 'verified by link',
      });
      return { email: person.email };
    },

    async requestVerification(ctx, { user_id }) {
      const person = await requireManageableAccount(ctx, user_id);
      if (person.email_verified) throw new Refusal('conflict', m.identity_refusal_verified());
      const email = requireEmail(person);
      await assertWithinLimit(outside, 'mailTo', email.toLowerCase());
      await mailIdentityLink(ctx.db, 'verify_email', person);
      await audit(ctx.db, ctx, {
        kind: 'undefined',
        document: 'account',
        id: person.id,
        code: person.code,
        reason: 'asked for a link to verify the e-mail',
      });
      return { email };
    },

    async verifyByHand(ctx, { user_id, reason }) {
      const person = await requireConfirmableAccount(ctx, user_id);
      requireEmail(person);
      await markEmailVerified(ctx.db, person.id);
      await audit(ctx.db, ctx, {
        kind: 'edit',
        document: 'account',
        id: person.id,
        code: person.code,
        before: { email_verified: person.email_verified },
        after: { email_verified: true },
        reason: reason || 'verified by hand',
      });
      return { user_id: person.id, email_verified: true };
    },

    async vouchNumber(ctx, { user_id, reason }) {
      const person = await requireConfirmableAccount(ctx, user_id);
      const shown = person.phone !== null && person.phone_proved_at !== null && (await recordPhoneUse(ctx.db, person.id, person.phone));
      if (!shown) throw new Refusal('conflict', m.identity_refusal_no_phone_theirs());
      await audit(ctx.db, ctx, {
        kind: 'edit',
        document: 'account',
        id: person.id,
        code: person.code,
        before: { phone_proved_at: person.phone_proved_at },
        after: { phone_proved_at: clock.now() },
        reason,
      });
      await notifyCredentialChange(ctx.db, person.id, 'phone_vouched');
      return { user_id: person.id };
    },

    async forgotPassword(ctx, { email }) {
      await assertWithinLimit(outside, 'forgotten', getOriginNetworkKey(ctx.from));
      // Limits the emails to one address. The answer is the same when no email is sent.
      const key = email.toLowerCase();
      const over = Math.max(
        await countAttempt(ctx.db, `forgotten:${key}`, identityLimits.mailTo),
        await countAttempt(ctx.db, `forgotten-day:${key}`, identityLimits.mailDay),
      );
      if (over === 0) await enqueueJob(ctx.db, 'identity.password_forgotten', { email });
      await audit(ctx.db, ctx, { kind: 'undefined', document: 'account', id: null, reason: 'asked for a new password' });
      return { email };
    },

    resetPassword: withPreparation(hashForLink, async (ctx, { code, link }, hash) => {
      const used = await consumeIdentityLink(ctx.db, 'reset_password', { id: link, code });
      if (!hash) throw new Error('a link that was not open was used');
      await replacePassword(ctx.db, used.person_id, hash);
      const person = await markEmailVerified(ctx.db, used.person_id);
      await audit(ctx.db, ctx, {
        kind: 'edit',
        document: 'account',
        id: person.id,
        code: person.code,
        before: { password: 'old' },
        after: { password: 'new' },
        reason: 'new password by link',
      });
      return { email: person.email };
    }),
  };
};
