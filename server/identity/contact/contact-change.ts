import type { contactCalls } from '#contract/identity/contact-calls.ts';
import type { CredentialChange } from '#contract/identity/links.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type CallHandlers, withPreparation } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { from, remove, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isUniqueViolation } from '#server/kernel/unique-violation.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { markPhoneVerified, removePhone, setVerifiedEmail } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { notifyCredentialChange } from '../credential-change.ts';
import { findPersonByVerifiedPhone, hasLapsedPhone, isPhoneReleasable, releaseLapsedPhone } from '../lapsed-phone.ts';
import { assertWithinLimit } from '../limits.ts';
import { buildCodeRequesterKey, countCodeRequest, sendEmailCode, sendPhoneCode, verifyEmailCode, verifyPhoneCode } from './phone-code.ts';

const own = (ctx: Ctx) =>
  from(ctx, 'person')
    .select(['id', 'code', 'email', 'email_verified', 'phone', 'phone_proved_at', 'locale'])
    .where('id', '=', ctx.me.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
const mine = (ctx: Ctx) => buildCodeRequesterKey(requireSignedIn(ctx).userId);
type Own = Awaited<ReturnType<typeof own>>;
const localeOf = ({ locale }: Own) => (locale === 'sw' ? ('sw' as const) : ('en' as const));
type Facts = Record<string, unknown>;
const noted = (ctx: Ctx, { id, code }: Own, reason: string, changes: { before?: Facts; after?: Facts } = {}) =>
  audit(ctx.db, ctx, { kind: 'edit', document: 'account', id, code, ...changes, reason });
const endOthers = (ctx: Ctx) =>
  remove(ctx, 'person_session').where('person_id', '=', ctx.me.userId).where('id', 'is distinct from', ctx.me.sessionId).execute();

/** Notifies the former address or number of the change, because only its holder can report a change that they did not make. */
async function notifyOld(ctx: Ctx, person: Own, what: CredentialChange, old: { email: string } | { phone: string }): Promise<void> {
  const way = 'email' in old ? 'email' : 'sms';
  await notifyPerson(ctx, {
    event: 'security.credentials_changed',
    to: { ...old, locale: localeOf(person) },
    params: { what },
    channels: [way],
    key: `credentials-old:${way}:${person.id}:${what}:${clock.ms()}`,
  });
}

/** A unique index decides between concurrent changes to the same number or address. The second one gets the usual refusal. */
const firstCome = <T>(write: Promise<T>, late: () => Refusal): Promise<T> =>
  write.catch((problem: unknown) => {
    throw isUniqueViolation(problem) ? late() : problem;
  });
const numberTaken = () => new Refusal('conflict', m.identity_refusal_number_taken());
const emailTaken = () => new Refusal('conflict', m.identity_refusal_email_taken());
/** The kind of notification about a number that now belongs to the account. */
const newsOf = ({ phone: was, phone_proved_at }: Own, phone: string): CredentialChange =>
  phone_proved_at === null ? 'phone_added' : was === phone ? 'phone_again' : 'phone_changed';

/** Phone change and email change of the caller. Only people who entered the code sent to a number or address learn that it is already in use. */
export const contactService = (services: RunningServices): CallHandlers<typeof contactCalls> => {
  const outside = services.database.db;
  const { secret } = services;
  const taken = async (ctx: Ctx, column: 'phone' | 'email', value: string): Promise<boolean> => {
    let found = unscopedTable(ctx.db, 'person', 'a phone number or an email address belongs to a single person')
      .select()
      .select('id')
      .where(column, '=', value);
    if (column === 'phone') found = found.where('phone_proved_at', 'is not', null);
    return (await found.where('id', '<>', requireSignedIn(ctx).userId).executeTakeFirst()) !== undefined;
  };
  /** Moves a lapsed number (not used for 180 days) to the caller, who has just entered its code. Any other number stays with its account. */
  const takeOver = async (ctx: Ctx, phone: string): Promise<void> => {
    const known = await findPersonByVerifiedPhone(ctx.db, phone);
    if (!known || !hasLapsedPhone(known) || !(await isPhoneReleasable(ctx.db, known))) throw numberTaken();
    await releaseLapsedPhone(ctx.db, known, ctx.from);
  };
  /** Checks a code before the transaction: a wrong code is counted in any case, and a correct one stays valid if the transaction is retried. */
  const rightCode = async (ctx: Ctx, look: () => Promise<boolean>): Promise<void> => {
    await assertWithinLimit(outside, 'code', `contact:${ctx.me.userId}`);
    if (!(await look())) throw invalidInputRefusal({ code: m.identity_problem_wrong() });
  };
  const numberShown = async (ctx: Ctx, given: HandlerInput<typeof contactCalls.changeNumber>): Promise<string> => {
    const phone = normalizePhoneForStorage(given.phone);
    await rightCode(ctx, () => verifyPhoneCode(outside, secret, { phone, challenge: mine(ctx), given: given.code }));
    return phone;
  };
  const emailShown = async (ctx: Ctx, given: HandlerInput<typeof contactCalls.changeEmail>): Promise<string> => {
    const email = given.email.toLowerCase();
    await rightCode(ctx, () => verifyEmailCode(outside, secret, { email, challenge: mine(ctx), given: given.code }));
    return email;
  };
  return {
    async askNumber(ctx, given) {
      const phone = normalizePhoneForStorage(given.phone);
      const person = await own(ctx);
      await assertWithinLimit(outside, 'mailTo', `number:${person.id}`);
      const usual = phone === person.phone && person.phone_proved_at !== null;
      const wait = await countCodeRequest(ctx.db, phone, usual);
      if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
      await sendPhoneCode(ctx.db, secret, { phone, challenge: buildCodeRequesterKey(person.id), locale: localeOf(person) });
      await noted(ctx, person, 'asked for a code to a new number');
      return { phone };
    },
    changeNumber: withPreparation(numberShown, async (ctx, _, phone) => {
      const person = await own(ctx);
      if (await taken(ctx, 'phone', phone)) await takeOver(ctx, phone);
      await firstCome(markPhoneVerified(ctx.db, person.id, phone), numberTaken);
      await endOthers(ctx);
      const { phone: was, phone_proved_at } = person;
      const changes = { before: { phone: was, phone_proved_at }, after: { phone, phone_proved_at: clock.now() } };
      await noted(ctx, person, 'proved a phone number', changes);
      await notifyCredentialChange(ctx.db, person.id, newsOf(person, phone));
      // An unverified number may belong to another person, so it gets no message.
      if (was && was !== phone && phone_proved_at) await notifyOld(ctx, person, 'phone_changed', { phone: was });
      return { phone };
    }),
    async giveUpNumber(ctx) {
      const person = await own(ctx);
      if (person.email === null) throw new Refusal('conflict', m.identity_refusal_only_number());
      if (person.phone === null) throw new Refusal('conflict', m.identity_refusal_no_phone());
      await removePhone(ctx.db, person.id);
      // A new holder of the removed number may have signed in with it, so the other sessions end.
      await endOthers(ctx);
      await noted(ctx, person, 'said that the number is no longer theirs', {
        before: { phone: person.phone, phone_proved_at: person.phone_proved_at },
        after: { phone: null, phone_proved_at: null },
      });
      await notifyCredentialChange(ctx.db, person.id, 'phone_given_up');
      return { phone: null };
    },
    async askEmail(ctx, { email }) {
      const person = await own(ctx);
      await assertWithinLimit(outside, 'mailTo', `email:${person.id}`);
      await assertWithinLimit(outside, 'mailTo', email.toLowerCase());
      await sendEmailCode(ctx.db, secret, { email: email.toLowerCase(), challenge: buildCodeRequesterKey(person.id), locale: localeOf(person) });
      await noted(ctx, person, 'asked for a code to a new e-mail');
      return { email };
    },
    changeEmail: withPreparation(emailShown, async (ctx, _, email) => {
      const person = await own(ctx);
      if (await taken(ctx, 'email', email)) throw emailTaken();
      await firstCome(setVerifiedEmail(ctx.db, person.id, email), emailTaken);
      await endOthers(ctx);
      const { email: was, email_verified } = person;
      await noted(ctx, person, 'proved an e-mail', { before: { email: was, email_verified }, after: { email, email_verified: true } });
      await notifyCredentialChange(ctx.db, person.id, was === null ? 'email_added' : 'email_changed');
      if (was && was !== email) await notifyOld(ctx, person, 'email_changed', { email: was });
      if (person.phone && person.phone_proved_at)
        await notifyOld(ctx, person, was === null ? 'email_added' : 'email_changed', { phone: person.phone });
      return { email };
    }),
  };
};
