import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { take } from '#server/http/throttle.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { same } from '#server/kernel/secrets.ts';
import { tell } from '#server/notification/service.ts';
import { limits } from '../limits.ts';

export const codeMinutes = 10;
/**
 * Wrong answers one code bears; then it is worth nothing and a new one is asked for. A code is good together with the challenge it was
 * asked for by, so whoever guesses needs an SMS of their own: 5 tries × (12 + 5) SMS a number and day (`codeDay`, `codeOwn`) are 85 of a
 * million a day at most, 60 for whom the person's own browser is not; one in two after some thirty years. Nobody else's code gets worse by it.
 */
export const triesACode = 5;

export const codeHash = (secret: string, phone: string, code: string) =>
  createHmac('sha256', secret).update(`phone-code:${phone}:${code}`).digest('base64url');

/**
 * How many seconds it is until another code may be texted to a number, 0 when one may now: whosever it is, so that the answer says nothing.
 * Where it is asked for from where its person usually is, a few are kept apart: whoever asked for all the others did not lock them out.
 */
export async function codeWait(db: Db, phone: string, usual: boolean): Promise<number> {
  // What is refused for the hour does not count for the day.
  const over = (await take(db, `sms-code:${phone}`, limits.codeTo)) || (await take(db, `sms-code-day:${phone}`, limits.codeDay));
  return over > 0 && usual ? take(db, `sms-code-own:${phone}`, limits.codeOwn) : over;
}

type To = {
  readonly phone: string;
  /** Who asked: the code is good for them alone. */
  readonly challenge: string;
  readonly locale: 'en' | 'sw';
  /** What typing it does, in their language, where it does more than show who they are. */
  readonly says?: string;
};
/** Signed in, whoever asks is a person. */
export const askedBy = (personId: number) => `person:${personId}`;

/** Texts a new code to a number, in the caller's transaction. Whether it may has been asked. */
export async function sendCode(tx: Db, secret: string, { phone, challenge, locale, says = '' }: To): Promise<void> {
  const { code, at } = await newCode(tx, secret, phone, challenge);
  await tell(
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

/** A code for a number, or for an e-mail address, in place of the one before it that the same was asked for by. */
async function newCode(tx: Db, secret: string, phone: string, challenge: string): Promise<{ code: string; at: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const sent_at = clock.now();
  const kept = { code_hash: codeHash(secret, phone, code), tries: 0, expires_at: new Date(sent_at.getTime() + codeMinutes * 60_000), sent_at };
  await add({ db: tx }, 'phone_code')
    .values({ phone, challenge, ...kept })
    .onConflict((oc) => oc.columns(['phone', 'challenge']).doUpdateSet(kept))
    .execute();
  return { code, at: sent_at.getTime() };
}

/** Codes of mailboxes stand beside those of numbers, under a name no number has. */
export const mailKey = (email: string) => `mailto:${email}`;

/** The same by mail, for an address that is to be somebody's. */
export async function mailCode(
  tx: Db,
  secret: string,
  { email, challenge, locale, says = '' }: Omit<To, 'phone'> & { readonly email: string },
): Promise<void> {
  const { code, at } = await newCode(tx, secret, mailKey(email), challenge);
  await tell(
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
export const takeMailCode = (db: Db, secret: string, { email, ...asked }: Omit<Answer, 'phone'> & { readonly email: string }) =>
  takePhoneCode(db, secret, { phone: mailKey(email), ...asked });

type Answer = {
  readonly phone: string;
  readonly challenge: string;
  readonly given: string;
  /** It is only looked at, and stays good: what it opens is still to be chosen. */
  readonly keep?: boolean;
};
/** Right once. Each try is counted by a statement of its own before it is looked at, so that many at once get no more tries than one after the other. */
export async function takePhoneCode(db: Db, secret: string, { phone, challenge, given, keep = false }: Answer): Promise<boolean> {
  const row = await everything(db, 'phone_code', 'whoever has the phone has the code')
    .change()
    .set({ tries: sql`tries + 1` })
    .where('phone', '=', phone)
    .where('challenge', '=', challenge)
    .where('tries', '<', triesACode)
    .where('expires_at', '>', clock.now())
    .returning('code_hash')
    .executeTakeFirst();
  const hash = codeHash(secret, phone, given.replace(/\D/g, ''));
  if (!row || !same(row.code_hash, hash)) return false;
  if (keep) return true;
  const gone = await everything(db, 'phone_code', 'whoever has the phone has the code')
    .remove()
    .where('phone', '=', phone)
    .where('challenge', '=', challenge)
    .where('code_hash', '=', hash)
    .returning('phone')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Numbers are personal: what nobody typed in time is not kept. */
export const sweepCodes = (db: Db) =>
  everything(db, 'phone_code', 'whoever has the phone has the code')
    .remove()
    .where(sql<boolean>`expires_at < app.now() - interval '1 day'`)
    .execute();
