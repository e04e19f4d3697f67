import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { giveBack, type ThrottleLimit, takeApart } from '#server/http/throttle.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { placeOf } from '#server/kernel/process/network.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { codeHash, mailCode, mailKey, sendCode, verifyPhoneCode } from './phone-code.ts';

const hour = 60 * 60;
/**
 * Codes cost money and can be abused: limits per number, per address and for the whole platform. Anyone can have a code sent to any number, while
 * holders of a link received it; links are counted separately, so that tour requests with a signer's number cannot lock the signer out.
 */
export const subjectLimits = {
  apart: { limit: 1, seconds: 60 },
  quarter: { limit: 3, seconds: 15 * 60 },
  day: { limit: 6, seconds: 24 * hour },
  place: { limit: 10, seconds: hour },
  /** Per signed-in person, wherever they are: hundreds share one mobile network address. */
  person: { limit: 10, seconds: hour },
  /** Unused codes of joining people: hundreds share one mobile network address, and those who complete it are not counted. */
  joins: { limit: 30, seconds: hour },
  /** The limit of one number for all its links together. */
  number: { limit: 20, seconds: 24 * hour },
  platform: { limit: 600, seconds: hour },
  wrong: { limit: 10, seconds: 24 * hour },
} as const satisfies Record<string, ThrottleLimit>;
/** Kenyan mobile numbers, which get codes by SMS. Other numbers cannot receive SMS or cost more; they use email. */
export const isTexted = (phone: string): boolean => /^\+254[17]\d{8}$/.test(phone);
/** Where a code is sent: to a mobile number by SMS, otherwise by email. Sending refuses a contact with only a foreign number. */
export const codeGoesTo = (phone: string | null, email: string | null): CodeFor['to'] | null =>
  phone && (isTexted(phone) || !email) ? { phone } : email ? { email } : null;

/** The purpose of a code: it is valid for nothing else. Sign-in codes are separate, and valid for the requesting browser. */
export type CodePurpose = 'tour' | 'thread' | 'sign' | 'inspect' | 'payout' | 'withdraw';
export type CodeFor = {
  /** A stored number (+254…), or an email address. */
  readonly to: { readonly phone: string } | { readonly email: string };
  readonly purpose: CodePurpose;
  /** The single subject of the code, such as a party and the text they saw, or a listing and the applicant. It is wrong for every other subject. */
  readonly subject: string;
};
type Given = CodeFor & { readonly code: string };

const challenge = ({ purpose, subject }: CodeFor) => `for:${purpose}:${subject}`;
const keyOf = ({ to }: CodeFor) => ('phone' in to ? to.phone : mailKey(to.email.toLowerCase()));
/** Purposes where the requester has a link or is signed in. */
const byLink: readonly CodePurpose[] = ['thread', 'sign', 'inspect', 'payout', 'withdraw'];
const countedAs = (one: CodeFor): string => (byLink.includes(one.purpose) ? `${challenge(one)}:${keyOf(one)}` : keyOf(one));

type Counted = readonly [name: keyof typeof subjectLimits, key: string];
const asStranger = (place: string, key: string): Counted[] => [
  ['place', place],
  ['apart', key],
  ['quarter', key],
  ['day', key],
  ['platform', 'all'],
];
const asLink = ({ me, from }: Ctx, asked: CodeFor): Counted[] => [
  me.userId === null ? ['place', `${placeOf(from)}:link`] : ['person', String(me.userId)],
  ['apart', countedAs(asked)],
  ['quarter', countedAs(asked)],
  ['day', countedAs(asked)],
  ['number', keyOf(asked)],
  ['platform', me.userId === null ? 'links' : 'people'],
];
async function waitOf(outside: Db, counted: readonly Counted[]): Promise<number> {
  for (const [name, key] of counted) {
    const wait = await takeApart(outside, `code-${name}:${key}`, subjectLimits[name]);
    if (wait > 0) return wait;
  }
  return 0;
}
/** Joining has its own limit: using it up blocks neither tours and signatures nor joining by email. */
const asNewcomer = (place: string): Counted[] => [
  ['joins', place],
  ['platform', 'joins'],
];
/** Seconds until a joining person may get another code for a number, 0 for now. */
export const secondsUntilStrangerCode = (outside: Db, place: string, phone: string): Promise<number> =>
  waitOf(outside, [...asStranger(place, phone).filter(([name]) => name !== 'place' && name !== 'platform'), ...asNewcomer(place)]);
/** Gives back the count after a right code: this was a person, not SMS abuse. */
export async function refundStrangerLimits(outside: Db, place: string): Promise<void> {
  for (const [name, key] of asNewcomer(place)) await giveBack(outside, `code-${name}:${key}`);
}

/** The text about when another code may be requested. */
const soonText = (wait: number) =>
  wait <= 120 ? m.identity_refusal_code_seconds({ count: wait }) : m.identity_refusal_code_minutes({ count: Math.ceil(wait / 60) });

/**
 * Codes that prove a phone or an email address, for one purpose and one subject. `sendCode` runs in the caller's transaction; `checkCode` before it
 * (`withPreparation`), so that a wrong one counts in any case and a right one stays valid when the rest is refused; `spendCode` in the transaction,
 * once.
 */
export const subjectCodes = ({ database, secret }: Pick<RunningServices, 'database' | 'secret'>) => {
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
    /** Refuses with a problem at the field `code`; only checks. Not for use inside a transaction. */
    async checkCode(given: Given): Promise<void> {
      const key = keyOf(given);
      const right = await verifyPhoneCode(outside, secret, { phone: key, challenge: challenge(given), given: given.code, keep: true });
      if (right) return;
      await within([['wrong', countedAs(given)]]);
      throw invalid({ code: m.identity_error_phone_code() });
    },
    /** Uses up the code. */
    async spendCode(ctx: { readonly db: Db }, given: Given): Promise<void> {
      const key = keyOf(given);
      const gone = await unscopedTable(ctx.db, 'phone_code', 'the person with the phone receives the code')
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
