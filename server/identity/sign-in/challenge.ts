import { createHash, randomBytes } from 'node:crypto';
import { clock } from '#contract/time/clock.ts';
import { readCookie } from '#server/kernel/cookie.ts';
import { same } from '#server/kernel/secrets.ts';
import { codeMinutes } from '../contact/phone-code.ts';
import { sign } from '../session.ts';
import { cookiePrefix } from './auth.ts';

/** One cookie a number, named without saying which. */
const nameOf = (phone: string) => `${cookiePrefix}.asked.${createHash('sha256').update(phone).digest('hex').slice(0, 12)}`;

/**
 * Who asked for a code: a name of this one asking, kept by the browser that asked, in our own hand. It is given for any number,
 * so that it says nothing about whose it is; the code is good together with it, and guesses count against it.
 */
export function newChallenge(secret: string, secure: boolean, phone: string): { challenge: string; cookie: string } {
  const challenge = randomBytes(18).toString('base64url');
  const said = `${challenge}.${clock.ms() + codeMinutes * 60_000}`;
  const value = encodeURIComponent(`${said}|${sign(secret, `phone-asked:${phone}:${said}`)}`);
  const kept = `Path=/api/auth; Max-Age=${codeMinutes * 60}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { challenge, cookie: `${nameOf(phone)}=${value}; ${kept}` };
}

/** The asking this browser is about to answer; null when it asked for no code to this number, or too long ago. */
export function challengeOf(secret: string, header: string | undefined, phone: string): string | null {
  const [said = '', proof = ''] = (readCookie(header, nameOf(phone)) ?? '').split('|');
  const [challenge = '', until = ''] = said.split('.');
  return same(sign(secret, `phone-asked:${phone}:${said}`), proof) && Number(until) > clock.ms() ? challenge : null;
}
