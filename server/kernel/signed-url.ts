import { createHmac } from 'node:crypto';
import { clock } from '#contract/time/clock.ts';
import { isSameSecret } from './secrets.ts';

const openSeconds = 3600;
const signature = (secret: string, what: string, id: number, until: number): string =>
  createHmac('sha256', secret).update(`${what}:${id}:${until}`).digest('base64url');

/** The query of a link that opens a document for one hour. A person with the link can read the document. */
export function makeSignedUrlQuery(secret: string, what: string, id: number): string {
  const until = Math.floor(clock.ms() / 1000) + openSeconds;
  return `until=${until}&signature=${signature(secret, what, id, until)}`;
}

export function isSignedUrlValid(secret: string, what: string, id: number, given: Readonly<Record<string, unknown>>): boolean {
  const until = Number(given.until);
  return (
    Number.isSafeInteger(until) &&
    until * 1000 > clock.ms() &&
    typeof given.signature === 'string' &&
    isSameSecret(signature(secret, what, id, until), given.signature)
  );
}
