import type { contactCalls } from '#contract/identity/contact-calls.ts';
import type { CredentialChange } from '#contract/identity/links.ts';
import type { Input } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { type Handlers, inTwo } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, signedIn } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { phoneToStore } from '#server/kernel/phone.ts';
import { everything, from, remove } from '#server/kernel/scoped.ts';
import { isTaken } from '#server/kernel/taken.ts';
import { tell } from '#server/notification/service.ts';
import { dropPhone, provePhone, takeEmail } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { tellChange } from '../credential-change.ts';
import { byPhone, isLeft, lapsed, release } from '../lapsed.ts';
import { within } from '../limits.ts';
import { askedBy, codeWait, mailCode, sendCode, takeMailCode, takePhoneCode } from './phone-code.ts';

const own = (ctx: Ctx) =>
  from(ctx, 'person')
    .select(['id', 'code', 'email', 'email_verified', 'phone', 'phone_proved_at', 'locale'])
    .where('id', '=', ctx.me.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
const mine = (ctx: Ctx) => askedBy(signedIn(ctx).userId);
type Own = Awaited<ReturnType<typeof own>>;
const localeOf = ({ locale }: Own) => (locale === 'sw' ? ('sw' as const) : ('en' as const));
type Facts = Record<string, unknown>;
const noted = (ctx: Ctx, { id, code }: Own, reason: string, changes: { before?: Facts; after?: Facts } = {}) =>
  audit(ctx.db, ctx, { kind: 'edit', document: 'account', id, code, ...changes, reason });
const endOthers = (ctx: Ctx) =>
  remove(ctx, 'person_session').where('person_id', '=', ctx.me.userId).where('id', 'is distinct from', ctx.me.sessionId).execute();

/** Whoever had the account by an address or a number that is its no more hears of it there: only they can say that it was not them. */
async function tellOld(ctx: Ctx, person: Own, what: CredentialChange, old: { email: string } | { phone: string }): Promise<void> {
  const way = 'email' in old ? 'email' : 'sms';
  await tell(ctx, {
    event: 'security.credentials_changed',
    to: { ...old, locale: localeOf(person) },
    params: { what },
    channels: [way],
    key: `credentials-old:${way}:${person.id}:${what}:${clock.ms()}`,
  });
}

/** Of two who are quick with the same number or address one has it; the other hears what whoever comes late hears. */
const firstCome = <T>(write: Promise<T>, late: () => Refusal): Promise<T> =>
  write.catch((problem: unknown) => {
    throw isTaken(problem) ? late() : problem;
  });
const numberTaken = () => new Refusal('conflict', m.identity_refusal_number_taken());
const emailTaken = () => new Refusal('conflict', m.identity_refusal_email_taken());
/** What its person is told of a number that is theirs from now on. */
const newsOf = ({ phone: was, phone_proved_at }: Own, phone: string): CredentialChange =>
  phone_proved_at === null ? 'phone_added' : was === phone ? 'phone_again' : 'phone_changed';

/** One's own number and e-mail. What somebody else has already is said only to whoever showed that they have it too. */
export const contactService = (house: House): Handlers<typeof contactCalls> => {
  const outside = house.database.db;
  const { secret } = house;
  const taken = async (ctx: Ctx, column: 'phone' | 'email', value: string): Promise<boolean> => {
    let found = everything(ctx.db, 'person', 'a number or an address is one person’s').select().select('id').where(column, '=', value);
    if (column === 'phone') found = found.where('phone_proved_at', 'is not', null);
    return (await found.where('id', '<>', signedIn(ctx).userId).executeTakeFirst()) !== undefined;
  };
  /** A number nobody came by for long is whose it is now: the code showed it. Any other stays with its person. */
  const takeOver = async (ctx: Ctx, phone: string): Promise<void> => {
    const known = await byPhone(ctx.db, phone);
    if (!known || !lapsed(known) || !(await isLeft(ctx.db, known))) throw numberTaken();
    await release(ctx.db, known, ctx.from);
  };
  /** Before the transaction: a wrong code counts whatever becomes of it, and a right one is right however often it is run. */
  const rightCode = async (ctx: Ctx, look: () => Promise<boolean>): Promise<void> => {
    await within(outside, 'code', `contact:${ctx.me.userId}`);
    if (!(await look())) throw invalid({ code: m.identity_problem_wrong() });
  };
  const numberShown = async (ctx: Ctx, given: Input<typeof contactCalls.changeNumber>): Promise<string> => {
    const phone = phoneToStore(given.phone);
    await rightCode(ctx, () => takePhoneCode(outside, secret, { phone, challenge: mine(ctx), given: given.code }));
    return phone;
  };
  const emailShown = async (ctx: Ctx, given: Input<typeof contactCalls.changeEmail>): Promise<string> => {
    const email = given.email.toLowerCase();
    await rightCode(ctx, () => takeMailCode(outside, secret, { email, challenge: mine(ctx), given: given.code }));
    return email;
  };
  return {
    async askNumber(ctx, given) {
      const phone = phoneToStore(given.phone);
      const person = await own(ctx);
      await within(outside, 'mailTo', `number:${person.id}`);
      const usual = phone === person.phone && person.phone_proved_at !== null;
      const wait = await codeWait(ctx.db, phone, usual);
      if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
      await sendCode(ctx.db, secret, { phone, challenge: askedBy(person.id), locale: localeOf(person) });
      await noted(ctx, person, 'asked for a code to a new number');
      return { phone };
    },
    changeNumber: inTwo(numberShown, async (ctx, _, phone) => {
      const person = await own(ctx);
      if (await taken(ctx, 'phone', phone)) await takeOver(ctx, phone);
      await firstCome(provePhone(ctx.db, person.id, phone), numberTaken);
      await endOthers(ctx);
      const { phone: was, phone_proved_at } = person;
      const changes = { before: { phone: was, phone_proved_at }, after: { phone, phone_proved_at: clock.now() } };
      await noted(ctx, person, 'proved a phone number', changes);
      await tellChange(ctx.db, person.id, newsOf(person, phone));
      // One that was only typed may be anybody's.
      if (was && was !== phone && phone_proved_at) await tellOld(ctx, person, 'phone_changed', { phone: was });
      return { phone };
    }),
    async giveUpNumber(ctx) {
      const person = await own(ctx);
      if (person.email === null) throw new Refusal('conflict', m.identity_refusal_only_number());
      if (person.phone === null) throw new Refusal('conflict', m.identity_refusal_no_phone());
      await dropPhone(ctx.db, person.id);
      // Whoever has the number now may have come in by it.
      await endOthers(ctx);
      await noted(ctx, person, 'said that the number is no longer theirs', {
        before: { phone: person.phone, phone_proved_at: person.phone_proved_at },
        after: { phone: null, phone_proved_at: null },
      });
      await tellChange(ctx.db, person.id, 'phone_given_up');
      return { phone: null };
    },
    async askEmail(ctx, { email }) {
      const person = await own(ctx);
      await within(outside, 'mailTo', `email:${person.id}`);
      await within(outside, 'mailTo', email.toLowerCase());
      await mailCode(ctx.db, secret, { email: email.toLowerCase(), challenge: askedBy(person.id), locale: localeOf(person) });
      await noted(ctx, person, 'asked for a code to a new e-mail');
      return { email };
    },
    changeEmail: inTwo(emailShown, async (ctx, _, email) => {
      const person = await own(ctx);
      if (await taken(ctx, 'email', email)) throw emailTaken();
      await firstCome(takeEmail(ctx.db, person.id, email), emailTaken);
      await endOthers(ctx);
      const { email: was, email_verified } = person;
      await noted(ctx, person, 'proved an e-mail', { before: { email: was, email_verified }, after: { email, email_verified: true } });
      await tellChange(ctx.db, person.id, was === null ? 'email_added' : 'email_changed');
      if (was && was !== email) await tellOld(ctx, person, 'email_changed', { email: was });
      if (person.phone && person.phone_proved_at) await tellOld(ctx, person, was === null ? 'email_added' : 'email_changed', { phone: person.phone });
      return { email };
    }),
  };
};
