import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { countAttempt } from '#server/http/throttle.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { identityLimits } from '../limits.ts';

export const phoneCodeMinutes = 10;
/**
 * Wrong answers allowed per code, after which a new code is needed. A code is valid only with the challenge of its request, so every series of
 * guesses needs an SMS of its own. With 5 tries × (12 + 5) SMS per number and day (`codeDay`, `codeOwn`) the chance of a right guess is at most 85 in
 * a million a day, and 60 from a browser that the person never used. Codes of other requests are not affected.
 */
export const maxTriesPerCode = 5;

export const hashPhoneCode = (secret: string, phone: string, code: string) =>
  createHmac('sha256', secret).update(`phone-code:${phone}:${code}`).digest('base64url');

/**
 * Counts a request for a code to a number, and returns the seconds until another code may be texted, or 0. The result is the same for unknown
 * numbers, so that it reveals nothing. Some requests are reserved for browsers that the person used before, so that a stranger who uses up the
 * others does not lock the person out.
 */
export async function countCodeRequest(db: Db, phone: string, usual: boolean): Promise<number> {
  // A request that exceeds the hourly limit does not count towards the daily limit.
  const over =
    (await countAttempt(db, `sms-code:${phone}`, identityLimits.codeTo)) || (await countAttempt(db, `sms-code-day:${phone}`, identityLimits.codeDay));
  return over > 0 && usual ? countAttempt(db, `sms-code-own:${phone}`, identityLimits.codeOwn) : over;
}

type To = {
  readonly phone: string;
  /** Identifies the request; the code is valid only together with this value. */
  readonly challenge: string;
  readonly locale: 'en' | 'sw';
  /** The effect of entering the code, in the reader's language, if it does more than prove identity. */
  readonly says?: string;
};
/** The challenge of a signed-in requester is their person id. */
export const buildCodeRequesterKey = (personId: number) => `person:${personId}`;

/** Texts a new code to a number, in the caller's transaction. The caller has checked the limits. */
export async function sendPhoneCode(tx: Db, secret: string, { phone, challenge, locale, says = '' }: To): Promise<void> {
  const { code, at } = await newCode(tx, secret, phone, challenge);
  await notifyPerson(
    { db: tx },
    {
      event: 'security.phone_code',
      to: { phone, locale },
      params: { code: '', says },
      key: `phone_code:${phone}:${at}`,
      secret: { params: { code, says } },
    },
  );
}

/** Creates a code for a number or an email address, which replaces the previous code of the same request. */
async function newCode(tx: Db, secret: string, phone: string, challenge: string): Promise<{ code: string; at: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const sent_at = clock.now();
  const kept = {
    code_hash: hashPhoneCode(secret, phone, code),
    tries: 0,
    expires_at: new Date(sent_at.getTime() + phoneCodeMinutes * 60_000),
    sent_at,
  };
  await add({ db: tx }, 'phone_code')
    .values({ phone, challenge, ...kept })
    .onConflict((oc) => oc.columns(['phone', 'challenge']).doUpdateSet(kept))
    .execute();
  return { code, at: sent_at.getTime() };
}

/** Codes for email addresses are in the same table as those for numbers, under a key that no number has. */
export const buildEmailCodeKey = (email: string) => `mailto:${email}`;

/** Sends a new code by email to an address that is being verified. */
export async function sendEmailCode(
  tx: Db,
  secret: string,
  { email, challenge, locale, says = '' }: Omit<To, 'phone'> & { readonly email: string },
): Promise<void> {
  const { code, at } = await newCode(tx, secret, buildEmailCodeKey(email), challenge);
  await notifyPerson(
    { db: tx },
    {
      event: 'security.email_code',
      to: { email, locale },
      params: { code: '', says },
      key: `email_code:${email}:${at}`,
      secret: { params: { code, says } },
    },
  );
}
export const verifyEmailCode = (db: Db, secret: string, { email, ...asked }: Omit<Answer, 'phone'> & { readonly email: string }) =>
  verifyPhoneCode(db, secret, { phone: buildEmailCodeKey(email), ...asked });

type Answer = {
  readonly phone: string;
  readonly challenge: string;
  readonly given: string;
  /** Only checks the code and leaves it valid, because the person still has to make a choice. */
  readonly keep?: boolean;
};
/** Checks a code, which works once. Each try is counted in its own statement before the check, so that concurrent tries are limited too. */
export async function verifyPhoneCode(db: Db, secret: string, { phone, challenge, given, keep = false }: Answer): Promise<boolean> {
  const row = await unscopedTable(db, 'phone_code', 'the person with the phone receives the code')
    .change()
    .set({ tries: sql`tries + 1` })
    .where('phone', '=', phone)
    .where('challenge', '=', challenge)
    .where('tries', '<', maxTriesPerCode)
    .where('expires_at', '>', clock.now())
    .returning('code_hash')
    .executeTakeFirst();
  const hash = hashPhoneCode(secret, phone, given.replace(/\D/g, ''));
  if (!row || !isSameSecret(row.code_hash, hash)) return false;
  if (keep) return true;
  const gone = await unscopedTable(db, 'phone_code', 'the person with the phone receives the code')
    .remove()
    .where('phone', '=', phone)
    .where('challenge', '=', challenge)
    .where('code_hash', '=', hash)
    .returning('phone')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Phone numbers are personal data: expired codes are deleted. */
export const deleteExpiredPhoneCodes = (db: Db) =>
  unscopedTable(db, 'phone_code', 'the person with the phone receives the code')
    .remove()
    .where(sql<boolean>`expires_at < app.now() - interval '1 day'`)
    .execute();
