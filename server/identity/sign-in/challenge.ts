import { createHash, randomBytes } from 'node:crypto';
import { clock } from '#contract/time/clock.ts';
import { readCookie } from '#server/kernel/cookie.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import { phoneCodeMinutes } from '../contact/phone-code.ts';
import { signCookieText } from '../session.ts';
import { cookiePrefix } from './auth.ts';

/** One cookie per number, under a name that does not reveal the number. */
const nameOf = (phone: string) => `${cookiePrefix}.asked.${createHash('sha256').update(phone).digest('hex').slice(0, 12)}`;

/**
 * Identifies one request for a code by a signed cookie of the requesting browser. It is set for any number, so that it reveals nothing. The code is
 * valid only with this cookie, and wrong codes are counted against it.
 */
export function createCodeChallenge(secret: string, secure: boolean, phone: string): { challenge: string; cookie: string } {
  const challenge = randomBytes(18).toString('base64url');
  const said = `${challenge}.${clock.ms() + phoneCodeMinutes * 60_000}`;
  const value = encodeURIComponent(`${said}|${signCookieText(secret, `phone-asked:${phone}:${said}`)}`);
  const kept = `Path=/api/auth; Max-Age=${phoneCodeMinutes * 60}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { challenge, cookie: `${nameOf(phone)}=${value}; ${kept}` };
}

/** The challenge of this browser for the number, or null if it requested no code for the number or did so too long ago. */
export function readCodeChallenge(secret: string, header: string | undefined, phone: string): string | null {
  const [said = '', proof = ''] = (readCookie(header, nameOf(phone)) ?? '').split('|');
  const [challenge = '', until = ''] = said.split('.');
  return isSameSecret(signCookieText(secret, `phone-asked:${phone}:${said}`), proof) && Number(until) > clock.ms() ? challenge : null;
}
