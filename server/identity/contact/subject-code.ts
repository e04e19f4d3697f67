import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { giveBack, type Throttle, takeApart } from '#server/http/throttle.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { placeOf } from '#server/kernel/process/network.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { codeHash, mailCode, mailKey, sendCode, takePhoneCode } from './phone-code.ts';

const hour = 60 * 60;
/**
 * Codes cost money and can be pumped: what one number, one place and the whole house may ask for. Anybody may have a code sent to any number;
 * whoever holds a link was sent it, and is counted apart, by what it opens: nobody locks a signer out by asking for tours with their number.
 */
export const subjectLimits = {
  apart: { limit: 1, seconds: 60 },
  quarter: { limit: 3, seconds: 15 * 60 },
  day: { limit: 6, seconds: 24 * hour },
  place: { limit: 10, seconds: hour },
  /** Who is signed in, wherever they are: an address of a mobile network is shared by hundreds. */
  person: { limit: 10, seconds: hour },
  /** Joining, codes that nobody typed: behind one address of a mobile network are hundreds, and those who come in are not counted. */
  joins: { limit: 30, seconds: hour },
  /** What one number gets for all its links together. */
  number: { limit: 20, seconds: 24 * hour },
  house: { limit: 600, seconds: hour },
  wrong: { limit: 10, seconds: 24 * hour },
} as const satisfies Record<string, Throttle>;
/** Numbers a code is texted to, mobile ones: others answer no SMS, or cost by the minute. Else it goes by mail. */
export const isTexted = (phone: string): boolean => /^\+254[17]\d{8}$/.test(phone);
/** Where somebody gets their code: a number it is texted to, else their mailbox. A number abroad alone is refused when it is sent. */
export const codeGoesTo = (phone: string | null, email: string | null): CodeFor['to'] | null =>
  phone && (isTexted(phone) || !email) ? { phone } : email ? { email } : null;

/** What a code is for: it opens nothing else. Signing in has its own, which are good for the browser that asked. */
export type CodePurpose = 'tour' | 'thread' | 'sign' | 'inspect' | 'payout' | 'withdraw';
export type CodeFor = {
  /** A number as it is stored (+254…), or a mailbox. */
  readonly to: { readonly phone: string } | { readonly email: string };
  readonly purpose: CodePurpose;
  /** The one thing it is about: a party and the text they saw, an offer and who asks. A code for one is wrong for every other. */
  readonly subject: string;
};
type Given = CodeFor & { readonly code: string };

const challenge = ({ purpose, subject }: CodeFor) => `for:${purpose}:${subject}`;
const keyOf = ({ to }: CodeFor) => ('phone' in to ? to.phone : mailKey(to.email.toLowerCase()));
/** Those that are asked for by a link somebody was sent, or by somebody who is signed in. */
const byLink: readonly CodePurpose[] = ['thread', 'sign', 'inspect', 'payout', 'withdraw'];
const countedAs = (one: CodeFor): string => (byLink.includes(one.purpose) ? `${challenge(one)}:${keyOf(one)}` : keyOf(one));

type Counted = readonly [name: keyof typeof subjectLimits, key: string];
const asStranger = (place: string, key: string): Counted[] => [
  ['place', place],
  ['apart', key],
  ['quarter', key],
  ['day', key],
  ['house', 'all'],
];
const asLink = ({ me, from }: Ctx, asked: CodeFor): Counted[] => [
  me.userId === null ? ['place', `${placeOf(from)}:link`] : ['person', String(me.userId)],
  ['apart', countedAs(asked)],
  ['quarter', countedAs(asked)],
  ['day', countedAs(asked)],
  ['number', keyOf(asked)],
  ['house', me.userId === null ? 'links' : 'people'],
];
async function waitOf(outside: Db, counted: readonly Counted[]): Promise<number> {
  for (const [name, key] of counted) {
    const wait = await takeApart(outside, `code-${name}:${key}`, subjectLimits[name]);
    if (wait > 0) return wait;
  }
  return 0;
}
/** Joining has a budget of its own: who uses it up keeps nobody from a tour or a signature, nor from joining by mail. */
const asNewcomer = (place: string): Counted[] => [
  ['joins', place],
  ['house', 'joins'],
];
/** Seconds until whoever joins may have another code sent to a number, 0 when now. */
export const strangerWait = (outside: Db, place: string, phone: string): Promise<number> =>
  waitOf(outside, [...asStranger(place, phone).filter(([name]) => name !== 'place' && name !== 'house'), ...asNewcomer(place)]);
/** They typed it: a person, not somebody who lets texts be sent. */
export async function strangerKnown(outside: Db, place: string): Promise<void> {
  for (const [name, key] of asNewcomer(place)) await giveBack(outside, `code-${name}:${key}`);
}

/** When another may be asked for. */
const soonText = (wait: number) =>
  wait <= 120 ? m.identity_refusal_code_seconds({ count: wait }) : m.identity_refusal_code_minutes({ count: Math.ceil(wait / 60) });

/**
 * Codes that show that somebody has a phone or a mailbox, for one purpose and one subject. `sendCode` in the caller's write; `checkCode`
 * before the transaction (`inTwo`), so that a wrong one counts whatever becomes of it and a right one stays good when the rest is refused;
 * `spendCode` in the transaction: right once.
 */
export const subjectCodes = ({ database, secret }: Pick<House, 'database' | 'secret'>) => {
  const outside = database.db;
  const within = async (counted: readonly Counted[]): Promise<void> => {
    const wait = await waitOf(outside, counted);
    if (wait > 0) throw new Refusal('tooMany', soonText(wait), { retry_after: wait });
  };
  return {
    async sendCode(ctx: Ctx, asked: CodeFor & { readonly locale: 'en' | 'sw'; readonly says?: string }): Promise<void> {
      const { to, locale, says = '' } = asked;
      if ('phone' in to && !isTexted(to.phone)) throw invalid({ phone: m.identity_problem_code_abroad() });
      await within(byLink.includes(asked.purpose) ? asLink(ctx, asked) : asStranger(placeOf(ctx.from), countedAs(asked)));
      if ('phone' in to) await sendCode(ctx.db, secret, { phone: to.phone, challenge: challenge(asked), locale, says });
      else await mailCode(ctx.db, secret, { email: to.email.toLowerCase(), challenge: challenge(asked), locale, says });
    },
    /** Refuses at the field `code`; looked at only. Not inside a transaction. */
    async checkCode(given: Given): Promise<void> {
      const key = keyOf(given);
      const right = await takePhoneCode(outside, secret, { phone: key, challenge: challenge(given), given: given.code, keep: true });
      if (right) return;
      await within([['wrong', countedAs(given)]]);
      throw invalid({ code: m.identity_error_phone_code() });
    },
    /** The one time it is good. */
    async spendCode(ctx: { readonly db: Db }, given: Given): Promise<void> {
      const key = keyOf(given);
      const gone = await everything(ctx.db, 'phone_code', 'whoever has the phone has the code')
        .remove()
        .where('phone', '=', key)
        .where('challenge', '=', challenge(given))
        .where('code_hash', '=', codeHash(secret, key, given.code.replace(/\D/g, '')))
        .where('expires_at', '>', clock.now())
        .returning('phone')
        .executeTakeFirst();
      if (!gone) throw invalid({ code: m.identity_error_phone_code() });
    },
  };
};
