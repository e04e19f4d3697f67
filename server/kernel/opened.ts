import { createHmac } from 'node:crypto';
import { clock } from '#contract/time/clock.ts';
import { same } from './secrets.ts';

const openSeconds = 3600;
const signature = (secret: string, what: string, id: number, until: number): string =>
  createHmac('sha256', secret).update(`${what}:${id}:${until}`).digest('base64url');

/** What opens a paper for an hour, behind its address: whoever got it could see what the paper is about. */
export function openedFor(secret: string, what: string, id: number): string {
  const until = Math.floor(clock.ms() / 1000) + openSeconds;
  return `until=${until}&signature=${signature(secret, what, id, until)}`;
}

export function opens(secret: string, what: string, id: number, given: Readonly<Record<string, unknown>>): boolean {
  const until = Number(given.until);
  return (
    Number.isSafeInteger(until) &&
    until * 1000 > clock.ms() &&
    typeof given.signature === 'string' &&
    same(signature(secret, what, id, until), given.signature)
  );
}
