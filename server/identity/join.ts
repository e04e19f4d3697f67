import type { joinCalls } from '#contract/identity/join-calls.ts';
import type { Input } from '#contract/kernel/call.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { type Handlers, inTwo } from '#server/http/registry.ts';
import { take } from '#server/http/throttle.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { phoneToStore } from '#server/kernel/phone.ts';
import { placeOf } from '#server/kernel/process/network.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { addUnlessKnown, emailProven, phoneUsed } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { mailbox, reachable, vouchable } from './contact/contact.ts';
import { tellChange } from './credential-change.ts';
import { limits, within } from './limits.ts';
import { stateOf, takeLink } from './links.ts';
import { mailLink } from './mails.ts';
import { refuseCommon } from './sign-in/common-passwords.ts';
import { hashed, replacePassword } from './sign-in/passwords.ts';

const byEmail = (ctx: Ctx, email: string) =>
  everything(ctx.db, 'person', 'joining: nobody is signed in yet')
    .select()
    .select(['id', 'code', 'name', 'email', 'email_verified', 'is_active'])
    .where('email', '=', email)
    .executeTakeFirst();

/** Joining, links and new passwords. Whether an account exists is never said: both cases walk the same steps to the same answer. */
export const joinService = (house: House): Handlers<typeof joinCalls> => {
  const outside = house.database.db;
  const hashFirst = async (ctx: Ctx, given: Input<typeof joinCalls.join>) => {
    const phone = phoneToStore(given.phone);
    refuseCommon(given.password);
    await within(outside, 'join', placeOf(ctx.from));
    await within(outside, 'mailTo', given.email.toLowerCase());
    // The dear part, paid whether there is an account or not.
    return { phone, hash: await hashed(house.auth, given.password) };
  };
  const hashForLink = async (ctx: Ctx, { code, link, password }: Input<typeof joinCalls.resetPassword>) => {
    await within(outside, 'link', placeOf(ctx.from));
    refuseCommon(password);
    // Whoever has no link costs nothing.
    return (await stateOf(ctx.db, 'reset_password', { id: link, code })) === 'open' ? hashed(house.auth, password) : null;
  };
  return {
    join: inTwo(hashFirst, async (ctx, given, { phone, hash }) => {
      const made = await addUnlessKnown(ctx.db, {
        name: given.name,
        email: given.email,
        phone,
        locale: given.locale,
        user_type: userTypes.default,
        onboarding: true,
        email_verified: false,
      });
      const person = made ?? (await byEmail(ctx, given.email));
      if (!person) throw new Error('an account was neither made nor found');
      if (made)
        await add(ctx, 'person_credential')
          .values({ person_id: made.id, account_id: String(made.id), provider_id: 'credential', password: hash })
          .execute();
      // Whoever has an account and forgot is helped by their mailbox, not by this page.
      const kind = made || !('email_verified' in person && person.email_verified) ? 'verify_email' : 'reset_password';
      await mailLink(ctx.db, kind, person, given.callbackUrl);
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
      await within(outside, 'link', placeOf(ctx.from));
      return { state: await stateOf(ctx.db, kind, { id: link, code }) };
    },

    async verifyEmail(ctx, { code, link }) {
      await within(outside, 'link', placeOf(ctx.from));
      const used = await takeLink(ctx.db, 'verify_email', { id: link, code });
      const person = await emailProven(ctx.db, used.person_id);
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
      const person = await reachable(ctx, user_id);
      if (person.email_verified) throw new Refusal('conflict', m.identity_refusal_verified());
      const email = mailbox(person);
      await within(outside, 'mailTo', email.toLowerCase());
      await mailLink(ctx.db, 'verify_email', person);
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
      const person = await vouchable(ctx, user_id);
      mailbox(person);
      await emailProven(ctx.db, person.id);
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
      const person = await vouchable(ctx, user_id);
      const shown = person.phone !== null && person.phone_proved_at !== null && (await phoneUsed(ctx.db, person.id, person.phone));
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
      await tellChange(ctx.db, person.id, 'phone_vouched');
      return { user_id: person.id };
    },

    async forgotPassword(ctx, { email }) {
      await within(outside, 'forgotten', placeOf(ctx.from));
      // More letters than these help nobody. That one stays out is not said: the answer is the same for everybody.
      const key = email.toLowerCase();
      const over = Math.max(await take(ctx.db, `forgotten:${key}`, limits.mailTo), await take(ctx.db, `forgotten-day:${key}`, limits.mailDay));
      if (over === 0) await emit(ctx.db, 'identity.password_forgotten', { email });
      await audit(ctx.db, ctx, { kind: 'undefined', document: 'account', id: null, reason: 'asked for a new password' });
      return { email };
    },

    resetPassword: inTwo(hashForLink, async (ctx, { code, link }, hash) => {
      const used = await takeLink(ctx.db, 'reset_password', { id: link, code });
      if (!hash) throw new Error('a link that was not open was taken');
      await replacePassword(ctx.db, used.person_id, hash);
      const person = await emailProven(ctx.db, used.person_id);
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
