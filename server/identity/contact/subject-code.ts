import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { countAttemptSeparately, refundAttempt, type ThrottleLimit } from '#server/http/throttle.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { buildEmailCodeKey, hashPhoneCode, sendEmailCode, sendPhoneCode, verifyPhoneCode } from './phone-code.ts';

const hour = 60 * 60;
/**
 * Codes cost money and can be abused, so they are limited per number, per IP address and for the whole platform. Anyone can request a code for any
 * number, but only recipients have a link. Codes of links are counted separately, so that tour requests with a signer's number cannot lock out the
 * signer.
 */
export const subjectCodeLimits = {
  apart: { limit: 1, seconds: 60 },
  quarter: { limit: 3, seconds: 15 * 60 },
  day: { limit: 6, seconds: 24 * hour },
  place: { limit: 10, seconds: hour },
  /** The limit of one signed-in person, because hundreds of people share the address of a mobile network. */
  person: { limit: 10, seconds: hour },
  /**
   * The limit of unused codes for joining. Hundreds of people share the address of a mobile network, and people who complete joining are not counted.
   */
  joins: { limit: 30, seconds: hour },
  /** The limit of one number for all its links together. */
  number: { limit: 20, seconds: 24 * hour },
  platform: { limit: 600, seconds: hour },
  wrong: { limit: 10, seconds: 24 * hour },
} as const satisfies Record<string, ThrottleLimit>;
/**
 * Whether the number is a Kenyan mobile number, which gets codes by SMS. Other numbers cannot receive SMS or cost more, so their holders use email.
 */
export const canReceiveSmsCode = (phone: string): boolean => /^\+254[17]\d{8}$/.test(phone);
/**
 * The destination of a code: a mobile number by SMS, otherwise an email address. A contact with only a foreign number is refused when the code is
 * sent.
 */
export const findCodeDestination = (phone: string | null, email: string | null): SubjectCodeTarget['to'] | null =>
  phone && (canReceiveSmsCode(phone) || !email) ? { phone } : email ? { email } : null;

/** The purpose for which alone a code is valid. Sign-in codes are separate and valid only in the requesting browser. */
export type CodePurpose = 'tour' | 'thread' | 'sign' | 'inspect' | 'payout' | 'withdraw';
export type SubjectCodeTarget = {
  /** A phone number in stored form (+254…), or an email address. */
  readonly to: { readonly phone: string } | { readonly email: string };
  readonly purpose: CodePurpose;
  /**
   * The single subject of the code, for example a signer and the text they saw, or a listing and the applicant. The code is invalid for any other
   * subject.
   */
  readonly subject: string;
};
type Given = SubjectCodeTarget & { readonly code: string };

const challenge = ({ purpose, subject }: SubjectCodeTarget) => `for:${purpose}:${subject}`;
const keyOf = ({ to }: SubjectCodeTarget) => ('phone' in to ? to.phone : buildEmailCodeKey(to.email.toLowerCase()));
/** Purposes for which the requester has a link or is signed in. */
const byLink: readonly CodePurpose[] = ['thread', 'sign', 'inspect', 'payout', 'withdraw'];
const countedAs = (one: SubjectCodeTarget): string => (byLink.includes(one.purpose) ? `${challenge(one)}:${keyOf(one)}` : keyOf(one));

type Counted = readonly [name: keyof typeof subjectCodeLimits, key: string];
const asStranger = (place: string, key: string): Counted[] => [
  ['place', place],
  ['apart', key],
  ['quarter', key],
  ['day', key],
  ['platform', 'all'],
];
const asLink = ({ me, from }: Ctx, asked: SubjectCodeTarget): Counted[] => [
  me.userId === null ? ['place', `${getOriginNetworkKey(from)}:link`] : ['person', String(me.userId)],
  ['apart', countedAs(asked)],
  ['quarter', countedAs(asked)],
  ['day', countedAs(asked)],
  ['number', keyOf(asked)],
  ['platform', me.userId === null ? 'links' : 'people'],
];
async function waitOf(outside: Db, counted: readonly Counted[]): Promise<number> {
  for (const [name, key] of counted) {
    const wait = await countAttemptSeparately(outside, `code-${name}:${key}`, subjectCodeLimits[name]);
    if (wait > 0) return wait;
  }
  return 0;
}
/** Joining has a limit of its own, so that it blocks neither tours and signatures nor joining by email. */
const asNewcomer = (place: string): Counted[] => [
  ['joins', place],
  ['platform', 'joins'],
];
/** Counts a request for a code of a joining person, and returns the seconds until another code may be sent to the number, or 0. */
export const countStrangerCodeRequest = (outside: Db, place: string, phone: string): Promise<number> =>
  waitOf(outside, [...asStranger(place, phone).filter(([name]) => name !== 'place' && name !== 'platform'), ...asNewcomer(place)]);
/** Takes a completed joining off the count, because a person entered the correct code. */
export async function refundStrangerLimits(outside: Db, place: string): Promise<void> {
  for (const [name, key] of asNewcomer(place)) await refundAttempt(outside, `code-${name}:${key}`);
}

/** The message that states when another code may be requested. */
const soonText = (wait: number) =>
  wait <= 120 ? m.identity_refusal_code_seconds({ count: wait }) : m.identity_refusal_code_minutes({ count: Math.ceil(wait / 60) });

/**
 * One-time codes that verify a phone number or an email address for one purpose and one subject. `sendPhoneCode` runs in the caller's transaction.
 * `checkCode` runs before it (`withPreparation`), so that a wrong code is counted in any case and a correct one stays valid if the action is refused.
 * `spendCode` runs in the transaction, once.
 */
export const subjectCodeService = ({ database, secret }: Pick<RunningServices, 'database' | 'secret'>) => {
  const outside = database.db;
  const within = async (counted: readonly Counted[]): Promise<void> => {
    const wait = await waitOf(outside, counted);
    if (wait > 0) throw new Refusal('tooMany', soonText(wait), { retry_after: wait });
  };
  return {
    async sendCode(ctx: Ctx, asked: SubjectCodeTarget & { readonly locale: 'en' | 'sw'; readonly says?: string }): Promise<void> {
      const { to, locale, says = '' } = asked;
      if ('phone' in to && !canReceiveSmsCode(to.phone)) throw invalidInputRefusal({ phone: m.identity_problem_code_abroad() });
      await within(byLink.includes(asked.purpose) ? asLink(ctx, asked) : asStranger(getOriginNetworkKey(ctx.from), countedAs(asked)));
      if ('phone' in to) await sendPhoneCode(ctx.db, secret, { phone: to.phone, challenge: challenge(asked), locale, says });
      else await sendEmailCode(ctx.db, secret, { email: to.email.toLowerCase(), challenge: challenge(asked), locale, says });
    },
    /**
     * Checks a code without spending it, and refuses with an error at the field `code`. It must not be called in a transaction, whose rollback would
     * undo the count.
     */
    async checkCode(given: Given): Promise<void> {
      const key = keyOf(given);
      const right = await verifyPhoneCode(outside, secret, { phone: key, challenge: challenge(given), given: given.code, keep: true });
      if (right) return;
      await within([['wrong', countedAs(given)]]);
      throw invalidInputRefusal({ code: m.identity_error_phone_code() });
    },
    /** Spends the code, so that it cannot be used again. */
    async spendCode(ctx: { readonly db: Db }, given: Given): Promise<void> {
      const key = keyOf(given);
      const gone = await unscopedTable(ctx.db, 'phone_code', 'the person with the phone receives the code')
        .remove()
        .where('phone', '=', key)
        .where('challenge', '=', challenge(given))
        .where('code_hash', '=', hashPhoneCode(secret, key, given.code.replace(/\D/g, '')))
        .where('expires_at', '>', clock.now())
        .returning('phone')
        .executeTakeFirst();
      if (!gone) throw invalidInputRefusal({ code: m.identity_error_phone_code() });
    },
  };
};
