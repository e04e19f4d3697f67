import { randomBytes } from 'node:crypto';
import { readCookie } from '#server/kernel/cookie.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import { signCookieText } from './session.ts';
import { cookiePrefix } from './sign-in/auth.ts';

const name = `${cookiePrefix}.device`;
const mostPeople = 5;
const year = 365 * 24 * 60 * 60;

/** The value of the device cookie, `device|person.proof~person.proof`: the people who signed in from this browser before, with signatures. */
function read(secret: string, header: string | undefined): { device: string; people: string[] } | null {
  const [device = '', list = ''] = (readCookie(header, name) ?? '').split('|');
  if (!/^[\w-]{20,40}$/.test(device)) return null;
  const people = list.split('~').filter((entry) => {
    const [person = '', proof = ''] = entry.split('.');
    return isSameSecret(signCookieText(secret, `device:${device}:${person}`), proof);
  });
  return { device, people };
}

/** The device id if the person signed in from this browser before. Failed attempts from elsewhere do not count against such a device. */
export function findKnownDevice(secret: string, header: string | undefined, personId: number): string | null {
  const found = read(secret, header);
  return found?.people.some((entry) => entry.startsWith(`${personId}.`)) ? found.device : null;
}

/** The cookie that identifies the device. It grants no access: the password is still required. */
export function makeDeviceCookie(secret: string, secure: boolean, header: string | undefined, personId: number): string {
  const found = read(secret, header);
  const device = found?.device ?? randomBytes(18).toString('base64url');
  const others = (found?.people ?? []).filter((entry) => !entry.startsWith(`${personId}.`));
  const people = [`${personId}.${signCookieText(secret, `device:${device}:${personId}`)}`, ...others].slice(0, mostPeople);
  return `${name}=${encodeURIComponent(`${device}|${people.join('~')}`)}; Path=/api/auth; Max-Age=${year}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
