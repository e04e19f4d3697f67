import { createHmac } from 'node:crypto';
import { clock } from '#contract/time/clock.ts';
import { same } from '#server/kernel/secrets.ts';

const openSeconds = 3600;
const signature = (secret: string, id: number, until: number): string =>
  createHmac('sha256', secret).update(`inspection-report:${id}:${until}`).digest('base64url');

/** An address that opens the report for an hour: whoever got it could see the inspection. */
export function reportPath(secret: string, id: number): string {
  const until = Math.floor(clock.ms() / 1000) + openSeconds;
  return `/files/inspection/${id}?until=${until}&signature=${signature(secret, id, until)}`;
}

export function mayRead(secret: string, id: number, given: Readonly<Record<string, unknown>>): boolean {
  const until = Number(given.until);
  return (
    Number.isSafeInteger(until) &&
    until * 1000 > clock.ms() &&
    typeof given.signature === 'string' &&
    same(signature(secret, id, until), given.signature)
  );
}
