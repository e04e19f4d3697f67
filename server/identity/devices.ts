import { randomBytes } from 'node:crypto';
import { readCookie } from '#server/kernel/cookie.ts';
import { same } from '#server/kernel/secrets.ts';
import { sign } from './session.ts';
import { cookiePrefix } from './sign-in/auth.ts';

const name = `${cookiePrefix}.device`;
const mostPeople = 5;
const year = 365 * 24 * 60 * 60;

/** `device|person.proof~person.proof`: who has signed in from this browser before, in our own hand. */
function read(secret: string, header: string | undefined): { device: string; people: string[] } | null {
  const [device = '', list = ''] = (readCookie(header, name) ?? '').split('|');
  if (!/^[\w-]{20,40}$/.test(device)) return null;
  const people = list.split('~').filter((entry) => {
    const [person = '', proof = ''] = entry.split('.');
    return same(sign(secret, `device:${device}:${person}`), proof);
  });
  return { device, people };
}

/** Which device this is, if the person has signed in from it before; what others did wrong elsewhere does not count against it. */
export function knownDevice(secret: string, header: string | undefined, personId: number): string | null {
  const found = read(secret, header);
  return found?.people.some((entry) => entry.startsWith(`${personId}.`)) ? found.device : null;
}

/** The cookie that says so from now on. It opens nothing: a password is asked for as ever. */
export function deviceCookie(secret: string, secure: boolean, header: string | undefined, personId: number): string {
  const found = read(secret, header);
  const device = found?.device ?? randomBytes(18).toString('base64url');
  const others = (found?.people ?? []).filter((entry) => !entry.startsWith(`${personId}.`));
  const people = [`${personId}.${sign(secret, `device:${device}:${personId}`)}`, ...others].slice(0, mostPeople);
  return `${name}=${encodeURIComponent(`${device}|${people.join('~')}`)}; Path=/api/auth; Max-Age=${year}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
