import { randomBytes } from 'node:crypto';
import { readCookie } from '#server/kernel/cookie.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import { signCookieText } from '../session.ts';
import { cookiePrefix } from './auth.ts';

/** CSRF protection by double submit: the form contains the token and a signed cookie proves it. Another site can send neither. */
const cookieName = `${cookiePrefix}.csrf-token`;

export function makeCsrfToken(secret: string, cookieHeader: string | undefined, secure: boolean): { token: string; setCookie: string | null } {
  const kept = keptToken(secret, cookieHeader);
  if (kept) return { token: kept, setCookie: null };
  const token = randomBytes(24).toString('base64url');
  const value = encodeURIComponent(`${token}|${signCookieText(secret, `csrf:${token}`)}`);
  return { token, setCookie: `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}` };
}

export const isCsrfValid = (secret: string, cookieHeader: string | undefined, given: unknown): boolean => {
  const kept = keptToken(secret, cookieHeader);
  return kept !== null && typeof given === 'string' && isSameSecret(kept, given);
};

function keptToken(secret: string, cookieHeader: string | undefined): string | null {
  const value = readCookie(cookieHeader, cookieName);
  const bar = value?.indexOf('|') ?? -1;
  if (!value || bar < 1) return null;
  const token = value.slice(0, bar);
  return isSameSecret(signCookieText(secret, `csrf:${token}`), value.slice(bar + 1)) ? token : null;
}
